import type { Coordinates } from '#common/geo.ts';
import { fitMargin, PLACE_DETAIL_ZOOM } from '../camera.ts';
import type { Bounds, MapEngineOptions, Padding } from '../map.ts';
import { createMoves } from './moves.ts';
import { boxCentreFor, paddedViewport, viewOf } from './padded-view.ts';

export type View = { centre: Coordinates; zoom: number };

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

/** Moves the map of a service. The centre of a view is the centre of the area that no sheet covers. */
export function createCamera({
  options,
  supportedZoom,
}: {
  options: MapEngineOptions;
  supportedZoom: SupportedZoom;
}) {
  const { container } = options;
  let surface: Surface | null = null;
  let padding: Padding = {};
  /** The current view, or the view at the end of the running camera move. */
  let targetView: View = { centre: options.centre, zoom: options.zoom };

  const size = () => ({ width: container.clientWidth, height: container.clientHeight });
  const start = () => ({ centre: boxCentreFor({ ...targetView, padding }), zoom: targetView.zoom });
  const boxView = () => {
    const { centre, zoom } = surface ? { centre: surface.centre(), zoom: surface.zoom() } : start();
    return { boxCentre: centre, zoom, size: size() };
  };
  const viewport = () => paddedViewport({ ...boxView(), padding });
  const moves = createMoves({ ...options, viewport });

  function moveTo(exact: View, { isByPerson = false, isNeverCloser = false } = {}) {
    const { centre } = exact;
    const zoom = supportedZoom(exact, { isNeverCloser });
    targetView = { centre, zoom };
    // If the view does not change, the service sends no idle event. The next move of the user would then count as a
    // move of the program. Therefore the map is not moved.
    if (!surface || isSameView(viewport(), targetView)) return;
    moves.startOwn({ isByPerson });
    surface.show(start());
  }

  return {
    moves,
    viewport,
    moveTo,
    /** Returns the view of the whole box of the map, which a new surface must show. */
    start,
    /** Returns what the whole box of the map shows, also below a sheet. */
    boxViewport: () => {
      const { bounds, zoom } = paddedViewport({ ...boxView(), padding: {} });
      return { bounds, zoom };
    },
    hasSurface: () => surface !== null,
    setSurface: (next: Surface | null) => {
      surface = next;
    },
    /** Must be called when the service has moved the map. */
    follow: () => {
      const { centre, zoom } = viewport();
      targetView = { centre, zoom };
    },
    /** Shows the same view after `change`, which changes the padding or the size of the map. */
    keepView: (change: () => void) => {
      const { centre, zoom } = surface ? viewport() : targetView;
      change();
      moveTo({ centre, zoom });
    },
    setPadding: (next: Padding) => {
      padding = next;
    },
    zoomBy: (steps: number) => {
      const { centre, zoom } = viewport();
      moveTo({ centre, zoom: zoom + steps }, { isByPerson: true });
    },
    fitBounds: (bounds: Bounds) =>
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
  };
}

/** Whether the views differ by less than about a hundredth of a pixel. */
const isSameView = (one: View, other: View) =>
  Math.abs(one.zoom - other.zoom) < 0.01 &&
  Math.abs(one.centre.lat - other.centre.lat) < 1e-7 &&
  Math.abs(one.centre.lng - other.centre.lng) < 1e-7;
