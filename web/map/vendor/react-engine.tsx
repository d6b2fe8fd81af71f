import { type ComponentType, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { Coordinates } from '#common/geo.ts';
import { createStore, useStore } from '#web/store.ts';
import type {
  Area,
  Bounds,
  MapEngine,
  MapEngineOptions,
  MapPin,
  MyPosition,
  Padding,
  Theme,
} from '../map.ts';
import { fitMargin, NEAREST_ZOOM, PLACE_DETAIL_ZOOM } from '../camera.ts';
import { createMoves } from './moves.ts';
import { boxCentreFor, paddedViewport, viewOf } from './padded-view.ts';

type View = { centre: Coordinates; zoom: number };

/**
 * The nearest zoom that the service supports. `isNeverCloser`: rounds down, so that everything that the exact zoom
 * shows stays visible.
 */
export type SupportedZoom = (exact: View, how: { isNeverCloser: boolean }) => number;

export type Surface = {
  /** Returns the centre of the map's box. */
  centre: () => Coordinates;
  zoom: () => number;
  show: (view: View) => void;
};

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

/** Creates a map from the React component of a service. Camera moves take the padding into account. */
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
  let surface: Surface | null = null;
  let padding: Padding = {};
  /**
   * The current view, or the view at the end of the running camera move. The centre of this view is the centre of the
   * area that no sheet covers.
   */
  let targetView: View = { centre: options.centre, zoom: options.zoom };
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

  const size = () => ({ width: container.clientWidth, height: container.clientHeight });
  const boxView = () =>
    surface
      ? { boxCentre: surface.centre(), zoom: surface.zoom() }
      : { boxCentre: boxCentreFor({ ...targetView, padding }), zoom: targetView.zoom };
  const viewport = () => paddedViewport({ ...boxView(), size: size(), padding });
  const moves = createMoves({ ...options, viewport });
  const redraw = () => {
    const { bounds, zoom } = paddedViewport({ ...boxView(), size: size(), padding: {} });
    set({ view: { bounds, zoom } });
  };

  function moveTo(exact: View, { isByPerson = false, isNeverCloser = false } = {}) {
    const { centre } = exact;
    const zoom = supportedZoom(exact, { isNeverCloser });
    targetView = { centre, zoom };
    // If the view does not change, the service sends no idle event. The next move of the user would then count as a
    // move of the program. Therefore the map is not moved.
    if (!surface || isSameView(viewport(), targetView)) return;
    moves.startOwn({ isByPerson });
    surface.show({ centre: boxCentreFor({ ...targetView, padding }), zoom });
  }
  const zoomBy = (steps: number) => {
    const { centre, zoom } = viewport();
    moveTo({ centre, zoom: zoom + steps }, { isByPerson: true });
  };

  const handlers: Omit<DrawingProps, keyof OnMap> = {
    start: () => ({ centre: boxCentreFor({ ...targetView, padding }), zoom: targetView.zoom }),
    isInteractive: options.isInteractive,
    onSurface: (next) => {
      const isFirst = surface === null && next !== null && onMap.get().view === null;
      surface = next;
      if (!next) return;
      moves.startOwn({ isByPerson: false });
      redraw();
      if (isFirst) onReady();
    },
    onChanged: () => {
      moves.changed();
      const { centre, zoom } = viewport();
      targetView = { centre, zoom };
    },
    onRested: () => {
      redraw();
      moves.rested();
    },
    onTaken: moves.taken,
    onPinPress: options.onPinPress,
    onClusterPress: ({ coordinates, opensAt }) =>
      moveTo({ centre: coordinates, zoom: Math.min(opensAt, NEAREST_ZOOM) }, { isByPerson: true }),
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
    setPadding: ({ bottom = 0, ...others }) => {
      const { centre, zoom } = surface ? viewport() : targetView;
      padding = others;
      // The logo and the terms of the service must be visible. Therefore the map ends above content that covers its
      // bottom.
      container.style.height = `calc(100% - ${bottom}px)`;
      moveTo({ centre, zoom });
    },
    viewport,
    flyTo: ({ centre, zoom = Math.max(viewport().zoom, PLACE_DETAIL_ZOOM) }) => moveTo({ centre, zoom }),
    fitBounds: (bounds) =>
      moveTo(
        viewOf({
          bounds,
          size: size(),
          padding,
          margin: fitMargin(size().height - (padding.top ?? 0)),
          nearest: PLACE_DETAIL_ZOOM,
        }),
        { isNeverCloser: true },
      ),
    zoomIn: () => zoomBy(1),
    zoomOut: () => zoomBy(-1),
    remove: () => {
      container.removeAttribute('role');
      container.removeAttribute('aria-label');
      // React may be rendering the page that removes the map. Therefore `unmount` is delayed.
      queueMicrotask(() => root.unmount());
    },
  };
}

/** Whether the views differ by less than about a hundredth of a pixel. */
const isSameView = (one: View, other: View) =>
  Math.abs(one.zoom - other.zoom) < 0.01 &&
  Math.abs(one.centre.lat - other.centre.lat) < 1e-7 &&
  Math.abs(one.centre.lng - other.centre.lng) < 1e-7;
