import { v4, v5 } from 'uuid';
import type { z } from 'zod';
import { cut } from '#common/cut.ts';
import { getMe } from '#features/account/account.contract.ts';
import { JOURNAL_RESTAURANT_MAXIMUM, PHOTO_LIMITS } from '#features/journal/journal.contract.ts';
import {
  deletePhoto,
  describePhoto,
  PHOTO_ALT_MAXIMUM,
  type PhotoPurpose,
} from '#features/photos/photos.contract.ts';
import { isRetryable, sendPhoto } from '#features/photos/web/photos.public.tsx';
import {
  listMyRestaurants,
  REVIEW_PHOTOS_MAXIMUM,
  type SourceKind,
} from '#features/restaurants/restaurants.contract.ts';
import { roomOf } from '#features/restaurants/web/slots.rules.ts';
import {
  type ArchivedEntry,
  type ArchivedRestaurant,
  findRestored,
  type Restored,
  RESTORED_COLLECTIONS_MAXIMUM,
  RESTORED_ENTRIES_MAXIMUM,
  RESTORED_PLACES_MAXIMUM,
  RestoredEntry,
  RestoredRestaurant,
  restoreCollections,
  restoreEntries,
  restoreRestaurants,
} from '#features/transfer/archive.contract.ts';
import { ApiProblem, call } from '#web/api.ts';
import { manualPlaceOf } from '../archived-place.rules.ts';
import type { OpenedArchive, OpenedDocument, ReadPhoto } from './open-archive.ts';
import { openArchiveInWorker } from './open-archive-in-worker.ts';

export type RestoreProgress = { done: number; total: number };
export type RestoreResult = {
  places: number;
  entries: number;
  collections: number;
  /** Number of rows that the member had already. */
  alreadyThere: number;
  failed: { name: string; code: string }[];
  /** The filter shortcuts of the archive. They are stored on the device. */
  filterShortcuts: unknown;
};

const FIND_MAXIMUM = 1000;
/** Maximum number of photos that are uploaded for one request. A member may have at most 40 unused photos. */
const PHOTOS_PER_REQUEST = 20;
const PHOTO_KEYS = '1f2d6b0e-5a53-4b1e-9a5d-6f1a1f6d3c77';

/**
 * Adds the places, collections and journal entries of an archive that the member does not have. Photos are uploaded
 * before the row that contains them. The archive stays on the device; only the data that is added is sent. A restore
 * can be stopped and repeated.
 * @throws NotAnArchive, ApiProblem, the signal's reason
 */
export async function restoreArchive(
  file: Blob,
  {
    signal,
    onProgress,
    open = openArchiveInWorker,
  }: {
    signal: AbortSignal;
    onProgress: (progress: RestoreProgress) => void;
    /** Opens the archive; in a worker by default. */
    open?: (opened: Blob, stop: AbortSignal) => Promise<OpenedArchive>;
  },
): Promise<RestoreResult> {
  const archive = await open(file, signal);
  try {
    return await restoreRows({ ...archive, signal, onProgress });
  } finally {
    await archive.close();
  }
}

