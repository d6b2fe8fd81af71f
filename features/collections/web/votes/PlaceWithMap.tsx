import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import type { VotePlace } from '#features/collections/votes.contract.ts';
import { neighbourhoodAndRoad } from '#features/places/short-address.rules.ts';
import {
  MAP_APP_NAMES,
  MAP_APPS,
  type MapApp,
  mapAppLink,
} from '#features/restaurants/web/restaurants.public.ts';
import { photoUrl } from '#features/photos/photos.rules.ts';
import { CategoryIcon } from '#web/ui/CategoryIcon.tsx';
import { ExternalLinkButton } from '#web/ui/Button.tsx';
import { InlineSelect } from '#web/ui/InlineSelect.tsx';

export function PlaceWithMap({
  place,
  voteId,
  app,
  children,
}: {
  place: VotePlace;
  voteId: string;
  app: MapApp;
  children: ReactNode;
}) {
  const { nameOf } = useCategories();
  return (
    <div className="flex flex-wrap items-start gap-x-2">
      {place.photoId ? (
        <img
          src={photoUrl({ photoId: place.photoId, size: 'small', share: voteId })}
          alt=""
          loading="lazy"
          decoding="async"
          className="mr-1 size-[72px] flex-none rounded-inner bg-sunken object-cover"
        />
      ) : (
        <span className="mr-1 grid size-11 flex-none place-items-center rounded-inner bg-soft text-ink-2">
          <CategoryIcon categoryId={place.categoryId} className="size-6" />
        </span>
      )}
      <div className="min-w-0 flex-1 basis-32">
        {children}
        <p className="type-caption ticket-meta ticket-meta-lines text-ink-2">
          {[nameOf(place.categoryId), ...neighbourhoodAndRoad(place)].filter(Boolean).map((part) => (
            <span key={part}>{part}</span>
          ))}
        </p>
        {place.hasClosed && (
          <p className="type-caption font-semibold text-danger">{m.restaurants_closed()}</p>
        )}
      </div>
      <ExternalLinkButton
        href={mapAppLink(app, { ...place, coordinates: null, isManual: false })}
        look="bare"
        size="small"
        className="-my-1 -mr-2 flex-none scroll-mb-32"
        aria-label={m.votes_place_map_label({ name: place.name, app: MAP_APP_NAMES[app]() })}
      >
        <MapPin aria-hidden="true" />
        {m.votes_place_map()}
      </ExternalLinkButton>
    </div>
  );
}

export function MapAppSelect({ app, onChange }: { app: MapApp; onChange: (app: MapApp) => void }) {
  return (
    <InlineSelect
      label={m.votes_map_app()}
      icon={<MapPin aria-hidden="true" />}
      options={MAP_APPS.map((one) => ({ value: one, label: MAP_APP_NAMES[one]() }))}
      value={app}
      onChange={onChange}
    />
  );
}
