import { v4, v5 } from 'uuid';
import type { z } from 'zod';
import { describePhoto, type PhotoPurpose } from '#features/photos/photos.contract.ts';
import { sendPhoto } from '#features/photos/web/photos.public.tsx';
import {
  ArchiveDocument,
  ArchivedCollection,
  ArchivedEntry,
  ArchivedRestaurant,
  findRestored,
  type Restored,
  RESTORED_COLLECTIONS_MAXIMUM,
  RESTORED_ENTRIES_MAXIMUM,
  RESTORED_PLACES_MAXIMUM,
  type RestoredEntry,
  type RestoredRestaurant,
  restoreCollections,
  restoreEntries,
  restoreRestaurants,
} from '#features/transfer/archive.contract.ts';
import { call } from '#web/api.ts';

export type RestoreProgress = { done: number; total: number };
export type RestoreResult = {
  places: number;
  entries: number;
  collections: number;
  /** Number of rows that the member had already. */
  alreadyThere: number;
  failed: { name: string; code: string }[];
};

/** The file is not an archive of this product. */
export class NotAnArchive extends Error {}

/**
 * Maximum size of `data.json` in bytes. It is larger than any real file, and protects the browser from a file that
 * would fill its memory.
 */
const DOCUMENT_BYTES_MAXIMUM = 200_000_000;
const PHOTO_BYTES_MAXIMUM = 15_000_000;
const FIND_MAXIMUM = 1000;
/** Maximum number of photos uploaded for one request. A member may have 40 unused photos. */
const PHOTOS_PER_REQUEST = 20;
const PHOTO_KEYS = '1f2d6b0e-5a53-4b1e-9a5d-6f1a1f6d3c77';

/**
 * Adds the places, collections and journal entries of an archive that the member does not have. Photos are uploaded
 * before the row that contains them. The archive stays on the device; only the data that is added is sent. Can be
 * stopped and repeated.
 * @throws NotAnArchive, ApiProblem, the signal's reason
 */
export async function restoreArchive(
  file: Blob,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: RestoreProgress) => void },
): Promise<RestoreResult> {
  const archive = await openArchive(file);
  try {
    return await restoreRows({ ...archive, signal, onProgress });
  } finally {
    await archive.close();
  }
}

type ReadPhoto = (name: string) => Promise<Blob | null>;

async function openArchive(file: Blob) {
  const { BlobReader, BlobWriter, TextWriter, ZipReader } = await import('@zip.js/zip.js');
  const reader = new ZipReader(new BlobReader(file), { useWebWorkers: false });
  const entries = await reader.getEntries().catch(() => {
    throw new NotAnArchive();
  });
  const find = (name: string) => {
    const entry = entries.find(({ filename, directory }) => filename === name && !directory);
    return entry?.directory ? undefined : entry;
  };
  const readPhoto: ReadPhoto = async (name) => {
    const entry = find(name);
    if (!entry || PHOTO_BYTES_MAXIMUM < entry.uncompressedSize) return null;
    return entry.getData(new BlobWriter('image/webp')).catch(() => null);
  };
  const json = find('data.json');
  if (!json || DOCUMENT_BYTES_MAXIMUM < json.uncompressedSize) throw new NotAnArchive();
  const document = documentOf(await json.getData(new TextWriter()));
  return { document, readPhoto, close: () => reader.close() };
}

function documentOf(text: string) {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new NotAnArchive();
  }
  const checked = ArchiveDocument.safeParse(value);
  if (!checked.success) throw new NotAnArchive();
  return {
    restaurants: validRows(ArchivedRestaurant, checked.data.restaurants),
    journal: validRows(ArchivedEntry, checked.data.journal),
    collections: validRows(ArchivedCollection, checked.data.collections),
  };
}

/** The valid rows, and the number of invalid rows. */
function validRows<Row>(
  schema: z.ZodType<Row>,
  rows: readonly unknown[],
): { rows: Row[]; unreadable: number } {
  const valid = rows.flatMap((row) => {
    const checked = schema.safeParse(row);
    return checked.success ? [checked.data] : [];
  });
  return { rows: valid, unreadable: rows.length - valid.length };
}

