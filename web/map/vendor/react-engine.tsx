import { type ComponentType, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { Coordinates } from '#common/geo.ts';
import { createStore, useStore } from '#web/store.ts';
import type { Area, Bounds, MapEngine, MapEngineOptions, MapPin, MyPosition, Theme } from '../map.ts';
import { NEAREST_ZOOM, PLACE_DETAIL_ZOOM } from '../camera.ts';
import { createCamera, type Surface, type SupportedZoom, type View } from './padded-camera.ts';

/** Reports the surface when the map exists. `surfaceOf` must be the same function on every render. */
export function useSurface<ServiceMap>({
  map,
  surfaceOf,
  onSurface,
}: {
  /** The map of the service. It is null while the script of the service is still starting the map. */
  map: ServiceMap | null;
  surfaceOf: (map: ServiceMap) => Surface;
  onSurface: DrawingProps['onSurface'];
}): void {
  useEffect(() => {
    if (!map) return;
    onSurface(surfaceOf(map));
    return () => onSurface(null);
  }, [map, surfaceOf, onSurface]);
}

export type OnMap = {
  pins: readonly MapPin[];
  selected: MapPin | null;
  hovered: MapPin | null;
  position: MyPosition | null;
  area: Area | null;
  theme: Theme;
  /** The visible area without the padding when the map was last at rest. It is null until the map has loaded. */
  view: { bounds: Bounds; zoom: number } | null;
};

export type DrawingProps = OnMap & {
  start: () => View;
  isInteractive: boolean;
  /** Called with the surface when the map exists, and with null when the map of the service was removed. */
  onSurface: (surface: Surface | null) => void;
  onChanged: () => void;
  onRested: () => void;
  onTaken: () => void;
  onPinPress: (id: string) => void;
  onClusterPress: (cluster: { coordinates: Coordinates; opensAt: number }) => void;
  onMapPress: () => void;
};

/** Creates a map from the React component of a service. */
export function reactEngine({
  options,
  supportedZoom,
  Drawing,
}: {
  options: MapEngineOptions;
  supportedZoom: SupportedZoom;
  Drawing: ComponentType<DrawingProps>;
}): MapEngine {
  const { container, label, onReady } = options;
  const camera = createCamera({ options, supportedZoom });
  const { moves } = camera;
  const onMap = createStore<OnMap>({
    pins: [],
    selected: null,
    hovered: null,
    position: null,
    area: null,
    theme: options.theme,
    view: null,
  });
  const set = (changes: Partial<OnMap>) => onMap.set({ ...onMap.get(), ...changes });
  const redraw = () => set({ view: camera.boxViewport() });

  const handlers: Omit<DrawingProps, keyof OnMap> = {
    start: camera.start,
    isInteractive: options.isInteractive,
    onSurface: (next) => {
      const isFirst = !camera.hasSurface() && next !== null && onMap.get().view === null;
      camera.setSurface(next);
      if (!next) return;
      moves.startOwn({ isByPerson: false });
      redraw();
      if (isFirst) onReady();
    },
    onChanged: () => {
      moves.changed();
      camera.follow();
    },
    onRested: () => {
      redraw();
      moves.rested();
    },
    onTaken: moves.taken,
    onPinPress: options.onPinPress,
    onClusterPress: ({ coordinates, opensAt }) =>
      camera.moveTo({ centre: coordinates, zoom: Math.min(opensAt, NEAREST_ZOOM) }, { isByPerson: true }),
    onMapPress: options.onMapPress,
  };

  // The label for screen readers is set here, because the service does not set it.
  container.setAttribute('role', 'region');
  container.setAttribute('aria-label', label);
  const root = createRoot(container, {
    onUncaughtError: (error) => options.onFailed(error instanceof Error ? error : new Error(String(error))),
  });
  root.render(<Drawn />);

  function Drawn() {
    return <Drawing {...useStore(onMap)} {...handlers} />;
  }

  return {
    setPins: (pins) => set({ pins }),
    setSelected: (selected) => set({ selected }),
    setHovered: (hovered) => set({ hovered }),
    setPosition: (position) => set({ position }),
    setArea: (area) => set({ area }),
    setTheme: (theme) => set({ theme }),
    setPadding: ({ bottom = 0, ...others }) =>
      camera.keepView(() => {
        camera.setPadding(others);
        // The logo and the terms of the service must be visible. Therefore the map ends above content that covers its
        // bottom.
        container.style.height = `calc(100% - ${bottom}px)`;
      }),
    viewport: camera.viewport,
    flyTo: ({ centre, zoom = Math.max(camera.viewport().zoom, PLACE_DETAIL_ZOOM) }) =>
      camera.moveTo({ centre, zoom }),
    fitBounds: camera.fitBounds,
    zoomIn: () => camera.zoomBy(1),
    zoomOut: () => camera.zoomBy(-1),
    remove: () => {
      container.removeAttribute('role');
      container.removeAttribute('aria-label');
      // React may be rendering the page that removes the map. Therefore `unmount` is delayed.
      queueMicrotask(() => root.unmount());
    },
  };
}
