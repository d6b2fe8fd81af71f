import './map.css';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { Coordinates } from '#common/geo.ts';
import { m } from '#messages';
import { useTheme } from '#web/browser/appearance.ts';
import type { Area, MapHandle, MapPin, MapService, MyPosition, Padding, Viewport } from './map.ts';
import { MapFailure } from './MapFailure.tsx';
import { ScaleBar } from './ScaleBar.tsx';
import { type Scale, scaleOf } from './scale.ts';
import { isCodeRemoved } from '#web/shell/fetched-code.ts';
import { type MapStart, useMapEngine } from './use-map-engine.ts';

type Props = {
  /** The maps service. It is null while it is not known yet. */
  service: MapService | null;
  pins: readonly MapPin[];
  selectedId?: string | null;
  hoveredId?: string | null;
  /** Called when a pin is pressed. `id` is null if the user pressed outside all pins. */
  onSelect?: (id: string | null) => void;
  /** The initial centre. Later values have no effect, because later the user, or the page by `ref`, moves the map. */
  centre: Coordinates;
  zoom?: number;
  padding?: Padding;
  myPosition?: MyPosition | null;
  area?: Area | null;
  onMoveStart?: () => void;
  onMoveEnd?: (viewport: Viewport, isByPerson: boolean) => void;
  /** Called if the configured maps service cannot be used. The page must show `map_failed`. */
  onFailed?: (error: Error) => void;
  /** Whether the user can move the map. The default is true. The page of a place has a static map. */
  isInteractive?: boolean;
  /** The name of the map for screen readers. */
  label?: string;
  className?: string;
  ref?: Ref<MapHandle>;
  children?: ReactNode;
};

const STREETS_ZOOM = 14;
const NO_PADDING: Padding = {};

/**
 * A map of restaurants. Its engine is a separate chunk, which loads when the browser is idle, so that the list is
 * usable first.
 * The map fills its parent, which must have a height.
 *
 * @example <RestaurantMap ref={map} service={useMapService()} pins={pins} selectedId={id}
 * onSelect={select} centre={DEFAULT_CENTRE} padding={{ bottom: sheetHeight }} onMoveEnd={remember}
 * onFailed={showMapFailure} />
 */
export function RestaurantMap({
  service,
  pins,
  selectedId = null,
  hoveredId = null,
  onSelect,
  centre,
  zoom = STREETS_ZOOM,
  padding = NO_PADDING,
  myPosition = null,
  area = null,
  onMoveStart,
  onMoveEnd,
  onFailed,
  isInteractive = true,
  label = m.map_label(),
  className = '',
  ref,
  children,
}: Props) {
  const [scale, setScale] = useState<Scale | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const theme = useTheme();

  const startAt = useRef<MapStart>({ centre, zoom });
  const { box, engine } = useMapEngine({
    service: failure ? null : service,
    startAt,
    look: { theme, isInteractive, label, padding },
    handlers: {
      onFailed: (error) => {
        setFailure(error);
        // The built-in map needs no key, and `MapFailure` says in its place that it did not load.
        if (service?.kind !== 'maplibre') onFailed?.(error);
      },
      onMoveStart: () => onMoveStart?.(),
      onMove: (viewport) => {
        const next = scaleOf(viewport);
        if (next.label !== scale?.label || next.pixels !== scale.pixels) setScale(next);
      },
      onMoveEnd: (viewport, isByPerson) => onMoveEnd?.(viewport, isByPerson),
      onSelect: (id) => onSelect?.(id),
    },
  });

  const selected = pins.find(({ id }) => id === selectedId) ?? null;
  const hovered = pins.find(({ id }) => id === hoveredId) ?? null;
  useEffect(() => engine?.setTheme(theme), [engine, theme]);
  useEffect(() => engine?.setPins(pins), [engine, pins]);
  useEffect(() => engine?.setSelected(selected), [engine, selected]);
  useEffect(() => engine?.setHovered(hovered), [engine, hovered]);
  useEffect(() => engine?.setPosition(myPosition), [engine, myPosition]);
  useEffect(() => engine?.setArea(area), [engine, area]);
  const { top = 0, right = 0, bottom = 0, left = 0 } = padding;
  useEffect(() => engine?.setPadding({ top, right, bottom, left }), [engine, top, right, bottom, left]);

  useImperativeHandle(
    ref,
    () => ({
      viewport: () => engine?.viewport() ?? null,
      zoomIn: () => engine?.zoomIn(),
      zoomOut: () => engine?.zoomOut(),
      flyTo: (target) => {
        if (engine) engine.flyTo(target);
        else startAt.current = { zoom, ...target };
      },
      fitBounds: (bounds) => {
        if (engine) engine.fitBounds(bounds);
        else startAt.current = { ...startAt.current, bounds };
      },
    }),
    [engine, zoom],
  );

  return (
    <div className={`map ${className}`}>
      <div ref={box} data-every-tap className="size-full" />
      {failure ? (
        <MapFailure
          error={failure}
          padding={padding}
          isSmall={!isInteractive}
          // Chrome before 156 never requests a file again after a failed request.
          onRetry={() => (isCodeRemoved(failure) ? window.location.reload() : setFailure(null))}
        />
      ) : (
        <>
          {scale && isInteractive && <ScaleBar scale={scale} padding={padding} />}
          {children}
        </>
      )}
    </div>
  );
}