async function restoreRows({
  document,
  readPhoto,
  signal,
  onProgress,
}: {
  document: ReturnType<typeof documentOf>;
  readPhoto: ReadPhoto;
  signal: AbortSignal;
  onProgress: (progress: RestoreProgress) => void;
}): Promise<RestoreResult> {
  const { restaurants, journal, collections } = document;
  const total = restaurants.rows.length + journal.rows.length + collections.rows.length;
  let done = 0;
  const advance = (by: number) => {
    done += by;
    onProgress({ done, total });
  };
  onProgress({ done, total });
  const result: RestoreResult = { places: 0, entries: 0, collections: 0, alreadyThere: 0, failed: [] };
  const unreadable = restaurants.unreadable + journal.unreadable + collections.unreadable;
  for (let nth = 0; nth < unreadable; nth += 1) result.failed.push({ name: '', code: 'request.invalid' });

  /** Ids of places in this installation, by their ids in the archive. */
  const placeIds = new Map<string, string>();
  const newPlaces: ArchivedRestaurant[] = [];
  for (const rows of chunksOf(restaurants.rows, { rows: FIND_MAXIMUM })) {
    const wanted = rows.map(({ placeId, name, address }) => ({ placeId, name, address }));
    const found = await call(findRestored, { body: { restaurants: wanted, entryIds: [] }, signal });
    for (const [index, row] of rows.entries()) {
      const saved = found.restaurantIds[index];
      if (saved) placeIds.set(row.placeId, saved);
      else newPlaces.push(row);
    }
  }
  result.alreadyThere += restaurants.rows.length - newPlaces.length;
  advance(restaurants.rows.length - newPlaces.length);
  const uploads = { readPhoto, signal };
  for (const rows of chunksOf(newPlaces, { rows: RESTORED_PLACES_MAXIMUM, photos: PHOTOS_PER_REQUEST })) {
    const answered = await sendRows({
      rows,
      send: async (some, isRetry) => {
        const body: z.input<typeof RestoredRestaurant>[] = [];
        for (const row of some) body.push(await restoredPlace(row, { ...uploads, isRetry }));
        return call(restoreRestaurants, { body: { restaurants: body }, signal });
      },
    });
    for (const [index, { id }] of answered.entries()) {
      const row = rows[index];
      if (row && id) placeIds.set(row.placeId, id);
    }
    result.places += tally({ answered, names: rows.map(({ name }) => name), result });
    advance(rows.length);
  }

  for (const rows of chunksOf(
    collections.rows.map((row) => ({ ...row, photos: [] })),
    { rows: RESTORED_COLLECTIONS_MAXIMUM },
  )) {
    const body = rows.map(({ photos: _, places, ...row }) => ({
      ...row,
      places: places.map((place) => ({ ...place, placeId: placeIds.get(place.placeId) ?? place.placeId })),
    }));
    const { rows: answered } = await call(restoreCollections, { body: { collections: body }, signal });
    result.collections += tally({ answered, names: rows.map(({ name }) => name), result });
    advance(rows.length);
  }

  const newEntries: ArchivedEntry[] = [];
  for (const rows of chunksOf(journal.rows, { rows: FIND_MAXIMUM })) {
    const { entryIds } = await call(findRestored, {
      body: { restaurants: [], entryIds: rows.map(({ id }) => id) },
      signal,
    });
    const known = new Set(entryIds);
    newEntries.push(...rows.filter(({ id }) => !known.has(id)));
  }
  result.alreadyThere += journal.rows.length - newEntries.length;
  advance(journal.rows.length - newEntries.length);
  for (const rows of chunksOf(newEntries, { rows: RESTORED_ENTRIES_MAXIMUM, photos: PHOTOS_PER_REQUEST })) {
    const answered = await sendRows({
      rows,
      send: async (some, isRetry) => {
        const body: z.input<typeof RestoredEntry>[] = [];
        for (const row of some) body.push(await restoredEntry(row, { ...uploads, placeIds, isRetry }));
        return call(restoreEntries, { body: { entries: body }, signal });
      },
    });
    result.entries += tally({ answered, names: rows.map(({ restaurantName }) => restaurantName), result });
    advance(rows.length);
  }
  return result;
}

type Outcome = Restored['rows'][number];

/**
 * Sends rows. A row whose photo no longer exists is sent again with a new upload. This happens if an earlier restore
 * was undone: the idempotency key then returns a photo that has been deleted.
 */
