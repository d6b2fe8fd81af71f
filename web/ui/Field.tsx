import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { type ErrorCode, fieldMessageOf } from '#web/form/field-messages.ts';
import { classes } from './classes.ts';

type FieldParts = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

const FieldContext = createContext<FieldParts | null>(null);

/**
 * A field with a label. The control inside (TextInput, TextArea, NativeSelect, …) gets its id and ARIA attributes from
 * the field.
 */
export function Field({
  label,
  hint,
  error,
  aside,
  className,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  /** The error of the value. It is undefined if the value is valid. */
  error?: ErrorCode | undefined;
  /** Content at the right of the label: a counter, or 선택. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = error !== undefined || hint !== undefined;
  return (
    <div className={classes('grid grid-cols-[minmax(0,1fr)] gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="type-sub font-bold">
          {label}
        </label>
        {aside !== undefined && <span className="type-caption numbers text-ink-3">{aside}</span>}
      </div>
      <FieldContext
        value={{
          id,
          'aria-describedby': hasNote ? noteId : undefined,
          'aria-invalid': error ? true : undefined,
        }}
      >
        {children}
      </FieldContext>
      {hasNote && <FieldNote id={noteId} error={error} hint={hint} />}
    </div>
  );
}

/** Returns the id and ARIA attributes of the surrounding field. A control outside a field needs an `aria-label`. */
export const useFieldParts = (): Partial<FieldParts> => useContext(FieldContext) ?? {};

export function FieldNote({
  id,
  error,
  hint,
  className,
}: {
  id: string;
  error: ErrorCode | undefined;
  hint: ReactNode;
  className?: string;
}) {
  if (!error)
    return (
      <p id={id} className={classes('type-caption text-ink-3', className)}>
        {hint}
      </p>
    );
  return (
    <p
      id={id}
      className={classes('type-caption flex items-start gap-1.5 font-semibold text-danger', className)}
    >
      <CircleAlert className="mt-px size-4 flex-none" aria-hidden="true" />
      {fieldMessageOf(error)}
    </p>
  );
}
