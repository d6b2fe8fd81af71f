import { m } from '#messages';
import { CALENDAR } from '#common/dates.ts';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import { dateOf } from '#web/date-of.ts';
import { ChoosablePlace, type ChosenPlaces, useScrollToPlace } from '../ChoosablePlace.tsx';
import { RestaurantTicket } from '../home/RestaurantTicket.tsx';
import { ProvidedTicket } from '../provided/ProvidedTicket.tsx';
import type { SourcePlace, SourceView } from '../provided/provided.rules.ts';
import { useDistanceTo } from '../use-distance-origin.ts';
import { useStatusChange } from '../use-status-change.ts';

/** Lists the places of some episodes, each place under its episode. */
export function SourcePlaces({
  episodes,
  selectedId,
  chosen,
  onChoose,
  onOpen,
}: {
  episodes: SourceView['episodes'];
  selectedId: string | null;
  chosen: ChosenPlaces;
  onChoose: (chosen: ReadonlySet<string>) => void;
  onOpen: (restaurantId: string) => void;
}) {
  const list = useScrollToPlace<HTMLDivElement>(selectedId);

  // A guide without episodes needs no heading, because the header of the page shows the name of the guide.
  const isWhole = episodes.length === 1 && episodes[0]?.episode.name === '';
  return (
    <div ref={list} className="grid gap-6">
      {episodes.map(({ episode, places }) => (
        <section key={episode.id} aria-labelledby={`episode-${episode.id}`} className="grid gap-2.5">
          <h2
            id={`episode-${episode.id}`}
            className={isWhole ? 'sr-only' : 'flex flex-wrap items-baseline gap-x-2'}
          >
            {!isWhole && <span className="type-h3">{episode.name || m.provided_no_episode()}</span>}
            <span className="type-caption numbers text-ink-2">
              {episode.publishedOn && `${dateOf(Date.parse(episode.publishedOn), { zone: CALENDAR })} · `}
              {m.provided_places({ count: places.length })}
            </span>
          </h2>
          <ul className="grid gap-2.5">
            {places.map((place) => (
              <ChoosablePlace
                key={place.listed.id}
                place={place.listed}
                isMine={place.mine !== null}
                chosen={chosen}
                onChoose={onChoose}
              >
                <PlaceTicket place={place} isSelected={place.listed.id === selectedId} onOpen={onOpen} />
              </ChoosablePlace>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function PlaceTicket({
  place: { listed, mine },
  isSelected,
  onOpen,
}: {
  place: SourcePlace;
  isSelected: boolean;
  onOpen: (restaurantId: string) => void;
}) {
  const { nameOf } = useCategories();
  const onStatus = useStatusChange();
  const { coordinates, categoryId } = mine ?? listed;
  const shown = {
    categoryName: nameOf(categoryId),
    distance: useDistanceTo(coordinates),
    isSelected,
    onOpen,
  };
  return mine ? (
    <RestaurantTicket restaurant={mine} onStatus={onStatus} {...shown} />
  ) : (
    <ProvidedTicket restaurant={listed} {...shown} />
  );
}
