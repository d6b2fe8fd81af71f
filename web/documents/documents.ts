import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { ApiProblem } from '#web/api.ts';
import {
  type DeviceAccount,
  deviceAccount,
  documentsDatabase,
  readAccount,
  readStoredDocument,
  type StoredDocument,
} from './documents-database.ts';
import { readOtherVersion } from './document-schemas.ts';
import { isCore, ME_KEY } from './kept-queries.ts';
import { makeRoom } from './make-room.ts';
import { reportStorage } from './storage-state.ts';

/** The version of the API's contract, which vite.config.ts defines. The schemas read documents of other versions. */
declare const API_VERSION: string;

/** Maximum number and bytes of documents that are not core documents. If there are more, the oldest are dropped. */
const OTHERS_MAXIMUM = 300;
const OTHERS_BYTES = 8 * 1024 * 1024;

type Read = { data: unknown; checkedAt: number };

/** Reads a document. Returns null if the account of this device has no stored document for the query. */
export async function readDocument({
  query,
  client,
}: {
  query: Pick<Query, 'queryKey' | 'queryHash'>;
  client: QueryClient;
}): Promise<Read | null> {
  const account = await deviceAccount();
  if (!account) return null;
  if (query.queryKey[0] === 'me') return { data: account.me, checkedAt: account.checkedAt };
  const me = client.getQueryData<{ uid: string } | null>(ME_KEY);
  if (me?.uid !== account.uid) return null;
  try {
    const database = await documentsDatabase();
    const document = readStoredDocument(await database.get('documents', [account.uid, query.queryHash]));
    if (!document || document.format === API_VERSION) return document;
    const data = await readOtherVersion({ queryKey: query.queryKey, data: document.data });
    return data === undefined ? null : { ...document, data };
  } catch {
    return null;
  }
}

/**
 * Deletes a document from the page immediately, and from this device shortly afterwards. Screens therefore do not wait
 * for the storage.
 * @param error the reason why the server refused access. It is shown even if the stored document is on screen
 */
export function forgetDocument({
  query,
  client,
  error,
}: {
  query: Query;
  client: QueryClient;
  error: ApiProblem;
}): void {
  query.setState({ data: undefined, error, status: 'error' });
  void dropDocuments({ client, isDropped: (key) => hashKey(key) === query.queryHash });
}

/** Deletes the documents for which `isDropped` is true. Deletes only documents of the signed-in account. */
export async function dropDocuments({
  client,
  isDropped,
}: {
  client: QueryClient;
  isDropped: (key: QueryKey) => boolean;
}): Promise<void> {
  const uid = client.getQueryData<{ uid: string } | null>(ME_KEY)?.uid;
  try {
    const database = await documentsDatabase();
    const transaction = database.transaction('documents', 'readwrite');
    const keys = await transaction.store.getAllKeys();
    const dropped = keys.filter(([owner, hash]) => owner === uid && isDropped(JSON.parse(hash)));
    await Promise.all(dropped.map((key) => transaction.store.delete(key)));
    await transaction.done;
  } catch {
    // The storage is blocked. It contains nothing to delete.
  }
}

export async function keepAccount(account: DeviceAccount): Promise<void> {
  const database = await documentsDatabase();
  const transaction = database.transaction(['device', 'documents'], 'readwrite');
  const stored: unknown = await transaction.objectStore('device').get('account');
  // Data of an account that cannot be read may belong to another person.
  if (stored !== undefined && readAccount(stored)?.uid !== account.uid) {
    await transaction.objectStore('documents').clear();
    await transaction.objectStore('device').clear();
  }
  const put = transaction.objectStore('device').put(account, 'account');
  transaction.commit();
  await Promise.all([put, transaction.done]);
}

/**
 * Stores a document. Stores nothing if the account of this device has changed meanwhile.
 * If storage is full, deletes photos, map tiles and documents that are not core documents, and tries once more.
 */
export async function keepDocument(document: {
  uid: string;
  query: Pick<Query, 'queryKey' | 'queryHash'>;
  data: unknown;
  checkedAt: number;
}): Promise<void> {
  try {
    await put(document);
    reportStorage('works');
  } catch (error) {
    if (!isFull(error)) return;
    await makeRoom();
    await put(document).then(
      () => reportStorage('works'),
      () => reportStorage('full'),
    );
  }
}

async function put({ uid, query, data, checkedAt }: Parameters<typeof keepDocument>[0]): Promise<void> {
  const database = await documentsDatabase();
  const transaction = database.transaction(['device', 'documents'], 'readwrite');
  const account = readAccount(await transaction.objectStore('device').get('account'));
  if (account?.uid === uid) {
    const isCoreDocument = isCore(query.queryKey);
    const stored: StoredDocument = {
      data,
      checkedAt,
      format: API_VERSION,
      // Core documents have no limit, and computing the size of a long list takes long.
      size: isCoreDocument ? 0 : sizeOf(data),
      isCore: isCoreDocument,
    };
    const put = transaction.objectStore('documents').put(stored, [uid, query.queryHash]);
    // Without `commit`, the transaction could stay open when the page is left (web/browser/leaving.ts).
    transaction.commit();
    await put;
  }
  await transaction.done;
}

export async function dropOldDocuments(): Promise<void> {
  const database = await documentsDatabase();
  const transaction = database.transaction('documents', 'readwrite');
  const others: { key: [string, string]; checkedAt: number; size: number }[] = [];
  for (const key of await transaction.store.getAllKeys()) {
    // Core documents are not read here. Reading a long list would block the page.
    if (isCore(JSON.parse(key[1]))) continue;
    const document = readStoredDocument(await transaction.store.get(key));
    if (!document) await transaction.store.delete(key);
    else others.push({ key, checkedAt: document.checkedAt, size: document.size });
  }
  others.sort((one, other) => other.checkedAt - one.checkedAt);
  let bytes = 0;
  for (const [position, { key, size }] of others.entries()) {
    bytes += size;
    if (OTHERS_MAXIMUM <= position || OTHERS_BYTES < bytes) await transaction.store.delete(key);
  }
  await transaction.done;
}

/** Estimates the size with two bytes per character. */
const sizeOf = (data: unknown): number => (JSON.stringify(data)?.length ?? 0) * 2;

/**
 * The names of errors for full storage: a used-up quota, and the errors that Chromium reports if the disk itself is
 * full.
 */
const FULL_NAMES = new Set(['QuotaExceededError', 'DataError', 'UnknownError']);
const isFull = (error: unknown): boolean => error instanceof DOMException && FULL_NAMES.has(error.name);
