import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

/** A radio button without a label. */
export function Radio({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <input
      {...rest}
      type="radio"
      className={classes(
        'size-[22px] flex-none appearance-none rounded-full border-2 border-line-strong bg-surface checked:border-[7px] checked:border-brand',
        className,
      )}
    />
  );
}
