import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { m } from '#messages';
import { CALENDAR } from '#common/dates.ts';
import { dateOf } from '#web/date-of.ts';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { Pill } from '#web/ui/Pill.tsx';
import { followsQuery } from './following.queries.ts';

/** The new episodes of followed sources. Nothing is rendered if there are none. */
export function NewEpisodes() {
  const { data: follows = [] } = useQuery(followsQuery);
  const episodes = follows.flatMap(({ sourceId, title, newEpisodes }) =>
    newEpisodes.map((episode) => ({ sourceId, title, ...episode })),
  );
  if (episodes.length === 0) return null;
  return (
    <section aria-labelledby="new-episodes" className="mt-2 mb-6">
      <h2 id="new-episodes" className="type-h3 mb-3">
        {m.following_new()}
      </h2>
      <ul role="list" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {episodes.map(({ sourceId, title, id, name, publishedOn, places }) => (
          <li key={id}>
            <Link
              to={paths.source}
              params={{ sourceId }}
              search={{ episode: id }}
              className="flex h-full items-center gap-3 rounded-card bg-surface p-4 shadow-1"
            >
              <span className="min-w-0 flex-1">
                <span className="type-h3 block">
                  {[m.provided_source_name({ title }), name].filter(Boolean).join(' ')}
                </span>
                <span className="mt-1 flex flex-wrap items-center gap-1.5">
                  <Pill kind="prov">{m.following_new_mark()}</Pill>
                  <span className="type-caption numbers text-ink-2">
                    {[
                      publishedOn && dateOf(Date.parse(publishedOn), { zone: CALENDAR }),
                      m.following_new_places({ count: numberOf(places) }),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
              </span>
              <ChevronRight className="size-5 flex-none text-ink-3" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
