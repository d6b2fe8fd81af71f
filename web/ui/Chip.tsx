import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';

/** Scrolls a row so far that what is chosen in it stands there whole; the page stays where it is. */
export function bringIntoRow(chosen: HTMLElement | null): void {
  const row = chosen?.parentElement;
  if (!chosen || !row) return;
  const [at, within] = [chosen.getBoundingClientRect(), row.getBoundingClientRect()];
  if (at.left < within.left || at.right > within.right)
    row.scrollLeft += at.left + at.width / 2 - (within.left + within.width / 2);
}

/** A filter that is on or off: 36 px to the eye, 44 to the finger. Icons as children. */
export function Chip({ isSelected, className, ...rest }: ComponentProps<'button'> & { isSelected: boolean }) {
  return (
    <button
      type="button"
      onFocus={({ currentTarget }) => {
        // What a key reaches comes into view whole. Under a pointer nothing moves, lest the press miss.
        if (currentTarget.matches(':focus-visible'))
          currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      }}
      {...rest}
      aria-pressed={isSelected}
      className={classes(
        'chip type-sub inline-flex min-h-9 max-w-full flex-none items-center gap-1.5 rounded-full px-[13px] text-left font-semibold transition-colors [&>svg]:size-4 [&>svg]:flex-none',
        isSelected ? 'bg-ink text-bg' : 'bg-raised shadow-1 hover:bg-sunken in-[.dialog]:bg-soft',
        className,
      )}
    />
  );
}

/**
 * Chips in a row that scrolls sideways, out to both edges (`--gutter` of what holds it, 16 px unless set). It begins
 * where a chip is on.
 */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div ref={showChosen} role="group" aria-label={label} className="chip-row">
      {children}
    </div>
  );
}

const showChosen = (row: HTMLElement | null) =>
  bringIntoRow(row?.querySelector<HTMLElement>('[aria-pressed="true"]') ?? null);
