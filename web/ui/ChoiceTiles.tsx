import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** Tiles for choosing one option. Pressing the selected option clears the choice. */
export function ChoiceTiles<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly { value: Value; label: string; icon: ReactNode }[];
  value: Value | null;
  onChange: (value: Value | null) => void;
}) {
  return (
    <div role="group" aria-label={label} className="grid auto-cols-fr grid-flow-col gap-2">
      {options.map((option) => {
        const isChosen = option.value === value;
        return (
          <button
            key={option.value}
            type="button"
            aria-pressed={isChosen}
            className={classes(
              'type-caption grid min-h-16 content-center justify-items-center gap-1 rounded-field bg-surface font-semibold transition-shadow [&>svg]:size-6',
              isChosen
                ? 'inset-ring-2 inset-ring-ink'
                : 'inset-ring-[1.5px] inset-ring-line hover:inset-ring-line-strong',
            )}
            onClick={() => onChange(isChosen ? null : option.value)}
          >
            {option.icon}
            {option.label}
          </button>
        );
      })}
    </div>
  );
}
