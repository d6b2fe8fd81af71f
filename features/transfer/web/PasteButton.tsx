import { useNavigate } from '@tanstack/react-router';
import { m } from '#messages';
import { paths } from '#web/paths.ts';
import { readClipboard } from '#web/read-clipboard.ts';
import { Button } from '#web/ui/Button.tsx';
import { hasPasteDraft } from './paste-draft-key.ts';

/** Reads the clipboard and shows its places, or continues the review of this browser. */
export function PasteButton({ uid }: { uid: string }) {
  const navigate = useNavigate();
  const open = (pasted: string) => void navigate({ to: paths.addRestaurant, state: { pasted } });
  const hasDraft = hasPasteDraft(uid);
  return (
    <div className="grid gap-1.5">
      <Button look="secondary" onClick={() => void (hasDraft ? open('') : readClipboard().then(open))}>
        {hasDraft ? m.transfer_continue() : m.transfer_paste()}
      </Button>
      <p className="type-caption text-ink-2">
        {hasDraft ? m.transfer_continue_text() : m.transfer_paste_text()}
      </p>
    </div>
  );
}
