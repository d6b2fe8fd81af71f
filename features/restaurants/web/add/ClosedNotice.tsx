import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { shortAddress } from '#features/places/short-address.rules.ts';
import { placeStatusQuery } from '#features/places/web/places.public.ts';
import { distanceOf } from '#web/format/distance.ts';
import { CategoryIcon } from '#web/ui/CategoryIcon.tsx';
import { NoWrap } from '#web/ui/NoWrap.tsx';

/**
 * Returns the business status of the chosen place. If the search result contains no status, the status comes from the
 * licence register.
 */
export function useBusinessStatus(suggestion: PlaceSuggestion | null): PlaceSuggestion['businessStatus'] {
  const { data } = useQuery(placeStatusQuery(suggestion));
  return suggestion?.businessStatus ?? data?.businessStatus ?? null;
}

/** Says that the chosen place has closed, and offers open places at the same address or nearby. */
export function ClosedNotice({
  suggestion,
  onChoose,
}: {
  suggestion: PlaceSuggestion;
  onChoose: (instead: PlaceSuggestion) => void;
}) {
  const { data } = useQuery(placeStatusQuery(suggestion));
  const status = useBusinessStatus(suggestion);
  if (status === null || status === 'operational') return null;
  const { tenants = [], similar = [] } = data ?? {};
  return (
    <section
      aria-label={m.restaurants_closed_notice_label()}
      className="grid gap-3 rounded-field bg-danger-tint px-4 py-3"
    >
      <p role="status" className="type-sub font-semibold text-danger">
        {status === 'closed_permanently'
          ? m.restaurants_closed_notice()
          : m.restaurants_closed_for_now_notice()}
      </p>
      {tenants.length > 0 && (
        <Offers title={m.restaurants_closed_tenants()} places={tenants} onChoose={onChoose} />
      )}
      {similar.length > 0 && (
        <Offers title={m.restaurants_closed_similar()} places={similar} onChoose={onChoose} />
      )}
    </section>
  );
}

function Offers({
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
                <b className="type-sub block">{place.name}</b>
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
