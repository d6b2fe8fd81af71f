import { cut } from '#common/cut.ts';
import type { Coordinates } from '#common/geo.ts';
import { csvRows } from '#common/csv-rows.ts';
import { TO_VISIT, VISITED } from '#common/visit-status.ts';
import { type Field, fieldOfName, isTechnical, type WrittenFields } from './column-names.ts';
import { EMPTY_PLACE, type FilePlace } from './file-place.ts';
import { placeInLink } from './map-links.ts';
import { joinLines, oneLine, plainText, storable } from './plain-text.ts';
import { isNoRating, numberOf, pointIn, pointOf, ratingOf, statusOf, timeOf } from './written-values.ts';

/** The values that a file contains for a place, with the names of their columns, and the columns without a field. */
export type WrittenPlace = {
  fields: WrittenFields;
  labels: Partial<Record<Field, string>>;
  extras: Record<string, string>;
};

export const emptyPlace = (): WrittenPlace => ({ fields: {}, labels: {}, extras: {} });

const EXTRAS_MAXIMUM = 50;
/** Longer than the stored notes, so that `rowOfFile` (new-rows.ts) can count the places whose texts it shortens. */
const EXTRA_MAXIMUM = 4_000;
const EXTRA_NAME_MAXIMUM = 100;

/**
 * Adds a value of a column or property. Notes, tags and categories of several columns are joined. Any other second value
 * of a field, and a value without a field, become extras.
 * @param name the name of the column as it is written
 */
export function putValue(
  place: WrittenPlace,
  name: string,
  value: string,
  field: Field | null = fieldOfName(name),
): void {
  const { fields, labels } = place;
  const text = value.trim();
  if (text === '') return;
  if (field === null) return putExtra(place, name, text);
  const earlier = fields[field];
  if (earlier === undefined) {
    fields[field] = text;
    labels[field] = name.trim();
    return;
  }
  if (field === 'note') fields.note = joinLines(earlier, text);
  else if (field === 'tags' || field === 'category') fields[field] = `${earlier},${text}`;
  else if (text !== earlier) putExtra(place, name, text);
}

/** Keeps a value without a field. If there are too many extras, the value is added to the note. */
function putExtra({ fields, extras }: WrittenPlace, name: string, text: string): void {
  if (isTechnical(name)) return;
  if (Object.keys(extras).length < EXTRAS_MAXIMUM)
    extras[oneLine(name, EXTRA_NAME_MAXIMUM)] ??= cut(plainText(text), EXTRA_MAXIMUM);
  else fields.note = joinLines(fields.note ?? '', `${name.trim()}: ${text}`);
}

const NAME_MAXIMUM = 100;
const ADDRESS_MAXIMUM = 200;
const PHONE_MAXIMUM = 30;
const LINK_MAXIMUM = 500;
const MEMO_MAXIMUM = 200;
const PLACE_ID_MAXIMUM = 300;
const TAG_MAXIMUM = 20;

/**
 * Creates a place from the values of a file. Names, addresses and links are truncated to the stored lengths. A value
 * that its field cannot contain is added to the note. Returns null if the values contain no name, no address and no
 * point, and the link contains none of them either.
 */
export function placeOf(
  { fields, labels = {}, extras = {} }: Pick<WrittenPlace, 'fields'> & Partial<WrittenPlace>,
  at: Coordinates | null = null,
): FilePlace | null {
  const written = { fields, labels, extras };
  // Our own export contains every value exactly as it is stored, and its own columns for the category and the note.
  return fields.placeId === undefined ? foreignPlace(written, at) : ownPlace(written, at);
}

