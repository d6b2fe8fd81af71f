import type { MapPin } from '../map.ts';
import { nextPin } from '../next-pin.ts';

/** The selected pin covers the other pins at the same point. A press on the selected pin therefore selects the next. */
export function pinToSelect({
  pressed,
  selected,
  pins,
}: {
  pressed: MapPin;
  selected: MapPin | null;
  pins: readonly MapPin[];
}): string {
  if (pressed.id !== selected?.id) return pressed.id;
  const { lat, lng } = pressed.coordinates;
  const atPoint = pins.filter(({ coordinates: at }) => at.lat === lat && at.lng === lng);
  return nextPin({ pins: atPoint.map(({ id }) => id), lastPin: pressed.id }) ?? pressed.id;
}
