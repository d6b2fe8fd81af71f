import { useMemo, useState } from 'react';
import { TO_VISIT } from '#common/visit-status.ts';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import { neighbourhoodInBrackets } from '#features/places/short-address.rules.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { NoWrap } from '#web/ui/NoWrap.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import type { SourcePlace } from '../provided/provided.rules.ts';
import { useTakeOver } from '../provided/use-take-over.tsx';
import { useSources } from '../sources/use-sources.ts';
import type { Source } from './recent-sources.rules.ts';

/** The places of an episode that the service knows. All that are not in my list are checked at first. */
export function EpisodePlaces({
  places,
  onTaken,
}: {
  places: readonly SourcePlace[];
  onTaken: (taken: readonly MyRestaurant[]) => void;
}) {
  const [unchecked, setUnchecked] = useState<ReadonlySet<string>>(new Set());
  const { nameOf } = useCategories();
  const wanted = places.filter(({ listed, mine }) => !mine && !unchecked.has(listed.id));
  const chosen = wanted.map(({ listed }) => listed);
  const { take, isPending, limitDialog } = useTakeOver({ opensMap: true, onTaken: () => onTaken(chosen) });
  const toggle = (id: string) => {
    const next = new Set(unchecked);
    if (!next.delete(id)) next.add(id);
    setUnchecked(next);
  };
  return (
    <section aria-label={m.from_source_episode_places()} className="grid gap-2">
      <h2 className="type-h3">{m.from_source_episode_places()}</h2>
      <ul
        role="list"
        className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line rounded-card bg-surface px-4"
      >
        {places.map(({ listed, mine }) => (
          <li key={listed.id}>
            <Checkbox
              className="min-h-14 py-2"
              checked={mine !== null || !unchecked.has(listed.id)}
              disabled={mine !== null}
              onChange={() => toggle(listed.id)}
              label={
                <span className="grid min-w-0">
                  <span className="flex flex-wrap items-center gap-x-2 font-bold">
                    {listed.name}
                    {mine && <Pill kind="done">{m.places_owned()}</Pill>}
                  </span>
                  <span className="type-caption text-ink-2">
                    <NoWrap
                      text={[nameOf(listed.categoryId), neighbourhoodInBrackets(listed.address)]
                        .filter(Boolean)
                        .join(' · ')}
                    />
                  </span>
                </span>
              }
            />
          </li>
        ))}
      </ul>
      {places.some(({ mine }) => !mine) && (
        <Button
          isBusy={isPending}
          onClick={() => chosen.length > 0 && take({ restaurants: chosen, status: TO_VISIT })}
        >
          {chosen.length > 0 ? m.from_source_take({ count: chosen.length }) : m.provided_choose_first()}
        </Button>
      )}
      {limitDialog}
    </section>
  );
}

/** Says that the places of episodes could not be loaded. */
export const EpisodesFailed = ({ onRetry }: { onRetry: () => void }) => (
  <Alert>
    <p>{m.from_source_episode_failed()}</p>
    <Button look="soft" size="small" className="mt-2" onClick={onRetry}>
      {m.kit_reload()}
    </Button>
  </Alert>
);

/**
 * Returns the places of the episode that the source names. The places are [] if the service does not know the episode,
 * and while the places are loading.
 */
export function useEpisodePlaces({ memo }: Source) {
  const { views, error, refetchList } = useSources();
  const places = useMemo((): readonly SourcePlace[] => {
    const episodes = (views ?? []).flatMap((view) =>
      view.episodes.map(({ episode, places }) => ({ name: `${view.source.title} ${episode.name}`, places })),
    );
    return episodes.find(({ name }) => withoutBrackets(name) === withoutBrackets(memo))?.places ?? [];
  }, [views, memo]);
  return { places, isFailed: error !== null, refetch: refetchList };
}

/** A member writes 골목 3회. Places that were taken over have the memo 〈골목〉 3회. */
const withoutBrackets = (memo: string): string => memo.replaceAll(/[〈〉]/g, '');
