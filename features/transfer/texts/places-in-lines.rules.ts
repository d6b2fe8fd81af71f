import type { Coordinates } from '#common/geo.ts';
import { beginsWithProvince } from './address-in-text.rules.ts';
import { type Columns, columnsOf } from './labels.rules.ts';
import {
  cleanName,
  isHeading,
  isKindOfFood,
  isNameLike,
  isNote,
  isTalk,
  looksLikeRestaurant,
  type Marker,
  nameAtEnd,
} from './names-in-text.rules.ts';
import { type Layout, layoutOf, nameWeakAddresses, type NumberedPiece } from './layout-of-text.rules.ts';
import { ADDRESS_MAXIMUM, type LoneAddress, type Piece, piecesOf } from './pieces-of-line.rules.ts';

/** A place that was found in a text. A value that was not found is ''. */
export type TextPlace = {
  name: string;
  address: string;
  phoneNumber: string;
  /** The link to a maps app. If there is none, another link next to the place. */
  link: string;
  /** Only pages contain a position. */
  coordinates?: Coordinates | null;
};

/** A text that is not part of a place yet. */
type LooseText = { line: number; text: string; marker: Marker | null; phoneNumber: string };
type FoundPlace = TextPlace & {
  line: number;
  marker: Marker | null;
  /** Whether name and address stand in one line. */
  isOneLine: boolean;
  /** The place was shared by an app, or has a field with a label. Then the first text without a role is its name. */
  isLabelled: boolean;
  /** The line of the link to a maps app. */
  linkLine: number | null;
};
type Of<Kind extends Piece['kind']> = Extract<Piece, { kind: Kind }> & { line: number };

const NO_PLACE = {
  name: '',
  address: '',
  phoneNumber: '',
  link: '',
  marker: null,
  isOneLine: false,
  isLabelled: false,
  linkLine: null,
} as const;

/**
 * Returns the places of a text or of one message, in their order, and the lines that belong to no place.
 * @param isMessage whether the text is a message of a chat, in which most texts are conversation
 */
export function placesInLines(
  lines: readonly string[],
  { isMessage }: { isMessage: boolean },
): { places: TextPlace[]; unread: string[] } {
  let columns: Columns | null = null;
  const headers = new Set<number>();
  let paragraph = 0;
  const pieces = lines.flatMap((line, at): NumberedPiece[] => {
    const header = columnsOf(line);
    if (header) {
      columns = header;
      headers.add(at);
      return [];
    }
    if (line.trim() === '') paragraph += 1;
    return piecesOf(line, columns).map((piece) => ({ ...piece, line: at, paragraph }));
  });
  const read = nameWeakAddresses(pieces);
  const { places, loose, used } = combine(read, layoutOf(read));
  const named = namesAmong({ loose, places, isMessage });
  const all = [...places, ...named].toSorted((a, b) => a.line - b.line);
  for (const { line } of all) used.add(line);
  const unread = lines.filter((line, at) => line.trim() !== '' && !used.has(at) && !headers.has(at));
  return {
    places: all.map(({ name, address, phoneNumber, link }) => ({ name, address, phoneNumber, link })),
    unread: unread.map((line) => line.trim()),
  };
}

/** What is known after some of the pieces of a text. */
type Reading = {
  layout: Layout;
  places: FoundPlace[];
  /** The place that the next pieces may complete. */
  current: FoundPlace | null;
  /** Texts since the last place. One of them may be the name of the next address. */
  waiting: LooseText[];
  /** Texts that became part of no place. */
  loose: LooseText[];
  /** Lines of which a part was understood. */
  used: Set<number>;
};

function combine(pieces: readonly NumberedPiece[], layout: Layout): Reading {
  const reading: Reading = {
    layout,
    places: [],
    current: null,
    waiting: [],
    loose: [],
    used: new Set(),
  };
  for (const piece of pieces) if (readPiece(reading, piece)) reading.used.add(piece.line);
  reading.loose = reading.loose.concat(reading.waiting);
  reading.places = reading.places.filter(({ name, address, link }) => `${name}${address}${link}` !== '');
  return reading;
}

