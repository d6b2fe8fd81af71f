import { JSONParser } from '@streamparser/json';
import type { Coordinates } from '#common/geo.ts';
import { type Field, fieldOfName } from './column-names.ts';
import { writtenTag } from './place-fields.ts';
import { FileProblem, type OnPlace, type OnSkip } from './file-place.ts';
import { emptyPlace, placeOf, putValue, type WrittenPlace } from './place-fields.ts';
import { centreOf, numberOf, pointOf } from './written-values.ts';

/**
 * Reads GeoJSON feature by feature, or a single feature, or an array of objects that contain places. The supported
 * formats are RFC 7946, both formats of Google's Saved Places.json, Google's reviews, and our own export. If the file has a fault, the features before the fault are
 * still passed to `onPlace`.
 * @throws FileProblem damaged, unknown_format
 */
export async function readJson({
  text,
  list,
  isArray,
  onPlace,
  onSkip,
}: {
  text: AsyncIterable<string>;
  list: string;
  /** Whether the text begins with an array. */
  isArray: boolean;
  onPlace: OnPlace;
  onSkip: OnSkip;
}): Promise<void> {
  const parser = new JSONParser({
    paths: isArray ? ['$.*'] : ['$.features.*', '$.name', '$.type', '$.geometry', '$.properties'],
    keepStack: false,
  });
  let isStopped = false;
  let name = list;
  let fault = false;
  // The first object of an array shows whether the array contains places. Other exports are arrays too.
  let hasPlaces = false;
  let isOther = false;
  const root: Record<string, unknown> = {};
  const take = (feature: Record<string, unknown>) => {
    const { places, skipped } = placesOfFeature(feature);
    for (const place of places) isStopped ||= !onPlace(place, name);
    if (skipped) onSkip(skipped.label, skipped.reason);
  };
  parser.onError = () => void (fault = true);
  parser.onValue = ({ value, key }) => {
    if (isArray) {
      isOther ||= !hasPlaces && !isPlaceObject(value);
      hasPlaces = !isOther;
      if (hasPlaces && isRecord(value)) take(value['type'] === 'Feature' ? value : { properties: value });
    } else if (key === 'name' && typeof value === 'string') name = value;
    else if (key === 'type' || key === 'geometry' || key === 'properties') root[key] = value;
    else if (isRecord(value)) take(value);
  };
  for await (const piece of text) {
    if (isStopped) return;
    if (!fault && !parser.isEnded) parser.write(piece);
    if (isOther) throw new FileProblem('unknown_format');
    if (fault) throw new FileProblem('damaged');
  }
  if (!parser.isEnded) throw new FileProblem('damaged');
  if (root['type'] === 'Feature') take(root);
}

/** A feature with several points becomes a place for each point. */
function placesOfFeature({ geometry, properties }: Record<string, unknown>) {
  const given = isRecord(properties) ? properties : {};
  const written = writtenPlace(given);
  const points = pointsIn(geometry);
  const old = oldPoint(given['Location']) ?? (geometry === undefined ? flatPoint(given) : null);
  const label = [written.fields.name, written.fields.address, written.fields.link].find((text) => text) ?? '';
  // A person or OpenStreetMap draws an area with a name around a place.
  const centre = points.length === 0 && written.fields.name ? centreOf(cornersIn(geometry)) : null;
  if (centre) points.push(centre);
  const isShape = points.length === 0 && isRecord(geometry) && !isPoint(geometry) && !written.fields.address;
  if (isShape) return { places: [], skipped: { label, reason: 'shape' as const } };
  const places = (points.length === 0 ? [old] : points).flatMap((point) => placeOf(written, point) ?? []);
  return { places, skipped: places.length === 0 ? { label, reason: 'nothing' as const } : null };
}

const isPoint = ({ type }: Record<string, unknown>): boolean => type === 'Point' || type === 'MultiPoint';

/** Returns the points of a Point, a MultiPoint or a GeometryCollection. */
function pointsIn(geometry: unknown, depth = 0): Coordinates[] {
  if (!isRecord(geometry) || 3 < depth) return [];
  const { type, coordinates, geometries } = geometry;
  if (type === 'GeometryCollection' && Array.isArray(geometries))
    return geometries.slice(0, POINTS_MAXIMUM).flatMap((each) => pointsIn(each, depth + 1));
  if (!Array.isArray(coordinates)) return [];
  if (!isPoint(geometry)) return [];
  const points: unknown[] = type === 'Point' ? [coordinates] : coordinates;
  return points.slice(0, POINTS_MAXIMUM).flatMap((each: unknown) => {
    if (!Array.isArray(each)) return [];
    return pointOf({ lat: Number(each[1]), lng: Number(each[0]) }) ?? [];
  });
}

