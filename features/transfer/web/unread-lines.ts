import { useState } from 'react';
import { z } from 'zod';
import { UNTIL_SIGN_OUT } from '#web/browser-storage.ts';
import { readDraft, saveDraft } from '#web/use-stored-draft.ts';

const keyOf = (uid: string) => `${UNTIL_SIGN_OUT}unread-lines.${uid}`;
const Lines = z.object({ lines: z.array(z.string()) });

/** Maximum number and length of the lines that this browser stores. A chat may have thousands of lines. */
export const UNREAD_MAXIMUM = 500;
const LINE_MAXIMUM = 300;

const read = (uid: string): string[] => readDraft({ key: keyOf(uid), schema: Lines })?.lines ?? [];

const save = (uid: string, lines: readonly string[]): void =>
  saveDraft(keyOf(uid), lines.length === 0 ? null : { lines });

export const shortened = (lines: readonly string[]): string[] =>
  lines.slice(0, UNREAD_MAXIMUM).map((line) => line.slice(0, LINE_MAXIMUM));

/** Stores the lines of a text whose places are reviewed on the screen of the import. */
export const keepUnreadLines = (uid: string, lines: readonly string[]): void =>
  save(uid, shortened([...read(uid), ...lines]));

/** Returns the stored lines. They stay in this browser, because they may come from a chat with other people. */
export function useUnreadLines(uid: string) {
  const [lines, setLines] = useState(() => read(uid));
  const change = (next: string[]) => {
    save(uid, next);
    setLines(next);
  };
  return {
    lines,
    remove: (line: string) => change(lines.filter((_, at) => at !== lines.indexOf(line))),
    clear: () => change([]),
  };
}
