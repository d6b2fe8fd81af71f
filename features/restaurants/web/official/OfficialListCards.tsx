import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Landmark } from 'lucide-react';
import { m } from '#messages';
import { officialIndexQuery } from '#features/official-lists/web/official-pages.public.ts';
import { listNameOf } from '#features/official-lists/web/official-lists.public.ts';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { SkeletonPanels } from '#web/ui/Skeleton.tsx';

/** The official lists that have places. Without any, the section is not shown. */
export function OfficialListCards() {
  const { data: lists, error, refetch } = useQuery(officialIndexQuery);
  if (lists?.length === 0) return null;
  return (
    <section aria-labelledby="collections-official" className="mt-8">
      <h2 id="collections-official" className="type-h3 mb-3">
        {m.official_lists()}
      </h2>
      {lists ? (
        <ul role="list" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {lists.map(({ list, year, places }) => (
            <li key={list}>
              <Link
                to={paths.officialList}
                params={{ list }}
                className="flex h-full items-center gap-3 rounded-card bg-surface p-4 shadow-1"
              >
                <span className="grid size-11 flex-none place-items-center rounded-inner bg-sunken text-ink-2">
                  <Landmark className="size-5" aria-hidden="true" />
                </span>
                <span className="min-w-0 flex-1">
                  <span className="type-h3 block">{listNameOf(list)}</span>
                  <span className="type-caption numbers text-ink-2">
                    {`${m.official_places({ count: numberOf(places) })} · ${m.official_badge_year({ year })}`}
                  </span>
                </span>
                <ChevronRight className="size-5 flex-none text-ink-3" aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonPanels shapes={['h-20', 'h-20']} />
      )}
    </section>
  );
}
