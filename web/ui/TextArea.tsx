import { type ComponentProps, useId, useState } from 'react';
import { m } from '#messages';
import { numberOf } from '#web/number-of.ts';
import { classes } from './classes.ts';
import { useFieldParts } from './Field.tsx';
import { inputClasses } from './TextInput.tsx';

/**
 * A text field of several lines. `maximum` counts UTF-16 code units, as the contract does. A longer text is reported
 * but not truncated.
 */
export function TextArea({
  maximum,
  className,
  onChange,
  ...rest
}: ComponentProps<'textarea'> & { maximum?: number }) {
  const parts = useFieldParts();
  const countId = useId();
  const [typed, setTyped] = useState(String(rest.value ?? rest.defaultValue ?? '').length);
  const length = typeof rest.value === 'string' ? rest.value.length : typed;
  const isTooLong = maximum !== undefined && length > maximum;
  return (
    <div className="grid gap-1">
      <textarea
        rows={4}
        {...parts}
        {...rest}
        aria-describedby={classes(parts['aria-describedby'], maximum !== undefined && countId) || undefined}
        className={classes(inputClasses, 'block min-h-[104px] resize-y', className)}
        onChange={(event) => {
          setTyped(event.currentTarget.value.length);
          onChange?.(event);
        }}
      />
      {maximum !== undefined && (
        <span
          id={countId}
          className={classes(
            'type-caption numbers justify-self-end',
            isTooLong ? 'font-semibold text-danger' : 'text-ink-3',
          )}
        >
          <span aria-hidden="true">
            {numberOf(length)}/{numberOf(maximum)}
          </span>
          <span className="sr-only">{m.kit_characters({ length, maximum })}</span>
        </span>
      )}
    </div>
  );
}