/** Adds a piece to the reading. Returns false if the piece is not part of a place yet. */
function readPiece(reading: Reading, piece: NumberedPiece): boolean {
  const { line } = piece;
  switch (piece.kind) {
    case 'app':
      begin(reading, { line, isLabelled: true });
      return true;
    case 'place':
      readPlace(reading, { ...piece, line });
      return true;
    case 'listed':
      begin(reading, { line, name: piece.name, address: piece.area });
      return true;
    case 'field':
      readField(reading, { ...piece, line });
      return true;
    case 'address':
      readAddress(reading, { ...piece, line });
      return true;
    case 'text':
      return readText(reading, { line, text: piece.text, marker: piece.marker, phoneNumber: '' });
    case 'phone':
      readPhone(reading, piece.text);
      return true;
    case 'link':
      return readLink(reading, { ...piece, line });
    case 'note':
      return reading.places.length > 0;
    case 'ignorable':
      return true;
  }
}

function begin(reading: Reading, given: Partial<FoundPlace> & { line: number }): FoundPlace {
  reading.loose = reading.loose.concat(reading.waiting);
  reading.waiting = [];
  const place = { ...NO_PLACE, ...given };
  reading.current = place;
  reading.places.push(place);
  return place;
}

/** Begins a place whose name is one of the texts before it. */
function beginWithWaiting(reading: Reading, given: Partial<FoundPlace> & { line: number }): FoundPlace {
  const { waiting } = reading;
  const name = nameOfWaiting(waiting);
  if (!name) return begin(reading, given);
  // The telephone number may be behind a remark between the name and the address.
  const withPhone = waiting.slice(waiting.indexOf(name)).find(({ phoneNumber }) => phoneNumber !== '');
  reading.waiting = waiting.filter((each) => each !== name);
  reading.used.add(name.line);
  return begin(reading, {
    ...given,
    name: nameAtEnd(name.text),
    marker: name.marker,
    phoneNumber: withPhone?.phoneNumber ?? '',
  });
}

function readPlace(reading: Reading, piece: Of<'place'>): void {
  const { current } = reading;
  const { name, address, marker, line } = piece;
  const isShared = current?.isLabelled && current.name === '' && current.address === '';
  if (isShared) Object.assign(current, { name, address });
  else begin(reading, { line, name, address, marker, isOneLine: true });
}

function readField(reading: Reading, { label, value, line }: Of<'field'>): void {
  const { current, waiting } = reading;
  if (label === 'name') {
    if (current?.isLabelled && current.name === '') current.name = value;
    else begin(reading, { line, name: value, isLabelled: true });
  } else if (current?.name && current.address === '' && waiting.length === 0) current.address = value;
  // The address of the lot is another address of the same place.
  else if (!current?.address || (label === 'address' && nameOfWaiting(waiting)))
    beginWithWaiting(reading, { line, address: value, isLabelled: true });
}

function readAddress(reading: Reading, piece: LoneAddress & { line: number }): void {
  const { current, waiting, layout } = reading;
  const { line, address, shortAddress, nameAfter, marker } = piece;
  const withNameAfter = { line, name: nameAfter, address: shortAddress, marker, isOneLine: true };
  const isOfCurrent =
    current !== null &&
    waiting.length === 0 &&
    current.address === '' &&
    current.link === '' &&
    (current.isLabelled || current.name !== '');
  if (isOfCurrent) {
    const takesName = current.name === '' && nameAfter !== '';
    Object.assign(current, takesName ? { name: nameAfter, address: shortAddress } : { address });
  } else if (isBelowLink(reading, line)) Object.assign(reading.places.at(-1) ?? {}, { address });
  else if (layout === 'behind' && nameAfter !== '') begin(reading, withNameAfter);
  else if (layout !== 'below' && nameOfWaiting(waiting)) beginWithWaiting(reading, { line, address });
  else if (isNameLike(nameAfter)) begin(reading, withNameAfter);
  else begin(reading, { line, address, marker });
}

/** Number of lines below a link in which the address of its place is searched. */
const LINES_BELOW_LINK = 2;

/** Google Maps may share the name, then the link, then the address. A price may be between them. */
function isBelowLink({ places, waiting, current }: Reading, line: number): boolean {
  const last = places.at(-1);
  const isOpen = current === null && nameOfWaiting(waiting) === undefined && last?.address === '';
  return isOpen && last.name !== '' && last.linkLine !== null && line - last.linkLine <= LINES_BELOW_LINK;
}

