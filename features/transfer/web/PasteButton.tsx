import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { m } from '#messages';
import { handPictures } from '#web/handed-pictures.ts';
import { paths } from '#web/paths.ts';
import { readClipboard } from '#web/read-clipboard.ts';
import { Button, buttonClasses } from '#web/ui/Button.tsx';
import { importsQuery } from './import/imports.queries.ts';
import { PicturePicker } from './pictures/PicturePicker.tsx';
import { hasPasteDraft } from './paste-draft-key.ts';

/** Reads the clipboard or pictures and shows the places in them, or continues the review stored in this browser. */
export function PasteButton({ uid }: { uid: string }) {
  const navigate = useNavigate();
  const open = ({ text = '', pictures = [] }: { text?: string; pictures?: readonly File[] }) => {
    handPictures(pictures);
    void navigate({ to: paths.addRestaurant, state: { pasted: text } });
  };
  const hasDraft = hasPasteDraft(uid);
  const hasImport = useQuery(importsQuery).data?.some(({ state }) => state !== 'done') ?? false;
  return (
    <div className="grid gap-1.5">
      <Button look="secondary" onClick={() => void (hasDraft ? open({}) : readClipboard().then(open))}>
        {hasDraft ? m.transfer_continue() : m.transfer_paste()}
      </Button>
      <p className="type-caption text-ink-2">
        {hasDraft ? m.transfer_continue_text() : m.transfer_paste_text()}
      </p>
      <div className="mt-2">
        <PicturePicker onPictures={(pictures) => open({ pictures })} />
      </div>
      <Link
        to={paths.importPlaces}
        className={buttonClasses({ look: 'secondary', size: 'regular', className: 'mt-2' })}
      >
        {hasImport ? m.transfer_import_continue() : m.transfer_import_open()}
      </Link>
      <p className="type-caption text-ink-2">{m.transfer_import_open_text()}</p>
    </div>
  );
}
