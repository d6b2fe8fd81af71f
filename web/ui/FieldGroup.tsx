import { type ReactNode, useId } from 'react';
import type { ErrorCode } from '#web/form/field-messages.ts';
import { FieldNote } from './Field.tsx';

/** Groups several controls of one question, with a common hint or error. */
export function FieldGroup({
  legend,
  aside,
  hint,
  error,
  children,
}: {
  legend: ReactNode;
  /** A counter at the right of the legend. */
  aside?: ReactNode;
  hint?: ReactNode;
  error?: ErrorCode | undefined;
  children: ReactNode;
}) {
  const noteId = useId();
  const hasNote = error !== undefined || hint !== undefined;
  return (
    <fieldset aria-describedby={hasNote ? noteId : undefined} className="min-w-0">
      <legend className="type-sub mb-1.5 flex w-full items-baseline justify-between gap-3 font-bold">
        {legend}
        {aside !== undefined && <span className="type-caption numbers font-normal text-ink-3">{aside}</span>}
      </legend>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">{children}</div>
      {hasNote && <FieldNote id={noteId} error={error} hint={hint} className="mt-1.5" />}
    </fieldset>
  );
}