function readText(reading: Reading, found: LooseText): boolean {
  const { current, layout } = reading;
  const { text, marker } = found;
  const isOfLabel = current?.isLabelled && current.link === '';
  if (isOfLabel && current.name === '') current.name = cleanName(text);
  else if (isOfLabel && current.address === '' && beginsWithProvince(text))
    current.address = text.slice(0, ADDRESS_MAXIMUM);
  else if (layout === 'below' && current?.name === '' && current.address !== '' && isNameLike(text))
    Object.assign(current, { name: cleanName(text), marker });
  else {
    reading.waiting.push(found);
    if (!isOfLabel) reading.current = null;
    return false;
  }
  return true;
}

function readPhone({ current, waiting }: Reading, text: string): void {
  const owner = [current, waiting.at(-1)].find((each) => each?.phoneNumber === '');
  if (owner) owner.phoneNumber = text;
}

function readLink(reading: Reading, { url, isMap, name, line }: Of<'link'>): boolean {
  const { current, waiting } = reading;
  const isOfCurrent = current !== null && waiting.length === 0;
  if (!isMap) {
    if (isOfCurrent) current.link ||= url;
    return isOfCurrent;
  }
  const place =
    isOfCurrent && current.link === '' ? current : beginWithWaiting(reading, { line, name: cleanName(name) });
  place.link = url;
  place.linkLine = line;
  reading.current = null;
  return true;
}

/** A price without its unit: 1인 25,000. */
const BARE_PRICE = /\d,\d{3}$/;
/** Number of texts above an address in which its name is searched. */
const TEXTS_ABOVE = 5;

/**
 * Returns the text that is most likely the name of the next address. A text above an address may be its name even if it
 * looks like a heading, but not if it is conversation.
 */
function nameOfWaiting(waiting: readonly LooseText[]): LooseText | undefined {
  const near = waiting
    .slice(-TEXTS_ABOVE)
    .filter(({ text }) => nameAtEnd(text) !== '' && !isTalk(text) && !BARE_PRICE.test(text));
  return (
    near.findLast(({ marker }) => marker === 'pin') ??
    near.findLast(({ text }) => !isKindOfFood(text)) ??
    near.at(-1)
  );
}

/* Names without an address */

function namesAmong({
  loose,
  places,
  isMessage,
}: {
  loose: readonly LooseText[];
  places: readonly FoundPlace[];
  isMessage: boolean;
}): FoundPlace[] {
  const isName = places.some(({ address, link }) => address !== '' || link !== '')
    ? namesBesideAddresses(places)
    : namesOfPlainList(loose, isMessage);
  return loose
    .filter((each) => isNameLike(each.text) && isName(each))
    .map(({ line, text, marker, phoneNumber }) => ({
      ...NO_PLACE,
      name: cleanName(text),
      phoneNumber,
      line,
      marker,
    }));
}

/** In a text with addresses, a line is a name if it is written like the other names. */
function namesBesideAddresses(places: readonly FoundPlace[]): (text: LooseText) => boolean {
  const markers = new Set(places.map(({ marker }) => marker));
  const isOneLine = places.filter((place) => place.isOneLine).length * 2 >= places.length;
  return ({ text, marker }) => {
    if (isNote(text)) return false;
    if (marker !== null) return markers.has(marker);
    return markers.has(null) && (isOneLine || looksLikeRestaurant(cleanName(text)));
  };
}

/** A text without addresses is a list of names if most of its lines are names. */
function namesOfPlainList(loose: readonly LooseText[], isMessage: boolean): (text: LooseText) => boolean {
  const list = loose.filter(({ marker }) => marker !== null);
  const [first] = list;
  if (first && (list.length * 2 > loose.length || isMessage)) {
    return ({ marker }) => marker === first.marker && (1 < list.length || !isMessage);
  }
  const lines = loose.filter(({ text }) => !isKindOfFood(text) && !isHeading(text));
  const names = lines.filter(({ text }) => isNameLike(text)).length;
  return () => !isMessage && names * 2 > lines.length;
}
