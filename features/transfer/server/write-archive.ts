import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { Transaction } from 'kysely';
import yazl from 'yazl';
import { m } from '#messages';
import { selectCategories } from '#features/catalogue/server/catalogue.public.ts';
import type { Photo } from '#features/photos/photos.contract.ts';
import { photosUsedBy, type PhotoStorage } from '#features/photos/server/photos.public.ts';
import { photosKeyOf } from '#features/restaurants/restaurants.rules.ts';
import { selectMyRestaurants } from '#features/restaurants/server/restaurants.public.ts';
import type { Database } from '#server/database/database.ts';
import type { DB } from '#server/database/tables.ts';
import type { Locale } from '#server/http/locale.ts';
import type { ArchivedEntry, ArchivedRestaurant } from '../archive.contract.ts';
import { recordOf, writeListFile } from '../list-files.ts';
import { selectEntriesAfter, selectOtherData } from './archive.sql.ts';

const PAGE = 200;

/** A photo of the archive. `usedIn` names its restaurant or journal entry for the member. */
type PhotoInArchive = Pick<Photo, 'id' | 'purpose'> & { usedIn: string };

/**
 * Writes the archive of a member to a file: `list.csv`, `data.json`, the photos and `notes.json`. The database is read
 * in one snapshot. To save memory, journal entries are read in pages, and photo files are read one after another. A
 * photo whose file is missing or damaged is listed in `missingPhotos` of `notes.json`.
 * @returns the photos that are not in the archive
 * @throws if the storage of photos does not answer
 */
export async function writeArchive({
  database,
  photoStorage,
  userId,
  locale,
  filterShortcuts,
  file,
  signal,
}: {
  database: Database;
  photoStorage: PhotoStorage;
  userId: string;
  locale: Locale;
  /** The filter shortcuts that the device sent with the request. */
  filterShortcuts: unknown;
  /** Path of the new file. An existing file is replaced. */
  file: string;
  signal: AbortSignal;
}): Promise<PhotoInArchive[]> {
  const zip = new yazl.ZipFile();
  const photos: PhotoInArchive[] = [];
  const writing = new AbortController();
  const stopped = AbortSignal.any([signal, writing.signal]);
  const written = pipeline(zip.outputStream, createWriteStream(file, { mode: 0o600 }), { signal: stopped });
  // A failure of writing, such as a full disk, ends the reading. It is thrown below.
  written.catch((error: unknown) => writing.abort(error));
  try {
    const missing = await addAll();
    zip.end();
    await written;
    await syncToDisk(file);
    return missing;
  } catch (error) {
    writing.abort(error);
    throw error;
  }

  async function addAll(): Promise<PhotoInArchive[]> {
    await database
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        const [restaurants, categories] = await Promise.all([
          selectMyRestaurants(transaction, userId),
          selectCategories(transaction),
        ]);
        const names = new Map(categories.map(({ id, name }) => [id, name]));
        const categoryName = (categoryId: string | null) => names.get(categoryId ?? '') ?? '';
        const title = m.export_list_title({}, { locale });
        await add(Readable.from(tableOf({ restaurants, categoryName, title })), 'list.csv');
        const json = documentOf({
          transaction,
          userId,
          filterShortcuts,
          restaurants,
          categoryName,
          photos,
        });
        await add(Readable.from(json), 'data.json');
      });
    const missing: PhotoInArchive[] = [];
    for (const photo of photos) {
      stopped.throwIfAborted();
      const { id: photoId, purpose } = photo;
      const bytes = await photoStorage.read({ photoId, purpose, size: 'large' });
      if (bytes === 'missing' || bytes === 'damaged') missing.push(photo);
      // WebP is already compressed.
      else await add(Readable.from([bytes]), photoFile(photo), { compress: false });
    }
    zip.addBuffer(Buffer.from(JSON.stringify({ missingPhotos: missing.map(photoFile) })), 'notes.json');
    return missing;
  }

  /** Adds a stream and waits until it has been read, so that at most one stream is open. */
  async function add(stream: Readable, name: string, options: { compress?: boolean } = {}): Promise<void> {
    zip.addReadStream(stream, name, options);
    await finished(stream, { signal: stopped });
  }
}

const photoFile = ({ id }: Pick<Photo, 'id'>): string => `photos/${id}.webp`;

/** Yields `list.csv` in pieces. The whole text with all its rows would take several times the memory of the list. */
function* tableOf({
  restaurants,
  ...list
}: Omit<Parameters<typeof writeListFile>[0], 'format'>): Generator<string> {
  for (let from = 0; from === 0 || from < restaurants.length; from += PAGE) {
    const page = restaurants.slice(from, from + PAGE);
    const { text } = writeListFile({ format: 'csv', restaurants: page, ...list });
    // Only the first piece keeps the header. The header ends at the first line break, because the header itself
    // contains none.
    yield from === 0 ? text : text.slice(text.indexOf('\r\n') + 2);
  }
}

/** Yields `data.json` in pieces and collects the photos in the data. */
async function* documentOf({
  transaction,
  userId,
  filterShortcuts,
  restaurants,
  categoryName,
  photos,
}: {
  transaction: Transaction<DB>;
  userId: string;
  filterShortcuts: unknown;
  restaurants: Awaited<ReturnType<typeof selectMyRestaurants>>;
  categoryName: (categoryId: string | null) => string;
  photos: PhotoInArchive[];
}): AsyncGenerator<string> {
  const take = (of: readonly Photo[] | undefined, usedIn: string) =>
    (of ?? []).map((photo) => {
      photos.push({ id: photo.id, purpose: photo.purpose, usedIn });
      return { file: photoFile(photo), description: photo.alt };
    });
  const head = {
    format: 'momokzi-archive',
    version: 1,
    exportedAt: new Date().toISOString(),
    ...(await selectOtherData(transaction, userId)),
    filterShortcuts,
  };
  yield `${JSON.stringify(head).slice(0, -1)},\n"restaurants":[`;
  for (let from = 0; from < restaurants.length; from += PAGE) {
    const page = restaurants.slice(from, from + PAGE);
    const keys = page.map(({ id }) => photosKeyOf({ userId, restaurantId: id }));
    const used = await photosUsedBy(transaction, { purpose: 'review', usedBy: keys });
    const rows = page.map((restaurant, index): ArchivedRestaurant => ({
      ...recordOf(restaurant, categoryName),
      coordinates: restaurant.coordinates,
      categoryId: restaurant.userCategoryOverrideId,
      photos: take(used.get(keys[index] ?? ''), restaurant.name),
    }));
    yield rowsText(rows, from === 0);
  }
  yield '\n],\n"journal":[';
  for (let after: string | null = null, isFirst = true; ; isFirst = false) {
    const page = await selectEntriesAfter(transaction, { userId, after, limit: PAGE });
    const used = await photosUsedBy(transaction, { purpose: 'journal', usedBy: page.map(({ id }) => id) });
    const rows = page.map((entry): ArchivedEntry => ({
      ...entry,
      createdAt: entry.createdAt.toISOString(),
      updatedAt: entry.updatedAt.toISOString(),
      photos: take(used.get(entry.id), `${entry.visitDate} ${entry.restaurantName}`),
    }));
    yield rowsText(rows, isFirst);
    if (page.length < PAGE) break;
    after = page.at(-1)?.id ?? null;
  }
  yield '\n]}\n';
}

const rowsText = (rows: readonly object[], isFirst: boolean): string =>
  rows.map((row, index) => `${isFirst && index === 0 ? '' : ','}\n${JSON.stringify(row)}`).join('');

async function syncToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
