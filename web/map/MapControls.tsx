import { LoaderCircle, LocateFixed, LocateOff, Minus, Plus } from 'lucide-react';
import { m } from '#messages';
import { IconButton } from '#web/ui/IconButton.tsx';
import type { MyPositionState } from './my-position.ts';

export function ZoomButtons({ onZoomIn, onZoomOut }: { onZoomIn: () => void; onZoomOut: () => void }) {
  return (
    <div className="grid gap-2">
      <IconButton isFloating label={m.map_zoom_in()} onClick={onZoomIn}>
        <Plus aria-hidden="true" />
      </IconButton>
      <IconButton isFloating label={m.map_zoom_out()} onClick={onZoomOut}>
        <Minus aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/** The button that moves the map to the user's location. A press requests permission if necessary. */
export function LocateButton({ state, onLocate }: { state: MyPositionState['state']; onLocate: () => void }) {
  return (
    <IconButton
      isFloating
      label={state === 'asking' ? m.map_locating() : m.map_locate()}
      aria-busy={state === 'asking' || undefined}
      onClick={onLocate}
    >
      {state === 'asking' ? (
        <LoaderCircle aria-hidden="true" className="animate-spin" />
      ) : state === 'refused' ? (
        <LocateOff aria-hidden="true" />
      ) : (
        <LocateFixed aria-hidden="true" className={state === 'known' ? 'text-prov-text' : ''} />
      )}
    </IconButton>
  );
}
