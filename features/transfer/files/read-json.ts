import { JSONParser } from '@streamparser/json';
import { type Field, fieldOfName, placeOf, pointOf, type WrittenFields } from './place-fields.ts';
import { FileProblem, type OnPlace } from './file-place.ts';

/**
 * Reads GeoJSON feature by feature. The supported formats are RFC 7946, both formats of Google's Saved Places.json, and
 * our own export. If the file has a fault, the features before the fault are still passed to `onPlace`.
 * @throws FileProblem damaged
 */
export async function readJson({
  text,
  list,
  onPlace,
}: {
  text: AsyncIterable<string>;
  list: string;
  onPlace: OnPlace;
}): Promise<void> {
  const parser = new JSONParser({ paths: ['$.features.*', '$.name'], keepStack: false });
  let isStopped = false;
  let name = list;
  let fault = false;
  parser.onError = () => void (fault = true);
  parser.onValue = ({ value, key }) => {
    if (key === 'name' && typeof value === 'string') name = value;
    else if (isRecord(value)) {
      const place = placeOfFeature(value);
      if (place) isStopped ||= !onPlace(place, name);
    }
  };
  for await (const piece of text) {
    if (isStopped) return;
    if (!fault && !parser.isEnded) parser.write(piece);
    if (fault) throw new FileProblem('damaged');
  }
  if (!parser.isEnded) throw new FileProblem('damaged');
}

function placeOfFeature({ geometry, properties }: Record<string, unknown>) {
  const given = isRecord(properties) ? properties : {};
  return placeOf(writtenFields(given), pointIn(geometry) ?? pointIn(given['Location']));
}

/** Returns the point in the `coordinates` of a Point, or in Google's older `Geo Coordinates`. */
function pointIn(value: unknown) {
  if (!isRecord(value)) return null;
  if (value['type'] === 'Point' && Array.isArray(value['coordinates'])) {
    const [lng, lat] = value['coordinates'] as unknown[];
    return pointOf({ lat: Number(lat), lng: Number(lng) });
  }
  const old = value['Geo Coordinates'];
  return isRecord(old) ? pointOf({ lat: Number(old['Latitude']), lng: Number(old['Longitude']) }) : null;
}

/**
 * Returns the values of a feature's properties, by field. In Google's files, the values of the place are nested in the
 * property `location`.
 */
function writtenFields(properties: Record<string, unknown>): WrittenFields {
  const written: WrittenFields = {};
  const put = (field: Field, value: unknown) => {
    const text = Array.isArray(value)
      ? value.filter((each) => typeof each === 'string').join(',')
      : typeof value === 'string' || typeof value === 'number'
        ? String(value)
        : typeof value === 'boolean' && FLAGS.has(field)
          ? String(value)
          : '';
    if (text === '') return;
    if (field === 'note' && written.note) written.note += `\n${text}`;
    else written[field] ??= text;
  };
  const location = Object.entries(properties).find(([name]) => name.toLowerCase() === 'location')?.[1];
  if (isRecord(location)) {
    put('name', location['Business Name'] ?? location['name']);
    put('address', location['Address'] ?? location['address']);
  }
  for (const [name, value] of Object.entries(properties)) {
    const field = fieldOfName(name);
    if (field && field !== 'lat' && field !== 'lng' && !isRecord(value)) put(field, value);
  }
  return written;
}

const FLAGS: ReadonlySet<Field> = new Set(['status', 'isShared', 'isAnonymous']);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
