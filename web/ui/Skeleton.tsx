import { m } from '#messages';
import { classes } from './classes.ts';

/** A grey shape in place of content that loads. It is hidden for the first 150 ms. */
export function Skeleton({ className }: { className: string }) {
  return <i className={classes('skeleton after-a-moment', className)} aria-hidden="true" />;
}

/** Grey panels in place of content that loads. `shapes` contains the class that sets the height of each panel. */
export function SkeletonPanels({ shapes, className }: { shapes: readonly string[]; className?: string }) {
  return (
    <div role="status" className={classes('grid content-start gap-3', className)}>
      <span className="sr-only">{m.kit_loading()}</span>
      {shapes.map((shape, position) => (
        <Skeleton key={position} className={classes('rounded-card', shape)} />
      ))}
    </div>
  );
}

/** Chips in place of a row of chips that loads. */
export const SkeletonChips = () => (
  <div className="chip-row after-a-moment" aria-hidden="true">
    {[1, 2, 3, 4].map((position) => (
      <Skeleton key={position} className="h-9 w-20 flex-none rounded-full" />
    ))}
  </div>
);

export function SkeletonTickets({ count = 4, columns = 1 }: { count?: number; columns?: 1 | 2 }) {
  return (
    <div role="status" className={classes('after-a-moment grid gap-2.5', columns === 2 && 'grid-cols-2')}>
      <span className="sr-only">{m.kit_loading()}</span>
      {Array.from({ length: count }, (_, position) => (
        <div key={position} className="ticket" aria-hidden="true">
          <div className="ticket-paper">
            <div className="ticket-body">
              <Skeleton className="h-[18px] w-[52%]" />
              <Skeleton className="mt-2.5 h-3 w-[78%]" />
              <Skeleton className="mt-2.5 h-3 w-[40%]" />
            </div>
            <div className="ticket-stub bg-sunken" />
          </div>
        </div>
      ))}
    </div>
  );
}
