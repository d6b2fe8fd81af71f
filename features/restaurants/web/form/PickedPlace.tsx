import { type ReactNode, useEffect, useRef } from 'react';
import { currentAddress } from '#common/regions.ts';
import { m } from '#messages';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { ClosedPill } from '#features/places/web/places.public.ts';
import { CategoryIcon } from '#web/ui/CategoryIcon.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { NoWrap } from '#web/ui/NoWrap.tsx';
import { classes } from '#web/ui/classes.ts';

/** Shows the place that the member chose or that the form edits. */
export function PickedPlace({
  name,
  address,
  categoryId,
  kind,
  isExample,
  businessStatus,
  isJustChosen = false,
  children,
}: {
  name: string;
  address: string;
  categoryId: string | null;
  /** The name that the maps service uses for this kind of place, or the name of the category. */
  kind: string | null;
  isExample: boolean;
  businessStatus: PlaceSuggestion['businessStatus'];
  /** Whether the member has just chosen the place. The element then receives the focus when it appears. */
  isJustChosen?: boolean;
  /** Elements at the right end, such as the button that clears the choice. */
  children?: ReactNode;
}) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isJustChosen) card.current?.focus();
  }, [isJustChosen]);
  const hasClosed = businessStatus !== null && businessStatus !== 'operational';
  return (
    <div ref={card} tabIndex={-1} className="flex items-center gap-3 rounded-ticket bg-surface p-3 shadow-1">
      <span
        className={classes(
          'grid size-[64px] flex-none place-items-center rounded-field',
          hasClosed ? 'bg-sunken text-ink-3' : 'bg-soft text-ink',
        )}
      >
        <CategoryIcon categoryId={categoryId} className="size-[28px]" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="type-h3 flex flex-wrap items-center gap-x-2">
          <span className={hasClosed ? 'text-ink-3' : undefined}>{name}</span>
          <ClosedPill status={businessStatus} />
          {isExample && <Pill kind="plain">{m.restaurants_example()}</Pill>}
        </p>
        <p className="type-caption text-ink-3">
          <NoWrap text={[kind, currentAddress(address)].filter(Boolean).join(' · ')} />
        </p>
      </div>
      {children}
    </div>
  );
}
