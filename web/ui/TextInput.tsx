import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { useFieldParts } from './Field.tsx';

/** Classes of every control that looks like a text field. */
export const inputClasses =
  'input w-full min-h-12 rounded-field border-[1.5px] border-line-strong bg-surface px-3.5 py-2.5 leading-6 ' +
  'placeholder:text-ink-3 aria-invalid:border-2 aria-invalid:border-danger';

/** A text field. It uses the label of its Field. Outside a Field, it needs an `aria-label`. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...useFieldParts()} {...rest} className={classes(inputClasses, className)} />;
}
