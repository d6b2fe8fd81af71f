import { useRef, useState } from 'react';
import { m } from '#messages';
import { TEXT_MAXIMUM } from '#features/transfer/pasted-text.rules.ts';
import { linkToRead } from '#features/transfer/page-links.rules.ts';
import { numberOf } from '#web/number-of.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { PageSource } from './PageSource.tsx';
import { useReadPage } from './use-read-page.ts';
import type { ReviewDraft } from './use-review-draft.ts';

/** The field for text that contains places, and the button that finds them. The text is stored with the review. */
export function PasteField({
  review,
  hint,
  isSearched = false,
  onFind,
}: {
  review: ReviewDraft;
  hint?: string;
  /** Whether the text was searched before without a result. */
  isSearched?: boolean;
  /** Called before the search. */
  onFind?: () => void;
}) {
  const { text, rows } = review.draft;
  const isUnread = linkToRead(text) !== null;
  const [problem, setProblem] = useState<string | null>(
    isSearched && !isUnread ? m.transfer_nothing_found() : null,
  );
  const { read, note, isReading } = useReadPage(review);
  const field = useRef<HTMLTextAreaElement>(null);
  const find = () => {
    onFind?.();
    const link = linkToRead(text);
    if (link !== null && link !== review.draft.page?.link) {
      setProblem(null);
      return read(link, setProblem);
    }
    const reason = problemOf(text) ?? (review.paste(text) ? null : m.transfer_nothing_found());
    setProblem(reason);
    if (reason !== null) field.current?.focus();
  };
  return (
    <>
      <Field label={m.transfer_field()} hint={hint}>
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
      <PageSource review={review} note={note} />
      <Button
        look={rows.length === 0 ? 'primary' : 'secondary'}
        className="lg:justify-self-start"
        isBusy={isReading}
        onClick={find}
      >
        {m.transfer_find()}
      </Button>
    </>
  );
}

function problemOf(text: string): string | null {
  if (text.trim() === '') return m.transfer_text_missing();
  if (TEXT_MAXIMUM < text.length) return m.transfer_text_too_long({ maximum: numberOf(TEXT_MAXIMUM) });
  return null;
}
