import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

/** A select that looks like text with an arrow. It opens the browser's own menu. */
export function InlineSelect<const V extends string>({
  label,
  icon,
  options,
  value,
  onChange,
}: {
  /** The label for screen readers. */
  label: string;
  icon?: ReactNode;
  options: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
}) {
  return (
    <span className="relative -my-2 inline-flex min-h-11 flex-none items-center gap-1 rounded-small whitespace-nowrap text-ink-2 with-has:has-focus-visible:outline-3 without-has:focus-within:outline-3 with-has:has-focus-visible:outline-focus without-has:focus-within:outline-focus [&>svg]:size-4">
      {icon}
      <span className="type-sub font-semibold" aria-hidden="true">
        {options.find((option) => option.value === value)?.label}
      </span>
      <ChevronDown aria-hidden="true" />
      <span className="inline-select absolute inset-0">
        <select
          aria-label={label}
          value={value}
          onChange={(event) => onChange(event.target.value as V)}
          className="absolute inset-0 size-full opacity-0"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </span>
    </span>
  );
}
