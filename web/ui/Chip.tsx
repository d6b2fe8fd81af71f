import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';

/** Room in pixels between the chosen chip and the edge of its row. */
const EDGE = 16;

/** Scrolls the row as little as possible, so that the selected chip is fully visible. The page does not scroll. */
export function scrollIntoRow(chosen: HTMLElement | null): void {
  const row = chosen?.parentElement;
  if (!chosen || !row) return;
  const [at, within] = [chosen.getBoundingClientRect(), row.getBoundingClientRect()];
  if (at.left < within.left) row.scrollLeft -= within.left + EDGE - at.left;
  else if (at.right > within.right) row.scrollLeft += at.right + EDGE - within.right;
}

/** A chip, 36 px high, with a press target of 44 px. An icon is passed as a child. */
export function Chip({ isSelected, className, ...rest }: ComponentProps<'button'> & { isSelected: boolean }) {
  return (
    <button
      type="button"
      onFocus={({ currentTarget }) => {
        // If a chip gets the focus by keyboard, it is scrolled into view. A press does not scroll, because the chip
        // would move away from the pointer.
        if (currentTarget.matches(':focus-visible'))
          currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      }}
      {...rest}
      aria-pressed={rest['aria-haspopup'] ? undefined : isSelected}
      className={classes(
        'chip type-sub inline-flex min-h-9 max-w-full flex-none items-center gap-1.5 rounded-full px-[13px] text-left font-semibold transition-colors [&>svg]:size-4 [&>svg]:flex-none',
        isSelected ? 'bg-ink text-bg' : 'bg-raised shadow-1 hover:bg-sunken in-[.dialog]:bg-soft',
        className,
      )}
    />
  );
}

/**
 * A row of chips. It extends to both edges of its container (`--gutter`, 16 px by default) and starts at the selected
 * chip.
 */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div ref={showChosen} role="group" aria-label={label} className="chip-row">
      {children}
    </div>
  );
}

const showChosen = (row: HTMLElement | null) =>
  scrollIntoRow(row?.querySelector<HTMLElement>('[aria-pressed="true"]') ?? null);