function foreignPlace({ fields, labels, extras }: WrittenPlace, at: Coordinates | null): FilePlace | null {
  const link = linkOf(fields.link ?? '');
  const fromLink = placeInLink(link);
  const name = oneLine(plainText(fields.name ?? ''), NAME_MAXIMUM) || oneLine(fromLink.name, NAME_MAXIMUM);
  const inAddress = pointIn(fields.address ?? '');
  const address = inAddress ? '' : addressOf(plainText(fields.address ?? ''));
  const coordinates =
    at ?? pointIn(fields.point ?? '') ?? inAddress ?? separatePoint(fields) ?? fromLink.coordinates;
  if (name === '' && address === '' && coordinates === null) return null;
  const rating = ratingOf(fields.rating ?? '');
  const review = plainText(fields.review ?? '');
  const place: FilePlace = {
    ...EMPTY_PLACE,
    name,
    address,
    coordinates,
    link,
    phoneNumber: phoneOf(fields.phoneNumber ?? ''),
    tags: tagsOf([fields.tags, fields.category].filter(Boolean).join(',')),
    ...visitOf(fields, { rating, review }),
    rating,
    review,
    ...sourceOf(fields),
    savedAt: timeOf(fields.savedAt ?? ''),
    extras,
  };
  return {
    ...place,
    note: joinLines(plainText(fields.note ?? ''), ...unreadValues({ fields, labels, place })),
  };
}

/** Returns the source. A source kind that we do not know becomes the memo, unless the file has a memo. */
function sourceOf(fields: WrittenFields): Pick<FilePlace, 'sourceKind' | 'sourceMemo'> {
  const sourceKind = sourceKindOf(fields.sourceKind ?? '');
  const sourceMemo = oneLine(fields.sourceMemo ?? '', MEMO_MAXIMUM);
  if (sourceKind !== null || sourceMemo !== '') return { sourceKind, sourceMemo };
  return { sourceKind, sourceMemo: oneLine(fields.sourceKind ?? '', MEMO_MAXIMUM) };
}

function ownPlace({ fields }: WrittenPlace, at: Coordinates | null): FilePlace | null {
  const name = oneLine(fields.name ?? '', NAME_MAXIMUM);
  const address = addressOf(fields.address ?? '');
  const coordinates = at ?? separatePoint(fields);
  if (name === '' && address === '' && coordinates === null) return null;
  const { sharing, isShared, isAnonymous } = fields;
  return {
    ...EMPTY_PLACE,
    name,
    address,
    coordinates,
    link: linkOf(fields.link ?? ''),
    phoneNumber: phoneOf(fields.phoneNumber ?? ''),
    placeId: oneLine(fields.placeId ?? '', PLACE_ID_MAXIMUM),
    tags: ownTagsOf(fields.tags ?? ''),
    categoryId: oneLine(fields.categoryId ?? '', PLACE_ID_MAXIMUM),
    status: statusOf(fields.status ?? ''),
    rating: ratingOf(fields.rating ?? ''),
    // The review may look like HTML, but must not be converted from HTML.
    review: storable(fields.review ?? '').trim(),
    sourceKind: sourceKindOf(fields.sourceKind ?? ''),
    sourceMemo: oneLine(fields.sourceMemo ?? '', MEMO_MAXIMUM),
    savedAt: timeOf(fields.savedAt ?? ''),
    visitedAt: timeOf(fields.visitedAt ?? ''),
    isShared: isShared === 'true' || sharing === '공개' || sharing === '익명 공개',
    isAnonymous: isAnonymous === 'true' || sharing === '익명 공개',
  };
}

/**
 * Returns the status and the time of the visit. A place that the member rated, reviewed or visited on a day is 방문 완료,
 * unless the file states that the visit is planned. The status column may contain the day of the visit.
 */
function visitOf(
  fields: WrittenFields,
  { rating, review }: Pick<FilePlace, 'rating' | 'review'>,
): Pick<FilePlace, 'status' | 'visitedAt'> {
  const stated = statusOf(fields.status ?? '');
  if (stated === TO_VISIT) return { status: stated, visitedAt: null };
  const visitedAt = timeOf(fields.visitedAt ?? '') ?? timeOf(fields.status ?? '');
  const isVisited = stated !== null || visitedAt !== null || rating !== null || review !== '';
  return { status: isVisited ? VISITED : null, visitedAt };
}

