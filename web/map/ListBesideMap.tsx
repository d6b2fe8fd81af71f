import type { ReactNode } from 'react';
import { classes } from '#web/ui/classes.ts';
import { Skeleton, SkeletonChips, SkeletonTickets } from '#web/ui/Skeleton.tsx';

/**
 * A band, a list and a map. On a wide screen, the map is at the right of the band and of the list, so that the first
 * screen shows the whole map. On a narrow screen, the map is low and between the band and the list. On a phone in
 * landscape, the band and the map are at the left of the list.
 */
export function ListBesideMap({
  colours,
  band,
  notice,
  map,
  mapPlace,
  isWide,
  label,
  children,
}: {
  /** The classes of the colours of the band. */
  colours: string;
  band: ReactNode;
  /** A notice between the band and the list, in row 2 of the grid. */
  notice?: ReactNode;
  /** The map. Without a map, its place is empty. */
  map?: ReactNode;
  /** The classes of the sticky position and of the height of the map on a wide screen. */
  mapPlace: string;
  isWide: boolean;
  /** The label of the list. It is absent while the list loads. */
  label?: string;
  children?: ReactNode;
}) {
  return (
    <div
      className={classes(
        children !== undefined && 'low:grid low:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]',
        'lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,518px)_minmax(0,570px)_minmax(0,1fr)] lg:grid-rows-[auto_auto_1fr] lg:gap-x-6',
      )}
    >
      <div className={classes('hidden lg:col-span-full lg:row-start-1 lg:block', colours)} />
      <div
        className={classes(
          'contents',
          children !== undefined &&
            'low:sticky low:top-14 low:flex low:h-[calc(100dvh-62px-var(--tab-bar,64px))] low:flex-col low:self-start',
        )}
      >
        <div
          className={classes(
            'field-of-colour px-5 py-3.5 low:py-2 lg:col-start-2 lg:row-start-1 lg:px-0 lg:py-7',
            !map && 'lg:col-end-4',
            colours,
          )}
        >
          {band}
        </div>
        {notice}
        {map && !isWide && (
          <div className="relative h-[clamp(144px,24vh,220px)] overflow-hidden low:min-h-36 low:flex-1">
            {map}
          </div>
        )}
      </div>
      {children && (
        <section
          aria-label={label}
          className="min-w-0 px-4 pt-3 low:pt-2 lg:col-start-2 lg:row-start-3 lg:px-0 lg:pt-6"
        >
          {children}
        </section>
      )}
      {map && isWide && (
        <div
          className={classes(
            'sticky col-start-3 row-[1/4] mt-4 self-start overflow-hidden rounded-card',
            mapPlace,
          )}
        >
          {map}
        </div>
      )}
    </div>
  );
}

/** The shapes of the band, the map, the chips and the list, while the list loads. */
export function SkeletonListBesideMap(place: { colours: string; mapPlace: string; isWide: boolean }) {
  return (
    <ListBesideMap
      {...place}
      band={
        <>
          <i className="after-a-moment block h-[1.875rem] w-48 max-w-full rounded-small bg-current opacity-20" />
          <i className="after-a-moment mt-2 block h-4 w-32 rounded-small bg-current opacity-20" />
        </>
      }
      map={<div className="absolute inset-0 bg-[var(--map-land)]" />}
    >
      <SkeletonChips />
      <Skeleton className="my-2 h-7 w-20" />
      <SkeletonTickets />
    </ListBesideMap>
  );
}
