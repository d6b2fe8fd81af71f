import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { isRecord } from '#web/storage/stored-values.ts';
import { SHARED_PICTURES_DATABASE } from './document-names.ts';

/*
 * Pictures that another app shared. The service worker stores them, and the add screen takes them. They have a separate
 * database, because documents are deleted when there is no session. The pictures must be kept then, because the member
 * may have to sign in first.
 */

type SharedPictures = { files: File[]; sharedAt: number };

interface Schema extends DBSchema {
  pictures: { key: 'shared'; value: unknown };
}

/** Pictures are dropped after this number of milliseconds. An interrupted start or sign-in leaves pictures behind. */
const LONGEST_MS = 60 * 60_000;

function readShared(stored: unknown): SharedPictures | null {
  if (!isRecord(stored) || typeof stored.sharedAt !== 'number' || !Array.isArray(stored.files)) return null;
  return {
    files: stored.files.filter((file: unknown) => file instanceof File),
    sharedAt: stored.sharedAt,
  };
}

const isOld = ({ sharedAt }: SharedPictures): boolean => Date.now() - sharedAt >= LONGEST_MS;

export const storeSharedPictures = (files: File[]): Promise<unknown> =>
  withDatabase((database) => database.put('pictures', { files, sharedAt: Date.now() }, 'shared'));

/** Returns the shared pictures and deletes them from the database. */
export const takeSharedPictures = (): Promise<File[]> =>
  withDatabase(async (database) => {
    const shared = readShared(await database.get('pictures', 'shared'));
    await database.delete('pictures', 'shared');
    return shared && !isOld(shared) ? shared.files : [];
  });

export const dropOldSharedPictures = (): Promise<void> =>
  withDatabase(async (database) => {
    const shared = readShared(await database.get('pictures', 'shared'));
    if (shared && isOld(shared)) await database.delete('pictures', 'shared');
  });

/**
 * Runs `run` with an open database and closes the database, because an open connection would block its deletion at
 * sign-out.
 */
async function withDatabase<Result>(
  run: (database: IDBPDatabase<Schema>) => Promise<Result>,
): Promise<Result> {
  const database = await openDB<Schema>(SHARED_PICTURES_DATABASE, 1, {
    upgrade: (created) => void created.createObjectStore('pictures'),
  });
  return run(database).finally(() => database.close());
}
