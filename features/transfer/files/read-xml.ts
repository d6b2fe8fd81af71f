import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { type Field, fieldOfName } from './column-names.ts';
import { type FilePlace, FileProblem, type OnPlace, type OnSkip } from './file-place.ts';
import { emptyPlace, placeOf, putValue, type WrittenPlace } from './place-fields.ts';
import { ENTITIES, oneLine, plainText } from './plain-text.ts';
import { centreOf, pointOf } from './written-values.ts';

const DEPTH_MAXIMUM = 200;
const TEXT_MAXIMUM = 20_000;

/**
 * Reads KML 2.2 and GPX 1.1 element by element. Documents with a DOCTYPE are refused, because neither format has a
 * DOCTYPE. Only the predefined entities of XML and the common entities of HTML are resolved. If the document has a
 * fault, the places before the fault are still passed to `onPlace`, and nothing after it is read.
 * @throws FileProblem damaged
 */
export async function readXml({
  text,
  list,
  onPlace,
  onSkip,
}: {
  text: AsyncIterable<string>;
  list: string;
  onPlace: OnPlace;
  onSkip: OnSkip;
}): Promise<void> {
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false });
  Object.assign(parser.ENTITIES, ENTITIES, { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" });
  const reading = placesOf({ list, onPlace, onSkip });
  let fault = false;
  parser.on('error', () => void (fault = true));
  parser.on('doctype', () => void (fault = true));
  // The parser continues after a fault, but its events are then wrong.
  parser.on('opentag', (tag) => void (fault ||= !reading.open(tag)));
  parser.on('text', (written) => fault || reading.text(written));
  parser.on('cdata', (written) => fault || reading.text(written));
  parser.on('closetag', (tag) => fault || reading.close(localName(tag.name)));
  for await (const piece of text) {
    for (let at = 0; at < piece.length && !fault; at += PIECE) parser.write(piece.slice(at, at + PIECE));
    if (fault) throw new FileProblem('damaged');
    if (reading.isStopped()) return;
  }
  parser.close();
  if (fault) throw new FileProblem('damaged');
}

/** Number of characters that are parsed between two checks for faults. */
const PIECE = 65_536;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();

/** A place whose element is not closed yet, with the values that were read so far. */
type OpenPlace = {
  element: string;
  written: WrittenPlace;
  description: string;
  point: { lat: number; lng: number } | null;
  hasShape: boolean;
  /** The corners of the areas, as longitude and latitude. */
  corners: number[][];
};

const NO_SHAPE = { hasShape: false, corners: [] };

const PLACES: ReadonlySet<string> = new Set(['placemark', 'wpt', 'rtept']);
/** The elements that describe a line or an area. */
const SHAPES: ReadonlySet<string> = new Set([
  'linestring',
  'linearring',
  'polygon',
  'track',
  'multitrack',
  'model',
]);

function placesOf({ list, onPlace, onSkip }: { list: string; onPlace: OnPlace; onSkip: OnSkip }) {
  const path: string[] = [];
  /** Names of the folders that contain the current element. A place belongs to the innermost folder that has a name. */
  const folders: string[] = [];
  let place: OpenPlace | null = null;
  let text = '';
  let dataName = '';
  let isStopped = false;
  let gpxName = '';
  let trackName = '';

  return {
    isStopped: () => isStopped,
    /** Returns false if the document is nested too deeply. */
    open: (tag: SaxesTagPlain): boolean => {
      const name = localName(tag.name);
      path.push(name);
      text = '';
      if (name === 'folder' || name === 'document') folders.push('');
      else if (PLACES.has(name)) {
        const point =
          name === 'placemark' ? null : { lat: Number(tag.attributes.lat), lng: Number(tag.attributes.lon) };
        place = { element: name, point, written: emptyPlace(), description: '', ...NO_SHAPE };
      } else if (place && SHAPES.has(name)) place.hasShape = true;
      else if (name === 'trk') trackName = '';
      else if (name === 'data' || name === 'simpledata') dataName = tag.attributes.name ?? '';
      else if (name === 'link' && place) put(place, 'link', tag.attributes.href ?? '');
      return path.length <= DEPTH_MAXIMUM;
    },
    text: (written: string) => {
      if (text.length < TEXT_MAXIMUM) text += written.slice(0, TEXT_MAXIMUM);
    },
    close: (name: string) => {
      path.pop();
      const parent = path.at(-1) ?? '';
      const value = text.trim();
      text = '';
      if (PLACES.has(name)) {
        const folder = folders.findLast((each) => each !== '') ?? (gpxName || list);
        const found = place && placeOfElement(place, onSkip);
        if (found) isStopped ||= !onPlace(found, folder);
        place = null;
      } else if (name === 'trk') onSkip(trackName, 'shape');
      else if (name === 'folder' || name === 'document') folders.pop();
      else if (place) closeInPlace({ place, name, parent, value });
      else if (name === 'name') {
        if (parent === 'folder' || parent === 'document') folders[folders.length - 1] = value;
        if (parent === 'metadata') gpxName = value;
        if (parent === 'trk') trackName = oneLine(value, LABEL_MAXIMUM);
      }
    },
  };

  function closeInPlace(closed: { place: OpenPlace; name: string; parent: string; value: string }) {
    const { place: open, name, parent, value } = closed;
    if (name === 'coordinates' && parent === 'point') {
      const [lng, lat] = value.split(',', 2).map(Number);
      open.point ??= { lat: lat ?? Number.NaN, lng: lng ?? Number.NaN };
    } else if (name === 'coordinates' && path.includes('outerboundaryis')) {
      const corners = value.split(/\s+/).map((corner) => corner.split(',', 2).map(Number));
      open.corners = open.corners.concat(corners);
    } else if (name === 'value' && parent === 'data') putData(open, dataName, value);
    else if (name === 'simpledata') putData(open, dataName, value);
    else if (PLACES.has(parent)) putElement(open, name, value);
    // Programs write the address and the telephone number of a waypoint into elements of their own.
    else if (path.includes('extensions') && (parent === 'extensions' || fieldOfName(name)))
      putData(open, name, value);
  }
}

/** Returns the place of a closed element. Returns null and calls `onSkip` if the element describes no place. */
function placeOfElement(
  { element, written, description, point, hasShape, corners }: OpenPlace,
  onSkip: OnSkip,
): FilePlace | null {
  const note = withoutCopies(description, written);
  putValue(written, 'description', note, 'note');
  const { name = '', address = '', link = '' } = written.fields;
  // A member draws an area with a name around a place.
  const centre = name === '' ? null : centreOf(corners);
  const at = point ? pointOf(point) : centre;
  const label =
    [name, address, link, written.fields.note ?? ''].find((each) => each !== '') ??
    (at ? `${at.lat.toFixed(5)}, ${at.lng.toFixed(5)}` : '');
  const skip = (reason: 'shape' | 'nothing') => {
    onSkip(oneLine(plainText(label), LABEL_MAXIMUM), reason);
    return null;
  };
  // A nameless point of a route only describes the line of the route.
  const isLine = element === 'rtept' ? name === '' : hasShape && at === null && address === '';
  if (isLine) return skip('shape');
  return placeOf(written, at) ?? skip('nothing');
}

function putElement(open: OpenPlace, name: string, value: string) {
  if (name === 'description' || name === 'desc' || name === 'cmt') {
    if (!open.description.includes(value)) open.description = `${open.description}\n${value}`.trim();
  } else if (name === 'name' || name === 'address') put(open, name, value);
  else if (name === 'phonenumber') put(open, 'phoneNumber', value);
  else if (name === 'url') put(open, 'link', value);
  else if (name === 'type') put(open, 'category', value);
}

const put = ({ written }: OpenPlace, field: Field, value: string) => putValue(written, field, value, field);

/** Reads a value of ExtendedData in KML. The name of the value may be a column name of another program. */
function putData({ written }: OpenPlace, name: string, value: string) {
  const field = fieldOfName(name);
  putValue(written, name, field === 'note' ? plainText(value) : value, field);
}

const LABEL_MAXIMUM = 100;

/**
 * Removes the lines of a description that repeat a column. Google My Maps writes each column as `name: value` into the
 * description, and again into ExtendedData. The column of the name is only in the description and in the name.
 */
function withoutCopies(description: string, { fields, labels, extras }: WrittenPlace): string {
  const values = [...Object.values(fields), ...Object.values(extras)].map(plainText);
  const names = [...Object.values(labels), ...Object.keys(extras)];
  return plainText(description)
    .split('\n')
    .filter((line) => {
      const [label = '', ...value] = line.split(':');
      if (fieldOfName(label) === 'name' && value.join(':').trim() === plainText(fields.name ?? ''))
        return false;
      const name = names.find((each) => line.startsWith(`${each}:`));
      return name === undefined || !values.some((value) => line.slice(name.length + 1).trim() === value);
    })
    .join('\n');
}
