import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ClipboardPaste, FileInput } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#messages';
import { setPendingPictures, setPendingReceipt } from '#web/form/pending-pictures.ts';
import { paths } from '#web/paths.ts';
import { readClipboard } from '#web/form/read-clipboard.ts';
import { Button, buttonClasses } from '#web/ui/Button.tsx';
import { importsQuery } from './import/imports.queries.ts';
import { PicturePicker } from './pictures/PicturePicker.tsx';
import { ReceiptPicker } from './receipts/ReceiptPicker.tsx';
import { hasPasteDraft } from './paste-draft-key.ts';

/**
 * Reads the clipboard or pictures and shows the places in them, or continues the review stored in this browser.
 * @param children other ways to add places
 */
export function PasteButton({ uid, children }: { uid: string; children?: ReactNode }) {
  const navigate = useNavigate();
  const open = ({
    text = '',
    pictures = [],
    receipt = null,
  }: {
    text?: string;
    pictures?: readonly File[];
    receipt?: File | null;
  }) => {
    setPendingPictures(pictures);
    setPendingReceipt(receipt);
    void navigate({ to: paths.addRestaurant, state: { pasted: text } });
  };
  const hasDraft = hasPasteDraft(uid);
  const hasImport = useQuery(importsQuery).data?.some(({ state }) => state !== 'done') ?? false;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2 [&>*]:flex-1 [&>*]:basis-[max(9rem,calc(50%-0.5rem))] max-[24rem]:[&>a]:px-2">
        <Button
          look="secondary"
          size="small"
          onClick={() => void (hasDraft ? open({}) : readClipboard().then(open))}
        >
          <ClipboardPaste aria-hidden="true" />
          {hasDraft ? m.transfer_continue() : m.transfer_paste()}
        </Button>
        <PicturePicker onPictures={(pictures) => open({ pictures })} />
        <ReceiptPicker onReceipt={(receipt) => open({ receipt })} />
        <Link to={paths.importPlaces} className={buttonClasses({ look: 'secondary', size: 'small' })}>
          <FileInput aria-hidden="true" />
          {hasImport ? m.transfer_import_continue() : m.transfer_import_open()}
        </Link>
        {children}
      </div>
      <p className="type-caption text-ink-2">
        {hasDraft ? m.transfer_continue_text() : m.transfer_ways_text()}{' '}
        <span className="max-lg:hidden">{m.transfer_picture_drop()}</span>
      </p>
    </div>
  );
}
