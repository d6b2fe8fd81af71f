import { ChevronRight } from 'lucide-react';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { shortAddress } from '#features/places/short-address.rules.ts';
import { distanceOf } from '#web/format/distance.ts';
import { CategoryIcon } from '#web/ui/CategoryIcon.tsx';
import { NoWrap } from '#web/ui/NoWrap.tsx';
import { Pill } from '#web/ui/Pill.tsx';

/** Lists places that the member can choose instead of searching. */
export function OfferedPlaces({
  title,
  places,
  onChoose,
}: {
  title: string;
  places: readonly PlaceSuggestion[];
  onChoose: (instead: PlaceSuggestion) => void;
}) {
  const { kindOf } = useCategories();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <h3 className="type-caption font-semibold text-ink-2">{title}</h3>
      <ul role="list" className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        {places.map((place) => (
          <li key={place.placeId}>
            <button
              type="button"
              className="flex min-h-13 w-full items-center gap-3 rounded-inner bg-surface px-3 py-2 text-left hover:bg-sunken"
              onClick={() => onChoose(place)}
            >
              <CategoryIcon categoryId={place.categoryId} className="size-5 flex-none text-ink-2" />
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-center gap-x-2">
                  <b className="type-sub">{place.name}</b>
                  {place.isExample && <Pill kind="plain">{m.places_example()}</Pill>}
                </span>
                <span className="type-caption block text-ink-2">
                  <NoWrap
                    text={[
                      kindOf(place),
                      place.distanceMetres ? distanceOf(place.distanceMetres) : null,
                      shortAddress(place.address),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  />
                </span>
              </span>
              <ChevronRight className="size-4 flex-none text-ink-3" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