async function sendRows<Row>({
  rows,
  send,
}: {
  rows: readonly Row[];
  send: (rows: readonly Row[], isRetry: boolean) => Promise<Restored>;
}): Promise<Outcome[]> {
  const { rows: outcomes } = await send(rows, false);
  for (const [index, outcome] of outcomes.entries()) {
    const row = rows[index];
    if (outcome.code !== 'photos.not_found' || row === undefined) continue;
    const [again] = (await send([row], true)).rows;
    if (again) outcomes[index] = again;
  }
  return outcomes;
}

/** Counts added rows, and records all other rows in the result. */
function tally({
  answered,
  names,
  result,
}: {
  answered: readonly Outcome[];
  names: readonly string[];
  result: RestoreResult;
}): number {
  let added = 0;
  for (const [index, { outcome, code }] of answered.entries()) {
    if (outcome === 'added') added += 1;
    else if (outcome === 'already_there') result.alreadyThere += 1;
    else result.failed.push({ name: names[index] ?? '', code: code ?? 'request.invalid' });
  }
  return added;
}

type Uploads = { readPhoto: ReadPhoto; signal: AbortSignal; isRetry: boolean };

async function restoredPlace(
  row: ArchivedRestaurant,
  uploads: Uploads,
): Promise<z.input<typeof RestoredRestaurant>> {
  return {
    placeId: row.placeId,
    place: {
      name: row.name,
      address: row.address,
      coordinates: row.coordinates,
      phoneNumber: row.phoneNumber,
    },
    categoryId: row.categoryId,
    status: row.status,
    rating: row.rating,
    review: row.review,
    customTags: row.tags,
    sourceKind: row.sourceKind as z.input<typeof RestoredRestaurant>['sourceKind'],
    sourceMemo: row.sourceMemo,
    savedAt: row.savedAt,
    visitedAt: row.visitedAt,
    isShared: row.isShared,
    isAnonymous: row.isAnonymous,
    userPhotoFilenames: await uploadPhotos(row.photos, { ...uploads, purpose: 'review' }),
  };
}

async function restoredEntry(
  row: ArchivedEntry,
  { placeIds, ...uploads }: Uploads & { placeIds: ReadonlyMap<string, string> },
): Promise<z.input<typeof RestoredEntry>> {
  return {
    id: row.id,
    // The server removes the link to a place that it does not know.
    restaurantId: (row.placeId && (placeIds.get(row.placeId) ?? row.placeId)) || null,
    restaurantName: row.restaurantName,
    visitDate: Date.parse(`${row.visitDate}T00:00:00Z`),
    visitTime: row.visitTime,
    journalText: row.text,
    tagsWith: row.tagsWith,
    tagsOccasion: row.tagsOccasion,
    createdAt: row.createdAt,
    photoIds: await uploadPhotos(row.photos, { ...uploads, purpose: 'journal' }),
  };
}

/** The ids of the uploaded photos; a photo that the archive lacks is left out. */
async function uploadPhotos(
  photos: ArchivedRestaurant['photos'],
  { readPhoto, signal, isRetry, purpose }: Uploads & { purpose: PhotoPurpose },
): Promise<string[]> {
  const ids: string[] = [];
  for (const { file, description } of photos) {
    const blob = await readPhoto(file);
    if (!blob) continue;
    // The idempotency key of a photo. It is the same when the archive is restored again, so that an unused photo is
    // not uploaded twice.
    const idempotencyKey = isRetry ? v4() : v5(`${purpose} ${file} ${blob.size}`, PHOTO_KEYS);
    const { id } = await sendPhoto({ blob, purpose, idempotencyKey, signal, onProgress: () => {} });
    const alt = description.trim().slice(0, 200);
    if (alt !== '') await call(describePhoto, { params: { photoId: id }, body: { alt }, signal });
    ids.push(id);
  }
  return ids;
}

/** Splits rows into chunks with a maximum of rows and of photos. A single row may exceed the maximum of photos. */
function chunksOf<Row extends { photos: readonly unknown[] }>(
  all: readonly Row[],
  { rows: maximum, photos: photosMaximum = Number.POSITIVE_INFINITY }: { rows: number; photos?: number },
): Row[][] {
  const chunks: Row[][] = [];
  let photos = 0;
  for (const row of all) {
    const chunk = chunks.at(-1);
    photos += row.photos.length;
    if (chunk && chunk.length < maximum && photos <= photosMaximum) chunk.push(row);
    else {
      chunks.push([row]);
      photos = row.photos.length;
    }
  }
  return chunks;
}
