import { m } from '#messages';
import { rowOfPasted } from '#features/transfer/new-rows.ts';
import { showToast } from '#web/ui/Toast.tsx';
import { useUnreadLines } from '../unread-lines.ts';
import { type FoundForLine, UnreadLines } from '../UnreadLines.tsx';
import { useAddRows } from './imports.queries.ts';

/** The lines of a pasted text that were not understood, while the places of the text are reviewed. */
export function LinesOfText({ uid }: { uid: string }) {
  const { lines, conversationCount, remove, clear } = useUnreadLines(uid);
  const { mutate } = useAddRows();
  const add = (line: string, found: FoundForLine) => {
    const { name, address } = 'name' in found ? { ...found, address: '' } : found.suggestion;
    mutate([rowOfPasted({ name, address, phoneNumber: '', link: '' }, undefined)], {
      onSuccess: () => {
        remove(line);
        showToast(m.transfer_unread_added({ name }));
      },
    });
  };
  return (
    <UnreadLines
      lines={lines}
      conversationCount={conversationCount}
      isFolded={lines.length > 3}
      onFound={add}
      onClear={clear}
    />
  );
}
