import { m } from '#messages';
import { classes } from './classes.ts';

const SLOTS = 10;

/**
 * The slots of the free limit. Slots of places to visit are pink, slots of visited places are green, and free slots are
 * empty.
 */
export function LimitSlots({
  planned,
  visited,
  className,
}: {
  planned: number;
  visited: number;
  className?: string;
}) {
  const filled = [
    ...Array.from({ length: planned }, () => 'todo'),
    ...Array.from({ length: visited }, () => 'done'),
  ];
  return (
    <div
      role="img"
      aria-label={m.kit_slots({ used: planned + visited, limit: SLOTS })}
      className={classes('ten-slots', className)}
    >
      {Array.from({ length: SLOTS }, (_, slot) => (
        <i key={slot} data-kind={filled[slot]} />
      ))}
    </div>
  );
}
