import { type Ref, useState } from 'react';
import type { Coordinates } from '#common/geo.ts';
import { m } from '#messages';
import type { MapHandle, MapService, MyPosition, Viewport } from './map.ts';
import { RestaurantMap } from './RestaurantMap.tsx';

type Props = {
  service: MapService | null;
  /** Initial position of the pin. */
  centre: Coordinates;
  zoom?: number;
  /** Called when the map comes to rest. @param isByPerson moved by the user, not by the program */
  onPick: (point: Coordinates, isByPerson: boolean) => void;
  myPosition?: MyPosition | null;
  onFailed?: (error: Error) => void;
  className?: string;
  ref?: Ref<MapHandle>;
};

const PICKING_ZOOM = 16;

/** 지도에서 직접 찍기: the pin stays in the centre while the map is moved by dragging or arrow keys. */
export function PointPicker({ centre, zoom = PICKING_ZOOM, onPick, ...rest }: Props) {
  const [isMoving, setMoving] = useState(false);
  const settle = (viewport: Viewport, isByPerson: boolean) => {
    setMoving(false);
    onPick(viewport.centre, isByPerson);
  };
  return (
    <RestaurantMap
      {...rest}
      pins={NO_PINS}
      centre={centre}
      zoom={zoom}
      label={m.map_picker_label()}
      onMoveStart={() => setMoving(true)}
      onMoveEnd={settle}
    >
      <p className="map-picker-hint">{m.map_picker_hint()}</p>
      <span className="map-picker-pin" data-moving={isMoving || undefined} aria-hidden="true">
        <PickerPin />
      </span>
    </RestaurantMap>
  );
}

const NO_PINS: readonly [] = [];

/** The logo in the brand's green, with a dot at its tip. */
function PickerPin() {
  return (
    <svg viewBox="0 0 40 52" width="48" height="62">
      <ellipse cx="20" cy="48" rx="4" ry="2" fill="var(--ink)" />
      <g
        className="map-picker-body"
        stroke="var(--ink)"
        strokeWidth="5"
        strokeLinejoin="round"
        fill="var(--ink)"
      >
        <rect x="4" y="2" width="32" height="31" rx="10" />
        <rect x="17.5" y="32" width="5" height="11" rx="1" />
        <rect x="9" y="41.5" width="22" height="5.5" rx="2.75" />
      </g>
      <g className="map-picker-body" fill="var(--brand)">
        <rect x="4" y="2" width="32" height="31" rx="10" />
        <rect x="17.5" y="32" width="5" height="11" rx="1" />
        <rect x="9" y="41.5" width="22" height="5.5" rx="2.75" />
      </g>
    </svg>
  );
}