/** Returns the corners of a Polygon or a MultiPolygon, without its holes. */
function cornersIn(geometry: unknown): number[][] {
  if (!isRecord(geometry) || !Array.isArray(geometry['coordinates'])) return [];
  const { type, coordinates } = geometry;
  if (type !== 'Polygon' && type !== 'MultiPolygon') return [];
  const polygons: unknown[] = type === 'Polygon' ? [coordinates] : coordinates;
  return polygons.flatMap((polygon): number[][] => {
    const [outline]: unknown[] = Array.isArray(polygon) ? polygon : [];
    return Array.isArray(outline)
      ? outline.flatMap((corner: unknown) => (isPair(corner) ? [corner] : []))
      : [];
  });
}

const isPair = (value: unknown): value is number[] =>
  Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'number';

/** Maximum number of points of one feature. */
const POINTS_MAXIMUM = 1_000;

/** Returns the point in `Geo Coordinates`, which earlier files of Google contain. */
function oldPoint(location: unknown): Coordinates | null {
  const old = isRecord(location) ? location['Geo Coordinates'] : null;
  return isRecord(old) ? pointOf({ lat: Number(old['Latitude']), lng: Number(old['Longitude']) }) : null;
}

/** Returns the point in the properties of an object without a geometry. */
function flatPoint(properties: Record<string, unknown>): Coordinates | null {
  const valueOf = (field: Field) =>
    textOf(Object.entries(properties).find(([name]) => fieldOfName(name) === field)?.[1], field);
  return pointOf({ lat: numberOf(valueOf('lat')), lng: numberOf(valueOf('lng')) });
}

/** In Google's files, the values of the place are nested in the property `location`. */
function writtenPlace(properties: Record<string, unknown>): WrittenPlace {
  const written = emptyPlace();
  const put = (name: string, value: unknown, field?: Field | null) =>
    putValue(written, name, textOf(value, field ?? fieldOfName(name)), field);
  const location = Object.entries(properties).find(([name]) => name.toLowerCase() === 'location')?.[1];
  if (isRecord(location)) {
    put('name', location['Business Name'] ?? location['name']);
    put('address', location['Address'] ?? location['address']);
  }
  for (const [name, value] of Object.entries(properties)) {
    const field = fieldOfName(name);
    if (isRecord(value) || field === 'lat' || field === 'lng' || value === NO_LOCATION) continue;
    // In Google's earlier files, the title may be the name that the member gave to the place.
    const isOwnName = name === 'Title' && written.fields.name !== undefined;
    if (!isOwnName) put(name, value, field);
    else if (value !== written.fields.name) put(name, value, 'note');
  }
  // The date of a review is the day on which the member wrote about the visit.
  if (hasRating(properties) && typeof properties['date'] === 'string')
    put('date', properties['date'], 'visitedAt');
  for (const answer of Array.isArray(properties['questions']) ? properties['questions'] : [])
    if (isRecord(answer) && typeof answer['selected_option'] === 'string')
      put('', `${textOf(answer['question'], null)}: ${answer['selected_option']}`, 'note');
  return written;
}

/** Google writes this sentence as the comment of a place without a location. */
const NO_LOCATION = 'No location information is available for this saved place';

const hasRating = (properties: Record<string, unknown>): boolean =>
  Number(properties['five_star_rating_published']) > 0 || Boolean(properties['review_text_published']);

function textOf(value: unknown, field: Field | null): string {
  if (Array.isArray(value)) {
    const texts = value.filter((each) => typeof each === 'string');
    return field === 'tags' ? texts.map(writtenTag).join(',') : texts.join(',');
  }
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return typeof value === 'boolean' && field !== null && FLAGS.has(field) ? String(value) : '';
}

const FLAGS: ReadonlySet<Field> = new Set(['status', 'isShared', 'isAnonymous']);

/** Whether an object of an array describes a place: a feature, or an object with a name and an address or a point. */
function isPlaceObject(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const fields = new Set(Object.keys(value).map(fieldOfName));
  const isLocated = fields.has('address') || fields.has('point') || (fields.has('lat') && fields.has('lng'));
  return value['type'] === 'Feature' || (fields.has('name') && isLocated);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
