import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Check, ClipboardPaste } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { m } from '#messages';
import { RowBadge } from '#features/official-lists/web/official-lists.public.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { PlaceSearch } from '#features/places/web/places.public.ts';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { setPendingPictures } from '#web/form/pending-pictures.ts';
import { readClipboard } from '#web/form/read-clipboard.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { myListQuery } from '../my-list.query.ts';
import { useDeleteRestaurant } from '../restaurants.writes.ts';
import { useDistanceOrigin } from '../use-distance-origin.ts';
import { EpisodePlaces, EpisodesFailed, useEpisodePlaces } from './EpisodePlaces.tsx';
import type { Source } from './recent-sources.rules.ts';
import type { ChosenPlace, PlaceToSave, RememberedSource } from './remembered-source.ts';
import { SourceBar } from './SourceBar.tsx';
import { WaitingPlaces } from './WaitingPlaces.tsx';

type Saved = RememberedSource['saved'][number];

/** Saves each chosen place immediately with the source. The search field is then emptied for the next place. */
export function AddFromSource({
  source,
  waiting,
  saved,
  onChoose,
  onPaste,
  onSaved,
  onDrop,
  onEnd,
}: {
  source: Source;
  waiting: readonly PlaceToSave[];
  saved: readonly Saved[];
  onChoose: (place: ChosenPlace) => void;
  /** @param text the text that contains places; '' opens the paste screen without a text */
  onPaste: (text: string) => void;
  onSaved: (placeId: string, place: Saved) => void;
  /** Removes a place from the places that wait to be saved. */
  onDrop: (placeId: string) => void;
  /** @param taken places that were taken over from the episode */
  onEnd: (taken: readonly Pick<MyRestaurant, 'coordinates'>[]) => void;
}) {
  const navigate = useNavigate();
  const around = useDistanceOrigin({ asksAtOnce: false });
  const { data: list } = useQuery(myListQuery);
  const owned = new Set(list?.restaurants.map(({ id }) => id));
  const searchField = useRef<HTMLInputElement>(null);
  /** The React key of the search. Every choice increments the key, so that the search becomes empty. */
  const [search, setSearch] = useState(0);
  const [closed, setClosed] = useState<ChosenPlace | null>(null);
  const episode = useEpisodePlaces(source);
  const hasEpisode = episode.places.length > 0;
  useEffect(() => {
    // The keyboard of a phone would cover the places of the episode.
    if (!hasEpisode || search > 0) searchField.current?.focus();
  }, [search, hasEpisode]);

  const save = (place: ChosenPlace) => {
    setSearch(search + 1);
    onChoose(place);
  };
  const shown = saved.filter(({ restaurantId }) => owned.has(restaurantId));

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <SourceBar
        onEnd={() =>
          onEnd(list?.restaurants.filter(({ id }) => shown.some((each) => each.restaurantId === id)) ?? [])
        }
      >
        <p className="min-w-0 flex-[1_1_6rem] py-2 break-words">
          {m.from_source_strip({ source: source.memo })}
        </p>
      </SourceBar>
      {episode.isFailed && <EpisodesFailed onRetry={episode.refetch} />}
      {hasEpisode && <EpisodePlaces places={episode.places} onTaken={onEnd} />}
      <PlaceSearch
        key={search}
        Badge={RowBadge}
        inputRef={searchField}
        near={around.isKnown ? around.around : null}
        isOwned={(placeId) => owned.has(placeId)}
        onChoose={({ suggestion: { placeId, name, businessStatus }, sessionToken }) => {
          const place = { placeId, name, sessionToken };
          if (owned.has(placeId)) {
            void navigate({ to: paths.restaurant, params: { restaurantId: placeId } });
          } else if (businessStatus === 'closed_permanently') setClosed(place);
          else save(place);
        }}
        onPastePlaces={onPaste}
        onEnterByHand={(q) => void navigate({ to: paths.addRestaurant, search: q === '' ? {} : { q } })}
      />
      <Button
        look="soft"
        size="small"
        className="justify-self-start"
        onClick={() =>
          void readClipboard().then(({ text, pictures }) => {
            setPendingPictures(pictures);
            onPaste(text);
          })
        }
      >
        <ClipboardPaste aria-hidden="true" />
        {m.restaurants_first_paste()}
      </Button>
      <SavedPlaces saved={shown}>
        <WaitingPlaces places={waiting} onSaved={onSaved} onDrop={onDrop} />
      </SavedPlaces>
      <ConfirmDialog
        isOpen={closed !== null}
        onClose={() => setClosed(null)}
        title={m.from_source_closed_title({ name: closed?.name ?? '' })}
        text={m.from_source_closed_text()}
        confirmLabel={m.from_source_closed_save()}
        onConfirm={() => {
          if (closed) save(closed);
          setClosed(null);
        }}
      />
    </div>
  );
}

/** Lists the places that were saved with the source. The children are the places that wait to be saved. */
function SavedPlaces({ saved, children }: { saved: readonly Saved[]; children: ReactNode }) {
  const remove = useDeleteRestaurant();
  return (
    <section aria-label={m.from_source_list()} aria-live="polite" className="grid gap-1">
      <h2 className="type-h3 numbers">
        {saved.length === 0 ? m.from_source_none() : m.from_source_count({ count: numberOf(saved.length) })}
      </h2>
      <ul role="list" className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
        {children}
        {saved.map(({ restaurantId, name }) => (
          <li key={restaurantId} className="flex items-center gap-3 py-2">
            <Check className="size-5 flex-none text-brand-text" aria-hidden="true" />
            <Link
              to={paths.restaurant}
              params={{ restaurantId }}
              className="flex min-h-11 min-w-0 flex-1 items-center font-bold"
            >
              <span className="truncate">{name}</span>
            </Link>
            <Button
              look="soft"
              size="small"
              isBusy={remove.isPending && remove.variables?.restaurantId === restaurantId}
              aria-label={m.restaurants_nearby_undo_label({ name })}
              onClick={() => remove.mutate({ restaurantId })}
            >
              {m.restaurants_undo()}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
