import { useState } from 'react';
import { z } from 'zod';
import { UNTIL_SIGN_OUT } from '#web/storage/browser-storage.ts';
import { readDraft, saveDraft } from '#web/form/use-stored-draft.ts';

const keyOf = (uid: string) => `${UNTIL_SIGN_OUT}unread-lines.${uid}`;
const UnreadLines = z.object({
  lines: z.array(z.string()),
  /** Number of lines of a chat that do not look like places. */
  conversationCount: z.number().default(0),
});
type UnreadLines = z.infer<typeof UnreadLines>;

const NOTHING: UnreadLines = { lines: [], conversationCount: 0 };

/** Maximum number and length of the lines that this browser stores. A chat may have thousands of lines. */
export const UNREAD_MAXIMUM = 500;
const LINE_MAXIMUM = 300;

const read = (uid: string): UnreadLines =>
  readDraft({ key: keyOf(uid), schema: UnreadLines, empty: NOTHING }) ?? NOTHING;

const save = (uid: string, unread: UnreadLines): void =>
  saveDraft(keyOf(uid), unread.lines.length === 0 && unread.conversationCount === 0 ? null : unread);

export const shortened = (lines: readonly string[]): string[] =>
  lines.slice(0, UNREAD_MAXIMUM).map((line) => line.slice(0, LINE_MAXIMUM));

/** Stores the lines of a text whose places are reviewed on the screen of the import. */
export function keepUnreadLines(uid: string, { lines, conversationCount }: UnreadLines): void {
  const before = read(uid);
  save(uid, {
    lines: shortened([...before.lines, ...lines]),
    conversationCount: before.conversationCount + conversationCount,
  });
}

/** Returns the stored lines. They stay in this browser, because they may come from a chat with other people. */
export function useUnreadLines(uid: string) {
  const [unread, setUnread] = useState(() => read(uid));
  const change = (next: UnreadLines) => {
    save(uid, next);
    setUnread(next);
  };
  const { lines, conversationCount } = unread;
  return {
    lines,
    conversationCount,
    remove: (line: string) =>
      change({ conversationCount, lines: lines.filter((_, at) => at !== lines.indexOf(line)) }),
    clear: () => change(NOTHING),
  };
}