async function restoreRows({
  document,
  readPhoto,
  signal,
  onProgress,
}: {
  document: OpenedDocument;
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
  const result: RestoreResult = {
    places: 0,
    entries: 0,
    collections: 0,
    alreadyThere: 0,
    failed: [],
    filterShortcuts: document.filterShortcuts,
  };
  for (const { unreadable } of [restaurants, journal, collections])
    for (const name of unreadable) result.failed.push({ name, code: 'request.invalid' });

  const { me } = await call(getMe, { signal });
  const tier = me?.accountTier ?? 'free';
  const restoring: Restoring = { readPhoto, signal, tier, result, advance };
  const placeIds = await restorePlaces(restaurants.rows, restoring);
  await restoreCollectionRows(collections.rows, { placeIds, ...restoring });
  await restoreEntryRows(journal.rows, { placeIds, ...restoring });
  return result;
}

type Restoring = {
  readPhoto: ReadPhoto;
  signal: AbortSignal;
  tier: keyof typeof PHOTO_LIMITS;
  result: RestoreResult;
  /** Adds to the number of rows that are done. */
  advance: (by: number) => void;
};

/** Returns the rows that the contract accepts. All other rows are recorded as failed. */
const accepted = <Body>(
  rows: readonly NewRow<Body>[],
  schema: z.ZodType,
  { result, advance }: Restoring,
): NewRow<Body>[] =>
  rows.filter(({ name, body }) => {
    const fits = schema.safeParse(body).success;
    if (!fits) {
      result.failed.push({ name, code: 'request.invalid' });
      advance(1);
    }
    return fits;
  });

/** Adds places to the list. @returns the ids of the places in this installation, by their ids in the archive */
async function restorePlaces(
  restaurants: readonly ArchivedRestaurant[],
  restoring: Restoring,
): Promise<Map<string, string>> {
  const { signal, tier, result, advance } = restoring;
  const { placeIds, newPlaces } = await findNewPlaces(restaurants, signal);
  result.alreadyThere += restaurants.length - newPlaces.length;
  advance(restaurants.length - newPlaces.length);
  let room =
    tier === 'paid'
      ? Number.POSITIVE_INFINITY
      : roomOf({ tier, restaurants: (await call(listMyRestaurants, { signal })).restaurants });
  for (const rows of chunksOf(accepted(newPlaces, RestoredRestaurant, restoring), {
    rows: RESTORED_PLACES_MAXIMUM,
    photos: PHOTOS_PER_REQUEST,
    room: () => room,
  })) {
    // A full list accepts no more places, so their photos are not uploaded.
    const answered =
      room === 0
        ? rows.map(() => ({ outcome: 'failed' as const, code: 'restaurants.limit_reached', id: null }))
        : await sendRows({
            ...restoring,
            rows,
            purpose: 'review',
            limit: REVIEW_PHOTOS_MAXIMUM,
            send: (some) =>
              call(restoreRestaurants, {
                body: {
                  restaurants: some.map(({ body, photoIds }) => ({ ...body, userPhotoFilenames: photoIds })),
                },
                signal,
              }),
          });
    for (const [index, { id }] of answered.entries()) {
      const row = rows[index];
      if (row && id) placeIds.set(row.body.placeId, id);
    }
    const added = tally({ answered, names: rows.map(({ name }) => name), result });
    result.places += added;
    room -= added;
    advance(rows.length);
  }
  return placeIds;
}

/** Asks the server which places of the archive the member does not have. */
async function findNewPlaces(restaurants: readonly ArchivedRestaurant[], signal: AbortSignal) {
  const placeIds = new Map<string, string>();
  const newPlaces: NewRow<RestoredPlaceBody>[] = [];
  for (const rows of chunksOf(restaurants, { rows: FIND_MAXIMUM })) {
    const some = rows.map((row) => ({ name: row.name, photos: row.photos, body: restoredPlace(row) }));
    const wanted = some.map(({ body }) => {
      const { name, address } = body.place;
      return { placeId: body.placeId, name, address };
    });
    const found = await call(findRestored, { body: { restaurants: wanted, entryIds: [] }, signal });
    for (const [index, row] of some.entries()) {
      const saved = found.restaurantIds[index];
      if (saved) placeIds.set(row.body.placeId, saved);
      else newPlaces.push(row);
    }
  }
  return { placeIds, newPlaces };
}

async function restoreCollectionRows(
  collections: OpenedDocument['collections']['rows'],
  { placeIds, signal, result, advance }: Restoring & { placeIds: ReadonlyMap<string, string> },
): Promise<void> {
  for (const rows of chunksOf(
    collections.map((row) => ({ ...row, photos: [] })),
    { rows: RESTORED_COLLECTIONS_MAXIMUM },
  )) {
    const body = rows.map(({ photos: _, places, ...row }) => ({
      ...row,
      places: places.map((place) => ({ ...place, placeId: placeIds.get(place.placeId) ?? place.placeId })),
    }));
    const { rows: answered } = await call(restoreCollections, { body: { collections: body }, signal });
    result.collections += tally({ answered, names: rows.map(({ name }) => name), result });
    for (const [index, { missingPlaces }] of answered.entries())
      for (const place of missingPlaces) {
        const name = [rows[index]?.name, place].filter(Boolean).join(' · ');
        result.failed.push({ name, code: 'restaurants.place_not_found' });
      }
    advance(rows.length);
  }
}

async function restoreEntryRows(
  journal: readonly ArchivedEntry[],
  { placeIds, ...restoring }: Restoring & { placeIds: ReadonlyMap<string, string> },
): Promise<void> {
  const { signal, tier, result, advance } = restoring;
  const newEntries: ArchivedEntry[] = [];
  for (const rows of chunksOf(journal, { rows: FIND_MAXIMUM })) {
    const { entryIds } = await call(findRestored, {
      body: { restaurants: [], entryIds: rows.map(({ id }) => id) },
      signal,
    });
    const known = new Set(entryIds);
    newEntries.push(...rows.filter(({ id }) => !known.has(id)));
  }
  result.alreadyThere += journal.length - newEntries.length;
  advance(journal.length - newEntries.length);
  const entries = newEntries.map((row) => ({
    name: row.restaurantName,
    photos: row.photos,
    body: restoredEntry(row, placeIds),
  }));
  for (const rows of chunksOf(accepted(entries, RestoredEntry, restoring), {
    rows: RESTORED_ENTRIES_MAXIMUM,
    photos: PHOTOS_PER_REQUEST,
  })) {
    const answered = await sendRows({
      ...restoring,
      rows,
      purpose: 'journal',
      limit: PHOTO_LIMITS[tier],
      send: (some) =>
        call(restoreEntries, {
          body: { entries: some.map(({ body, photoIds }) => ({ ...body, photoIds })) },
          signal,
        }),
    });
    result.entries += tally({ answered, names: rows.map(({ name }) => name), result });
    advance(rows.length);
  }
}

type Outcome = Restored['rows'][number];

/** A row to add. The photos are not in `body`, because they are uploaded when the row is sent. */
type NewRow<Body> = { name: string; photos: ArchivedRestaurant['photos']; body: Body };

type Uploads = Pick<Restoring, 'readPhoto' | 'signal' | 'result'> & {
  purpose: PhotoPurpose;
  /** Maximum number of photos of a row. */
  limit: number;
};

/**
 * Uploads the photos of rows, sends the rows, and deletes the photos of rows that were not added. After an earlier
 * restore was undone, the idempotency key of a photo returns a photo that has been deleted. The server then refuses the
 * row. In this case, the photos are uploaded with new keys and the row is sent again.
 */
async function sendRows<Body>({
  rows,
  send,
  ...uploads
}: Uploads & {
  rows: readonly NewRow<Body>[];
  send: (rows: readonly { body: Body; photoIds: string[] }[]) => Promise<Restored>;
}): Promise<Outcome[]> {
  const attempt = async (some: readonly NewRow<Body>[], isRetry: boolean) => {
    const complete: { body: Body; photoIds: string[] }[] = [];
    for (const row of some)
      complete.push({ body: row.body, photoIds: await uploadPhotos(row, { ...uploads, isRetry }) });
    const { rows: outcomes } = await send(complete);
    for (const [index, { outcome }] of outcomes.entries())
      if (outcome !== 'added') await deletePhotos(complete[index]?.photoIds ?? [], uploads.signal);
    return outcomes;
  };
  const outcomes = await attempt(rows, false);
  for (const [index, outcome] of outcomes.entries()) {
    const row = rows[index];
    if (outcome.code !== 'photos.not_found' || row === undefined) continue;
    const [again] = await attempt([row], true);
    if (again) outcomes[index] = again;
  }
  return outcomes;
}

/**
 * Deletes uploaded photos. The server keeps photos that are in use, for example by a row that an interrupted restore
 * added.
 */
async function deletePhotos(photoIds: readonly string[], signal: AbortSignal): Promise<void> {
  for (const photoId of photoIds) await call(deletePhoto, { params: { photoId }, signal }).catch(() => {});
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

type RestoredPlaceBody = ReturnType<typeof restoredPlace>;

/** Converts a place of an archive for the request. */
const restoredPlace = (row: ArchivedRestaurant) =>
  ({
    placeId: row.placeId,
    place: manualPlaceOf(row),
    categoryId: row.categoryId,
    status: row.status,
    rating: row.rating,
    review: row.review,
    customTags: row.tags,
    sourceKind: row.sourceKind as SourceKind | null,
    sourceMemo: row.sourceMemo,
    savedAt: row.savedAt,
    visitedAt: row.visitedAt,
    isShared: row.isShared,
    isAnonymous: row.isAnonymous,
  }) satisfies z.input<typeof RestoredRestaurant>;

const restoredEntry = (row: ArchivedEntry, placeIds: ReadonlyMap<string, string>) =>
  ({
    id: row.id,
    // The server removes the link to a place that it does not know.
    restaurantId: (row.placeId && (placeIds.get(row.placeId) ?? row.placeId)) || null,
    restaurantName: cut(row.restaurantName, JOURNAL_RESTAURANT_MAXIMUM),
    visitDate: Date.parse(`${row.visitDate}T00:00:00Z`),
    visitTime: row.visitTime,
    journalText: row.text,
    tagsWith: row.tagsWith,
    tagsOccasion: row.tagsOccasion,
    amountWon: row.amountWon,
    createdAt: row.createdAt,
  }) satisfies z.input<typeof RestoredEntry>;

/**
 * Uploads the photos of a row and returns their ids. A photo that the archive does not contain, and a refused photo, are
 * recorded as failed.
 */
async function uploadPhotos(
  { name, photos }: Pick<NewRow<unknown>, 'name' | 'photos'>,
  { readPhoto, signal, isRetry, purpose, limit, result }: Uploads & { isRetry: boolean },
): Promise<string[]> {
  const ids: string[] = [];
  for (const { file, description } of photos) {
    if (ids.length === limit) break;
    const blob = await readPhoto(file);
    if (!blob) {
      if (!isRetry) result.failed.push({ name, code: 'photos.not_in_archive' });
      continue;
    }
    // The key is the same when the archive is restored again. Therefore an unused photo is not uploaded twice.
    const idempotencyKey = isRetry ? v4() : v5(`${purpose} ${file} ${blob.size}`, PHOTO_KEYS);
    try {
      const { id } = await sendPhoto({ blob, purpose, idempotencyKey, signal, onProgress: () => {} });
      const alt = cut(description, PHOTO_ALT_MAXIMUM);
      if (alt !== '') await call(describePhoto, { params: { photoId: id }, body: { alt }, signal });
      ids.push(id);
    } catch (error) {
      if (!(error instanceof ApiProblem) || isRetryable(error)) throw error;
      if (!isRetry) result.failed.push({ name, code: error.code });
    }
  }
  return ids;
}

/**
 * Splits rows into chunks with a maximum number of rows and of photos. A chunk has at least one row, even if this row
 * has more photos.
 * @param room called before each chunk; returns the maximum number of rows of the chunk. 0 means no additional limit
 */
function* chunksOf<Row extends { photos: readonly unknown[] }>(
  all: readonly Row[],
  {
    rows: maximum,
    photos: photosMaximum = Number.POSITIVE_INFINITY,
    room = () => maximum,
  }: { rows: number; photos?: number; room?: () => number },
): Generator<Row[]> {
  let chunk: Row[] = [];
  for (let from = 0; from < all.length; from += chunk.length) {
    let photos = 0;
    chunk = all.slice(from, from + Math.min(maximum, room() || maximum));
    const end = chunk.findIndex((row, index) => {
      photos += row.photos.length;
      return index > 0 && photos > photosMaximum;
    });
    if (end !== -1) chunk = chunk.slice(0, end);
    yield chunk;
  }
}
