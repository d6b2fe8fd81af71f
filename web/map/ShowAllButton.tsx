import { Maximize } from 'lucide-react';
import { m } from '#messages';
import { MapPill } from './MapPill.tsx';

/** 전국 보기. Shown while the map shows only the densest group of the results. */
export function ShowAllButton({ onPress }: { onPress: () => void }) {
  return (
    <MapPill onPress={onPress}>
      <Maximize aria-hidden="true" />
      {m.map_show_all()}
    </MapPill>
  );
}

/** Room for the button and for a pin above its place, so that no pin is under the button. */
export const PILL_PADDING = { top: 80 };

/** For a map that nothing else covers. Give the map `PILL_PADDING`. */
export function ShowAllOverMap(props: { onPress: () => void }) {
  return (
    <div className="absolute inset-x-0 top-[12px] grid justify-items-center">
      <ShowAllButton {...props} />
    </div>
  );
}
