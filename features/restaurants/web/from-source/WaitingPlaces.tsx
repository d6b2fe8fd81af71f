import { useDeleteRestaurant } from '../restaurants.writes.ts';
import { useLimitDialog } from '../use-limit-dialog.tsx';
import type { PlaceToSave, RememberedSource } from './remembered-source.ts';
import { WaitingPlace } from './WaitingPlace.tsx';

/** The chosen places that are not saved yet. Each is saved with the source that was current when it was chosen. */
export function WaitingPlaces({
  places,
  onSaved,
  onDrop,
}: {
  places: readonly PlaceToSave[];
  onSaved: (placeId: string, saved: RememberedSource['saved'][number]) => void;
  /** Removes a place from the places that wait to be saved. */
  onDrop: (placeId: string) => void;
}) {
  const { limitDialog, showLimit } = useLimitDialog();
  const remove = useDeleteRestaurant();
  return (
    <>
      {places.map((place) => (
        <WaitingPlace
          key={place.placeId}
          place={place}
          showLimit={showLimit}
          onSaved={(saved) => onSaved(place.placeId, saved)}
          onDrop={() => onDrop(place.placeId)}
          onUndo={(restaurantId) => remove.mutate({ restaurantId })}
        />
      ))}
      {limitDialog}
    </>
  );
}
