import { CREDIT } from '../camera.ts';
import { circleAround, gridLines, labelPoint, METRES_PER_DEGREE, ringRadii } from '../distance-rings.ts';
import type { Area, MapPin, MyPosition, Viewport } from '../map.ts';
import { roundDistance } from '../scale.ts';
import { isWithin, metresPerPixel } from '../viewport.ts';
import type { Feature, FeatureCollection, Position } from './geojson.ts';
import { GRID_FROM_ZOOM } from './offline-base.ts';

/* Only this module converts { lat, lng } to GeoJSON's [lng, lat]. */

const FINE_GRID_FROM_ZOOM = 15.2;
const ACCURACY_WORTH_SHOWING_METRES = 60;
const HALF_LABEL_PIXELS = 8;

export function pinsData(pins: readonly MapPin[]): FeatureCollection {
  return collection(pins.map((pin) => pinFeature(pin, {})));
}

/** Returns the selected and the hovered pin, which separate layers draw. */
export function raisedData({
  selected,
  hovered,
}: {
  selected: MapPin | null;
  hovered: MapPin | null;
}): FeatureCollection {
  return collection([
    ...(hovered && hovered.id !== selected?.id ? [pinFeature(hovered, { how: 'hovered' })] : []),
    ...(selected ? [pinFeature(selected, { how: 'selected' })] : []),
  ]);
}

export function positionData(position: MyPosition | null): FeatureCollection {
  if (!position) return collection([]);
  const { coordinates, accuracyMetres } = position;
  const isVague = accuracyMetres > ACCURACY_WORTH_SHOWING_METRES;
  return collection([
    ...(isVague ? [polygon(circleAround({ centre: coordinates, metres: accuracyMetres }))] : []),
    point([coordinates.lng, coordinates.lat], {}),
  ]);
}

export function areaData(area: Area | null): FeatureCollection {
  if (!area) return collection([]);
  return collection([polygon(circleAround({ centre: area.centre, metres: area.radiusMetres }))]);
}

export function ringsData({
  position,
  viewport,
}: {
  position: MyPosition | null;
  viewport: Viewport;
}): FeatureCollection {
  if (!position) return collection([]);
  const { lat } = position.coordinates;
  const scale = metresPerPixel({ latitude: lat, zoom: viewport.zoom });
  const credit = ((CREDIT.height + HALF_LABEL_PIXELS) * scale) / METRES_PER_DEGREE;
  const sight = { ...viewport.bounds, south: viewport.bounds.south + credit };
  const radii = ringRadii({ metresPerPixel: scale, widestPixels: (1.1 * viewport.radiusMetres) / scale });
  return collection(
    radii.flatMap((metres) => {
      const circle = circleAround({ centre: position.coordinates, metres });
      const label = labelPoint({ circle, isInSight: (at) => isWithin(at, sight) });
      return [line(circle), point(label, { label: roundDistance(metres) })];
    }),
  );
}

/** Returns a grid of squares of 100 or 500 metres. At low zoom, the grid is empty. */
export function gridData({ zoom, bounds }: Viewport): FeatureCollection {
  if (zoom < GRID_FROM_ZOOM) return collection([]);
  const metres = zoom < FINE_GRID_FROM_ZOOM ? 500 : 100;
  return collection(gridLines({ bounds, metres }).map(line));
}

export const creditData = (bottomCentre: Position): FeatureCollection =>
  collection([point(bottomCentre, {})]);

function pinFeature(
  { id, name, coordinates, kind, categoryId }: MapPin,
  more: Record<string, string>,
): Feature {
  // A visited place shows a check regardless of its category. Therefore one image is enough for fifteen categories.
  const category = kind === 'done' ? '' : (categoryId ?? '');
  return point([coordinates.lng, coordinates.lat], { id, name: nameOnMap(name), kind, category, ...more });
}

const LONGEST_NAME = 24;

/** Shortens a name, so that it takes at most three lines on the map. */
const nameOnMap = (name: string) =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1).trimEnd()}…` : name;

function collection(features: Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features };
}

function point(at: Position, properties: Record<string, string>): Feature {
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: at } };
}

function line(points: Position[]): Feature {
  return { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: points } };
}

function polygon(ring: Position[]): Feature {
  return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } };
}
