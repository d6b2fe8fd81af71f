import { Maximize } from 'lucide-react';
import { m } from '#messages';
import { MapPill } from './MapPill.tsx';

/** The button 전국 보기. It is shown while the map shows only the densest group of the results. */
export function ShowAllButton({ onPress }: { onPress: () => void }) {
  return (
    <MapPill onPress={onPress}>
      <Maximize aria-hidden="true" />
      {m.map_show_all()}
    </MapPill>
  );
}

/** Padding of the map for the button and for the height of a pin, so that no pin is under the button. */
export const PILL_PADDING = { top: 80 };

/** The button 전국 보기 for a map that nothing else covers. The map needs the padding `PILL_PADDING`. */
export function ShowAllOverMap(props: { onPress: () => void }) {
  return (
    <div className="absolute inset-x-0 top-[12px] grid justify-items-center">
      <ShowAllButton {...props} />
    </div>
  );
}
