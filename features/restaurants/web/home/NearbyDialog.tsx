import { useQuery } from '@tanstack/react-query';
import { LocateFixed, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { m } from '#messages';
import type { Coordinates } from '#common/geo.ts';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { nearestFirst } from '#features/places/approximate-location.rules.ts';
import { nearbyQuery } from '#features/places/web/places.public.ts';
import { distanceOf } from '#web/format/distance.ts';
import { Button } from '#web/ui/Button.tsx';
import { CategoryIcon } from '#web/ui/CategoryIcon.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { SkeletonTickets } from '#web/ui/Skeleton.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { restaurantErrorMessage } from '../restaurant-messages.ts';
import { myListQuery } from '../my-list.query.ts';
import { useAddRestaurant, useDeleteRestaurant } from '../restaurants.writes.ts';
import { type DistanceOrigin, useDistanceOrigin } from '../use-distance-origin.ts';
import { useLimitDialog } from '../use-limit-dialog.tsx';

/** 주변 맛집 찾기: the nearest places of the maps service. One tap adds a place. */
export function NearbyDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { around, isKnown, state, ask } = useDistanceOrigin({ asksAtOnce: true });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={m.restaurants_nearby()}
      text={<span role="status">{SENTENCES[state]()}</span>}
    >
      <div className="-mx-1 mt-3 max-h-[min(60dvh,calc(100dvh-200px))] overflow-y-auto px-1">
        {isKnown ? (
          <Places around={around} />
        ) : (
          <Button className="w-full" isBusy={state === 'asking'} onClick={ask}>
            <LocateFixed aria-hidden="true" />
            {m.map_locate()}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

const SENTENCES: Record<DistanceOrigin['state'], () => string> = {
  known: m.restaurants_nearby_text,
  unasked: m.restaurants_nearby_ask,
  asking: m.restaurants_nearby_ask,
  refused: m.map_position_refused,
  unavailable: m.map_position_timeout,
  timeout: m.map_position_timeout,
};

const SHOWN_MAXIMUM = 20;

function Places({ around }: { around: Coordinates }) {
  // The location is stored when the dialog opens. Therefore the rows do not change while the member walks.
  const [point] = useState(around);
  const { data, error, refetch } = useQuery(nearbyQuery(point));
  const places = useMemo(() => data && nearestFirst(data, point), [data, point]);
  const mine = useQuery({ ...myListQuery, select: ({ restaurants }) => restaurants.map(({ id }) => id) });
  // A place that was added here stays in the list, with a button that undoes it.
  const [addedHere, setAddedHere] = useState<readonly string[]>([]);
  const { limitDialog, showLimit } = useLimitDialog();
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!places || mine.isPending) return <SkeletonTickets count={3} />;
  if (places.length === 0) return <p className="type-body py-4">{m.restaurants_nearby_none()}</p>;
  const shown = places
    .filter(({ placeId }) => addedHere.includes(placeId) || !mine.data?.includes(placeId))
    .slice(0, SHOWN_MAXIMUM);
  if (shown.length === 0) return <p className="type-body py-4">{m.restaurants_nearby_all_saved()}</p>;
  return (
    <>
      <ul role="list" className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
        {shown.map((place) => (
          <NearbyPlace
            key={place.placeId}
            place={place}
            isMine={mine.data?.includes(place.placeId) ?? false}
            onAdd={() => setAddedHere([...addedHere, place.placeId])}
            showLimit={showLimit}
          />
        ))}
      </ul>
      {limitDialog}
    </>
  );
}

function NearbyPlace({
  place,
  isMine,
  onAdd,
  showLimit,
}: {
  place: PlaceSuggestion;
  isMine: boolean;
  onAdd: () => void;
  showLimit: ReturnType<typeof useLimitDialog>['showLimit'];
}) {
  const { placeId, name, address, categoryId, distanceMetres, isExample } = place;
  const { nameOf, kindOf } = useCategories();
  const add = useAddRestaurant({
    onRejected: (problem) => {
      if (showLimit(problem)) return;
      showToast(m.restaurants_add_failed({ message: restaurantErrorMessage(problem) }), { kind: 'alert' });
    },
  });
  const remove = useDeleteRestaurant();
  const facts = [
    kindOf(place) ?? nameOf(null),
    distanceMetres === null ? null : distanceOf(distanceMetres),
    address,
  ];

  return (
    <li className="flex items-center gap-3 py-2.5">
      <CategoryIcon categoryId={categoryId} className="size-6 flex-none text-ink-2" />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <b className="truncate">{name}</b>
          {isExample && <Pill kind="plain">{m.restaurants_example()}</Pill>}
        </p>
        <p className="ticket-meta type-caption numbers truncate text-ink-2">
          {facts.filter(Boolean).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
      {!isMine ? (
        <Button
          look="soft"
          size="small"
          isBusy={add.isPending}
          aria-label={m.restaurants_nearby_add_label({ name })}
          onClick={() => {
            onAdd();
            add.mutate({ place: { from: 'maps', placeId } });
          }}
        >
          <Plus aria-hidden="true" />
          {m.restaurants_nearby_add()}
        </Button>
      ) : (
        <Button
          look="soft"
          size="small"
          aria-label={m.restaurants_nearby_undo_label({ name })}
          onClick={() => remove.mutate({ restaurantId: placeId })}
        >
          {m.restaurants_undo()}
        </Button>
      )}
    </li>
  );
}
