import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { useFieldParts } from './Field.tsx';
import { inputClasses } from './TextInput.tsx';

export function NativeSelect({
  options,
  className,
  ...rest
}: Omit<ComponentProps<'select'>, 'children'> & { options: readonly { value: string; label: string }[] }) {
  return (
    <span className="relative block">
      <select {...useFieldParts()} {...rest} className={classes(inputClasses, 'select', className)}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-3.5 right-3.5 size-5 text-ink-2"
        aria-hidden="true"
      />
    </span>
  );
}