/** Returns one line for each value that its field cannot contain, so that no value is lost. */
function unreadValues({
  fields,
  labels,
  place,
}: Omit<WrittenPlace, 'extras'> & { place: FilePlace }): string[] {
  // A field counts as not stored also if it is empty. Empty values are left out below.
  const isNotStored: Partial<Record<Field, boolean>> = {
    name: NAME_MAXIMUM < (fields.name?.length ?? 0),
    address: ADDRESS_MAXIMUM < (fields.address?.length ?? 0),
    rating: place.rating === null && !isNoRating(fields.rating ?? ''),
    visitedAt: place.visitedAt === null,
    phoneNumber: place.phoneNumber === '',
    link: place.link === '',
    status: place.status === null,
    savedAt: place.savedAt === null,
    point: place.coordinates === null,
    // Some apps write 0 for an unknown coordinate.
    lat: place.coordinates === null && numberOf(fields.lat) !== 0,
    lng: place.coordinates === null && numberOf(fields.lng) !== 0,
    tags: isTagTooLong(fields.tags ?? ''),
    category: isTagTooLong(fields.category ?? ''),
    sourceMemo: MEMO_MAXIMUM < (fields.sourceMemo?.length ?? 0),
  };
  return (Object.keys(isNotStored) as Field[]).flatMap((field) => {
    const value = plainText(fields[field] ?? '');
    return isNotStored[field] && value !== '' ? [`${labels[field] ?? field}: ${value}`] : [];
  });
}

const addressOf = (written: string): string => oneLine(written, ADDRESS_MAXIMUM).replace(/^대한민국 /, '');

const separatePoint = ({ lat, lng }: WrittenFields) => pointOf({ lat: numberOf(lat), lng: numberOf(lng) });

/** Returns the name of a list as a tag, without file extension and folders. */
export const tagOfList = (list: string): string =>
  oneLine(
    list.replace(/\.(?:csv|tsv|txt|json|geojson|kml|kmz|gpx|zip)$/i, '').replace(/^.*[/\\]/, ''),
    TAG_MAXIMUM,
  );

export const mergeTags = (...lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())];

/** Returns the tags of a text that another program or a member wrote. A text that is too long for a tag is left out. */
export const tagsOf = (written: string): string[] =>
  mergeTags(tagTexts(written).filter((tag) => tag !== '' && tag.length <= TAG_MAXIMUM));

export const isTagTooLong = (written: string): boolean =>
  tagTexts(written).some((tag) => TAG_MAXIMUM < tag.length);

/** A tag that is quoted as in CSV, or a text without separators. */
const TAG = /\s*"((?:[^"]|"")+)"\s*(?=[,;#|\n]|$)|[^,;#|\n]+/g;

const tagTexts = (written: string): string[] =>
  [...written.slice(0, 8_000).matchAll(TAG)].map(([text, quoted]) =>
    oneLine(quoted?.replaceAll('""', '"') ?? text, 200),
  );

/** Returns the tags of our own export. A tag that contains a comma or a quote is quoted as in CSV. */
function ownTagsOf(written: string): string[] {
  const rows = csvRows({ allowsBlanks: true });
  const texts = [...rows.push(written), ...rows.end()].flatMap(({ fields }) => fields);
  return mergeTags(texts.map((tag) => oneLine(tag, TAG_MAXIMUM)).filter((tag) => tag !== ''));
}

/** Returns the link of a text. The text may contain words before the link, and the link may lack its scheme. */
function linkOf(written: string): string {
  const text = written.trim();
  const [found] = /https?:\/\/[^\s"'<>]+/i.exec(text) ?? [];
  const link = found ?? (/^[\w-]+(?:\.[\w-]+)+\/\S+$/.test(text) ? `https://${text}` : '');
  return link.length <= LINK_MAXIMUM && URL.canParse(link) ? link : '';
}

function phoneOf(written: string): string {
  const phone = written.trim().replace(/(?<=\d)\.(?=\d)/g, '-');
  return phone.length <= PHONE_MAXIMUM && /^[0-9+()\-\s]*$/.test(phone) ? phone : '';
}

const SOURCE_KINDS = { TV: 'tv', 잡지: 'magazine', 지인: 'person', 직접: 'own' } as const;

/** Reads the source kind as our own exports write it. */
const sourceKindOf = (written: string): FilePlace['sourceKind'] =>
  SOURCE_KINDS[written.trim() as keyof typeof SOURCE_KINDS] ??
  Object.values(SOURCE_KINDS).find((kind) => kind === written.trim()) ??
  null;

/** Writes a tag so that `tagsOf` and `ownTagsOf` read the same tag again: it is quoted as in CSV if necessary. */
export const writtenTag = (tag: string): string =>
  /[",\n]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag;
