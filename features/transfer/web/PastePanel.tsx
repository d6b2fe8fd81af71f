import { Link } from '@tanstack/react-router';
import { type ChangeEvent, useId, useState } from 'react';
import { m } from '#messages';
import { FILE_MAXIMUM } from '#features/transfer/pasted-text.rules.ts';
import { paths } from '#web/paths.ts';
import { buttonClasses } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { PasteField } from './PasteField.tsx';
import { UnreadLines } from './UnreadLines.tsx';
import { PicturePicker } from './pictures/PicturePicker.tsx';
import { ReceiptPicker } from './receipts/ReceiptPicker.tsx';
import type { ReviewDraft } from './use-review-draft.ts';

/** Asks for a text or for the file of a chat export. Both are read in the browser. */
export function PastePanel({
  review,
  backTo,
  onPictures,
  onReceipt,
}: {
  review: ReviewDraft;
  /** Path of the screen with the place search. */
  backTo: typeof paths.addRestaurant | typeof paths.addFromSource;
  onPictures: (pictures: readonly File[]) => void;
  onReceipt: (photo: File) => void;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const fileId = useId();

  const readFile = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const [file] = input.files ?? [];
    if (!file) return;
    setProblem(null);
    if (FILE_MAXIMUM < file.size) return setProblem(m.transfer_file_too_large());
    try {
      const content = await file.text();
      if (!review.pasteFile(content)) setProblem(m.transfer_file_nothing_found());
    } catch {
      setProblem(m.transfer_file_failed());
    }
    input.value = '';
  };

  return (
    <section className="mx-auto grid w-full max-w-[640px] grid-cols-[minmax(0,1fr)] gap-4 lg:pt-4">
      <div className="grid gap-1">
        <h2 className="type-h1">{m.transfer_title()}</h2>
        <p className="type-sub text-ink-2">{m.transfer_text()}</p>
      </div>
      <PasteField
        review={review}
        hint={m.transfer_field_hint()}
        isSearched={review.draft.text !== ''}
        onFind={() => setProblem(null)}
      />
      <UnreadLines
        lines={review.draft.unread}
        conversationCount={review.draft.conversationCount}
        onFound={review.addFound}
        onClear={review.clearUnread}
      />
      <div className="grid gap-1.5">
        <PicturePicker onPictures={onPictures} />
        <p className="type-caption text-ink-2">
          {m.transfer_picture_text()} <span className="max-lg:hidden">{m.transfer_picture_drop()}</span>
        </p>
      </div>
      <div className="grid gap-1.5">
        <ReceiptPicker onReceipt={onReceipt} />
        <p className="type-caption text-ink-2">{m.transfer_receipt_text()}</p>
      </div>
      <div className="grid gap-1.5 rounded-card bg-surface p-4 shadow-1">
        <input
          id={fileId}
          type="file"
          accept=".txt,.csv,text/plain,text/csv"
          className="peer sr-only"
          onChange={(event) => void readFile(event)}
        />
        <label
          htmlFor={fileId}
          className={buttonClasses({
            look: 'secondary',
            size: 'small',
            className: 'cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-focus',
          })}
        >
          {m.transfer_file()}
        </label>
        <p className="type-caption text-ink-2">{m.transfer_file_text()}</p>
        <Alert>{problem}</Alert>
      </div>
      <Link to={backTo} className="link inline-flex min-h-11 items-center justify-self-start">
        {m.transfer_back_to_search()}
      </Link>
    </section>
  );
}
