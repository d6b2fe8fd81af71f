import { Link } from '@tanstack/react-router';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { m } from '#messages';
import { FILE_MAXIMUM, TEXT_MAXIMUM } from '#features/transfer/pasted-text.rules.ts';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { Button, buttonClasses } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { Alert } from '#web/ui/Alert.tsx';
import { PicturePicker } from './pictures/PicturePicker.tsx';
import type { ReviewDraft } from './use-review-draft.ts';

/** Asks for a text or the file of a chat export. Both are read in the browser. */
export function PastePanel({
  review,
  backTo,
  onPictures,
}: {
  review: ReviewDraft;
  /** The search. */
  backTo: typeof paths.addRestaurant | typeof paths.addFromSource;
  onPictures: (pictures: readonly File[]) => void;
}) {
  const text = review.draft.text;
  const [problem, setProblem] = useState<string | null>(() =>
    text === '' ? null : m.transfer_nothing_found(),
  );
  const field = useRef<HTMLTextAreaElement>(null);
  const fileId = useId();

  const read = (pasted: string) => {
    if (!review.paste(pasted)) setProblem(m.transfer_nothing_found());
  };
  const submit = () => {
    const typed = review.draft.text;
    if (typed.trim() === '' || TEXT_MAXIMUM < typed.length) {
      setProblem(
        typed.trim() === ''
          ? m.transfer_text_missing()
          : m.transfer_text_too_long({ maximum: numberOf(TEXT_MAXIMUM) }),
      );
      field.current?.focus();
    } else read(typed);
  };
  const readFile = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const [file] = input.files ?? [];
    if (!file) return;
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
      <Field label={m.transfer_field()} hint={m.transfer_field_hint()}>
        <TextArea
          ref={field}
          rows={7}
          value={text}
          placeholder={m.transfer_field_placeholder()}
          onChange={(event) => {
            setProblem(null);
            review.keepText(event.currentTarget.value);
          }}
        />
      </Field>
      <Alert>{problem}</Alert>
      <Button onClick={submit}>{m.transfer_find()}</Button>
      <PicturePicker onPictures={onPictures} />
      <div className="grid gap-1.5 rounded-card bg-surface p-4 shadow-1">
        <input
          id={fileId}
          type="file"
          accept=".txt,text/plain"
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
      </div>
      <Link to={backTo} state={{}} className="link inline-flex min-h-11 items-center justify-self-start">
        {m.transfer_back_to_search()}
      </Link>
    </section>
  );
}
