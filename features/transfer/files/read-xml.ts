import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { type Field, fieldOfName, placeOf, plainText, pointOf, type WrittenFields } from './place-fields.ts';
import { FileProblem, type OnPlace } from './file-place.ts';

const DEPTH_MAXIMUM = 200;
const TEXT_MAXIMUM = 20_000;

/**
 * Reads KML 2.2 and GPX 1.1 element by element. Documents with a DOCTYPE are refused, because neither format has a
 * DOCTYPE. Only the predefined entities of XML, such as `&amp;`, are resolved. If the document has a fault, the places
 * before the fault are still passed to `onPlace`.
 * @throws FileProblem damaged
 */
export async function readXml({
  text,
  list,
  onPlace,
}: {
  text: AsyncIterable<string>;
  list: string;
  onPlace: OnPlace;
}): Promise<void> {
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false });
  const reading = placesOf({ list, onPlace });
  let fault = false;
  parser.on('error', () => void (fault = true));
  parser.on('doctype', () => void (fault = true));
  parser.on('opentag', (tag) => void (fault ||= !reading.open(tag)));
  parser.on('text', (written) => reading.text(written));
  parser.on('cdata', (written) => reading.text(written));
  parser.on('closetag', (tag) => reading.close(localName(tag.name)));
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
type OpenPlace = { written: WrittenFields; point: { lat: number; lng: number } | null; isRoute: boolean };

function placesOf({ list, onPlace }: { list: string; onPlace: OnPlace }) {
  const path: string[] = [];
  /** Names of the folders that contain the current element. A place belongs to the innermost folder that has a name. */
  const folders: string[] = [];
  let place: OpenPlace | null = null;
  let text = '';
  let dataName = '';
  let isStopped = false;
  let gpxName = '';

  const finish = (done: OpenPlace) => {
    const { written, point } = done;
    const found = done.isRoute ? null : placeOf(written, point && pointOf(point));
    const folder = folders.findLast((name) => name !== '') ?? (gpxName || list);
    if (found) isStopped ||= !onPlace(found, folder);
  };

  const put = (field: Field, value: string) => {
    if (!place || value === '') return;
    if (field === 'note' && place.written.note) place.written.note += `\n${value}`;
    else place.written[field] ??= value;
  };

  return {
    isStopped: () => isStopped,
    /** Returns false if the document is nested too deeply. */
    open: (tag: SaxesTagPlain): boolean => {
      const name = localName(tag.name);
      path.push(name);
      text = '';
      if (name === 'folder' || name === 'document') folders.push('');
      else if (name === 'placemark') place = { written: {}, point: null, isRoute: false };
      else if (name === 'wpt') {
        const point = { lat: Number(tag.attributes.lat), lng: Number(tag.attributes.lon) };
        place = { written: {}, point, isRoute: false };
      } else if (place && (name === 'linestring' || name === 'polygon')) place.isRoute = true;
      else if (name === 'data' || name === 'simpledata') dataName = tag.attributes.name ?? '';
      else if (name === 'link' && place) put('link', tag.attributes.href ?? '');
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
      if (name === 'placemark' || name === 'wpt') {
        if (place) finish(place);
        place = null;
      } else if (name === 'folder' || name === 'document') folders.pop();
      else if (!place) {
        if (name === 'name' && (parent === 'folder' || parent === 'document'))
          folders[folders.length - 1] = value;
        if (name === 'name' && parent === 'metadata') gpxName = value;
      } else if (name === 'coordinates' && parent === 'point') {
        const [lng, lat] = value.split(',', 2).map(Number);
        place.point = { lat: lat ?? Number.NaN, lng: lng ?? Number.NaN };
      } else if (name === 'value' && parent === 'data') putData(dataName, value);
      else if (name === 'simpledata') putData(dataName, value);
      else if (parent === 'placemark' || parent === 'wpt' || parent === 'extensions') putElement(name, value);
    },
  };

  function putElement(name: string, value: string) {
    if (name === 'description' || name === 'desc' || name === 'cmt') put('note', value);
    else if (name === 'name' || name === 'address') put(name, value);
    else if (name === 'phonenumber') put('phoneNumber', value);
    else if (name === 'type') put('category', value);
    else if (path.at(-1) === 'extensions') putData(name, value);
  }

  /** Reads a value of ExtendedData in KML. The name of the value may be a column name of another program. */
  function putData(name: string, value: string) {
    const field = fieldOfName(name);
    if (field) put(field, field === 'note' ? plainText(value) : value);
  }
}
