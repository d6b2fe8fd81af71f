import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { shortAddress } from '#features/places/short-address.rules.ts';
import { placeStatusQuery } from '#features/places/web/places.public.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { distanceOf } from '#web/format/distance.ts';
import { Button } from '#web/ui/Button.tsx';
import { NoWrap } from '#web/ui/NoWrap.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { restaurantErrorMessage } from '../restaurant-messages.ts';
import { myListQuery } from '../my-list.query.ts';
import { useAddRestaurant } from '../restaurants.writes.ts';
import { useLimitDialog } from '../use-limit-dialog.tsx';

/** Offers the open places with the name of a closed place: the place may have moved or reopened. */
export function MovedPlaces({ mine }: { mine: MyRestaurant }) {
  const { data } = useQuery(placeStatusQuery({ ...mine, placeId: mine.id }));
  const { data: saved = [] } = useQuery({
    ...myListQuery,
    select: ({ restaurants }) => restaurants.map(({ id }) => id),
  });
  const places = data?.successors.filter(({ placeId }) => !saved.includes(placeId)) ?? [];
  if (places.length === 0) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-card bg-surface p-5 shadow-1">
      <h2 className="type-h3">{m.restaurants_moved_title()}</h2>
      <ul role="list" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {places.map((place) => (
          <MovedPlace key={place.placeId} place={place} />
        ))}
      </ul>
    </section>
  );
}

function MovedPlace({ place }: { place: PlaceSuggestion }) {
  const { kindOf } = useCategories();
  const { limitDialog, showLimit } = useLimitDialog();
  const { mutate, isPending } = useAddRestaurant({
    onAdded: (_, { isSent }) => isSent && showToast(m.restaurants_added({ name: place.name })),
    onRejected: (problem) => {
      if (showLimit(problem)) return;
      showToast(m.restaurants_add_failed({ message: restaurantErrorMessage(problem) }), { kind: 'alert' });
    },
  });
  const { name, address, distanceMetres } = place;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <span className="min-w-0 flex-1 basis-40">
        <b className="type-sub block">{name}</b>
        <span className="type-caption block text-ink-2">
          <NoWrap
            text={[
              kindOf(place),
              distanceMetres ? m.restaurants_moved_distance({ distance: distanceOf(distanceMetres) }) : null,
              shortAddress(address),
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        </span>
      </span>
      <Button
        look="soft"
        size="small"
        isBusy={isPending}
        aria-label={m.restaurants_moved_add_label({ name })}
        onClick={() => mutate({ place: { from: 'maps', placeId: place.placeId }, seen: place })}
      >
        {m.restaurants_moved_add()}
      </Button>
      {limitDialog}
    </li>
  );
}
