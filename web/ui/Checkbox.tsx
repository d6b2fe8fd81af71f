import { Check } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import type { ErrorCode } from '#web/form/field-messages.ts';
import { FieldNote } from './Field.tsx';
import { classes } from './classes.ts';

/** A checkbox with a label. The whole line is the press target. */
export function Checkbox({
  label,
  error,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; error?: ErrorCode | undefined }) {
  const noteId = useId();
  return (
    <div className={className}>
      <label className="flex min-h-11 items-center gap-3 py-2">
        <CheckboxSquare
          {...rest}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? noteId : undefined}
        />
        <span className="type-sub">{label}</span>
      </label>
      {error && <FieldNote id={noteId} error={error} hint={undefined} />}
    </div>
  );
}

/** A checkbox without a label. It needs an `aria-label`. */
export function CheckboxSquare(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <span className="relative grid size-6 flex-none place-items-center">
      <input
        {...props}
        type="checkbox"
        className={classes(
          'peer size-6 appearance-none rounded-[7px] border-[1.5px] bg-surface checked:border-brand checked:bg-brand disabled:opacity-60',
          props['aria-invalid'] ? 'border-2 border-danger' : 'border-line-strong',
        )}
      />
      <Check
        className="pointer-events-none absolute size-4 text-on-brand opacity-0 [stroke-width:3] peer-checked:opacity-100"
        aria-hidden="true"
      />
    </span>
  );
}
