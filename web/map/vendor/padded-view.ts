import { type Coordinates, distanceMetres } from '#common/geo.ts';
import type { Bounds, Padding, Viewport } from '../map.ts';
import { metresPerPixel, WORLD_PIXELS_AT_ZOOM_0 } from '../viewport.ts';

/*
 * Maps of Google and Kakao have no persistent padding: the centre of the map is the centre of its box. These functions
 * convert between the centre of the box and the centre of the uncovered area. They compute on the web-mercator plane,
 * with MapLibre's zoom.
 */

type Size = { width: number; height: number };

export function paddedViewport({
  boxCentre,
  zoom,
  size,
  padding,
}: {
  boxCentre: Coordinates;
  zoom: number;
  size: Size;
  padding: Padding;
}): Viewport {
  const { top, right, bottom, left } = sidesOf(padding);
  const middle = moved({ from: boxCentre, zoom, by: aside(padding) });
  const half = {
    x: Math.max(0, size.width - left - right) / 2,
    y: Math.max(0, size.height - top - bottom) / 2,
  };
  const southWest = moved({ from: middle, zoom, by: { x: -half.x, y: half.y } });
  const northEast = moved({ from: middle, zoom, by: { x: half.x, y: -half.y } });
  return {
    centre: middle,
    zoom,
    bounds: { south: southWest.lat, west: southWest.lng, north: northEast.lat, east: northEast.lng },
    radiusMetres: distanceMetres(middle, northEast),
  };
}

/** Returns the centre that the box must have, so that the given point is at the centre of the uncovered area. */
export function boxCentreFor({
  centre,
  zoom,
  padding,
}: {
  centre: Coordinates;
  zoom: number;
  padding: Padding;
}): Coordinates {
  const { x, y } = aside(padding);
  return moved({ from: centre, zoom, by: { x: -x, y: -y } });
}

/** Returns the closest view that shows the whole bounds, with a margin in pixels. */
export function viewOf({
  bounds: { south, west, north, east },
  size,
  padding,
  margin,
  nearest,
}: {
  bounds: Bounds;
  size: Size;
  padding: Padding;
  margin: number;
  /** Maximum zoom. It applies if the bounds are small. */
  nearest: number;
}): { centre: Coordinates; zoom: number } {
  const { top, right, bottom, left } = sidesOf(padding);
  const [low, high] = [projected({ lat: south, lng: west }, 0), projected({ lat: north, lng: east }, 0)];
  const room = {
    x: Math.max(1, size.width - left - right - 2 * margin),
    y: Math.max(1, size.height - top - bottom - 2 * margin),
  };
  const zoom = Math.min(
    nearest,
    Math.log2(room.x / Math.max(1e-9, high.x - low.x)),
    Math.log2(room.y / Math.max(1e-9, low.y - high.y)),
  );
  return { centre: unprojected({ x: (low.x + high.x) / 2, y: (low.y + high.y) / 2 }, 0), zoom };
}

/** Returns the zoom at which a pixel covers this many metres at this latitude. */
export function zoomAt({ metresPerPixel: metres, latitude }: { metresPerPixel: number; latitude: number }) {
  return Math.log2(metresPerPixel({ latitude, zoom: 0 }) / metres);
}

/**
 * Returns the offset from the centre of the box to the centre of the uncovered area, in pixels to the right and down.
 */
const aside = (padding: Padding) => {
  const { top, right, bottom, left } = sidesOf(padding);
  return { x: (left - right) / 2, y: (top - bottom) / 2 };
};

const sidesOf = ({ top = 0, right = 0, bottom = 0, left = 0 }: Padding) => ({ top, right, bottom, left });

function moved({ from, zoom, by }: { from: Coordinates; zoom: number; by: { x: number; y: number } }) {
  const { x, y } = projected(from, zoom);
  return unprojected({ x: x + by.x, y: y + by.y }, zoom);
}

function projected({ lat, lng }: Coordinates, zoom: number) {
  const world = WORLD_PIXELS_AT_ZOOM_0 * 2 ** zoom;
  const sine = Math.sin((lat * Math.PI) / 180);
  return {
    x: ((lng + 180) / 360) * world,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world,
  };
}

function unprojected({ x, y }: { x: number; y: number }, zoom: number): Coordinates {
  const world = WORLD_PIXELS_AT_ZOOM_0 * 2 ** zoom;
  return {
    lat: (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / world))) * 180) / Math.PI,
    lng: (x / world) * 360 - 180,
  };
}
