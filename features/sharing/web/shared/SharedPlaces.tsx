import { m } from '#messages';
import type { Coordinates } from '#common/geo.ts';
import type { SharedPlace } from '#features/sharing/sharing.contract.ts';
import { WindowRows } from '#web/ui/WindowRows.tsx';
import { SharedPlaceRow } from './SharedPlaceRow.tsx';
import type { Taking } from './use-taking.tsx';

export function SharedPlaces({
  shareId,
  places,
  userLocation,
  selectedId,
  taking,
  onHover,
  onSelect,
}: {
  shareId: string;
  places: readonly SharedPlace[];
  userLocation: Coordinates | null;
  selectedId: string | null;
  taking?: Taking;
  onHover: (placeId: string | null) => void;
  onSelect: (placeId: string | null) => void;
}) {
  return (
    <WindowRows
      items={places}
      keyOf={({ id }) => id}
      label={m.sharing_places_label()}
      likelyHeight={116}
      selectedKey={selectedId}
      onHover={(place) => onHover(place?.id ?? null)}
    >
      {(place) => (
        <SharedPlaceRow
          place={place}
          shareId={shareId}
          userLocation={userLocation}
          isSelected={place.id === selectedId}
          {...(taking && { taking })}
          onSelect={onSelect}
        />
      )}
    </WindowRows>
  );
}
