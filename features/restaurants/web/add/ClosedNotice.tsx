import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { placeStatusQuery } from '#features/places/web/places.public.ts';
import { OfferedPlaces } from './OfferedPlaces.tsx';

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
        <OfferedPlaces title={m.restaurants_closed_tenants()} places={tenants} onChoose={onChoose} />
      )}
      {similar.length > 0 && (
        <OfferedPlaces title={m.restaurants_closed_similar()} places={similar} onChoose={onChoose} />
      )}
    </section>
  );
}
