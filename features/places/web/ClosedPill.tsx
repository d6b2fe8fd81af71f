import { m } from '#messages';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { Pill } from '#web/ui/Pill.tsx';

/** A pill that states that the place is closed. Nothing is rendered for an open place or an unknown status. */
export function ClosedPill({ status }: { status: PlaceSuggestion['businessStatus'] }) {
  if (status === 'closed_permanently') return <Pill kind="danger">{m.places_closed()}</Pill>;
  if (status === 'closed_temporarily') return <Pill kind="plain">{m.places_closed_for_now()}</Pill>;
  return null;
}
