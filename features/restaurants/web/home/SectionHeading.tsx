import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { m } from '#messages';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import type { Sort } from '#features/restaurants/home-search.rules.ts';
import type { Section } from '#features/restaurants/list-view.rules.ts';

/** The heading above the places of shared lists, or above the provided places. */
export function SectionHeading({
  section,
  count,
  sort,
  hidesDistance,
}: {
  section: Exclude<Section, 'mine'>;
  count: number;
  /** The sort order of the provided places. */
  sort: Sort;
  hidesDistance: boolean;
}) {
  if (section === 'shared')
    return (
      <h2 className="type-h3 numbers flex min-h-14 items-end px-1 pb-2.5">
        {m.restaurants_section_shared({ count: numberOf(count) })}
      </h2>
    );
  return (
    <div className="flex min-h-14 items-end justify-between gap-x-3 px-1">
      <div className="pb-2.5">
        <h2 className="type-h3 numbers">{m.provided_count({ count: numberOf(count) })}</h2>
        {sort === 'distance' && (
          <p className="type-caption text-ink-2">
            {hidesDistance ? m.restaurants_nearest_to_city_hall() : m.restaurants_sort_distance()}
          </p>
        )}
      </div>
      <Link
        from={paths.home}
        to={paths.home}
        search={(before) => ({ ...before, status: 'provided' })}
        resetScroll={false}
        className="type-sub inline-flex min-h-11 flex-none items-center font-semibold text-prov-text"
      >
        {m.restaurants_provided_only()}
        <ChevronRight aria-hidden="true" className="size-4" />
      </Link>
    </div>
  );
}
