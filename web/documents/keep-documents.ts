import type { Query, QueryClient } from '@tanstack/react-query';
import { readCookie, writeCookie } from '#web/storage/browser-cookies.ts';
import { onHidden } from '#web/browser/leaving.ts';
import { deviceAccount } from './documents-database.ts';
import { dropOldDocuments, keepAccount, keepDocument } from './documents.ts';
import { forgetDevice, forgetDocuments } from './forget-device.ts';
import { isKept, ME_KEY } from './kept-queries.ts';
import { checkOf } from './last-checked.ts';
import { dropOldSharedPictures } from './shared-pictures.ts';
import { reportStorage } from './storage-state.ts';

/** Milliseconds between a change and its storage. Changes in quick succession are stored once. */
const DEBOUNCE_MS = 400;

type Me = { uid: string } | null;

/** Stores the documents that the page reads. Stores only documents of the signed-in account. */
export function keepDocuments(client: QueryClient): void {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** Documents that were read before the answer about the account. */
  const early = new Set<Query>();
  /** Resolves when the answer about the account has been stored. */
  let accountStored = Promise.resolve();

  const store = (query: Query) => {
    timers.delete(query.queryHash);
    const me = client.getQueryData<Me>(ME_KEY);
    if (me === undefined) {
      early.add(query);
      return;
    }
    const { data, dataUpdatedAt } = query.state;
    if (me === null || data === undefined) return;
    const { uid } = me;
    const check = checkOf(query.queryHash);
    const checkedAt = check?.at ?? dataUpdatedAt;
    void accountStored.then(() => keepDocument({ uid, query, data, checkedAt }));
  };
  const changed = (query: Query) => {
    if (query.queryKey[0] === ME_KEY[0]) {
      // A document that cannot be stored is read from the server at the next visit.
      accountStored = accountStored.then(() => keepOwner(query)).catch(() => undefined);
      for (const each of early) store(each);
      early.clear();
      return;
    }
    if (!isKept(query.queryKey)) return;
    clearTimeout(timers.get(query.queryHash));
    timers.set(
      query.queryHash,
      setTimeout(() => store(query), DEBOUNCE_MS),
    );
  };

  const cache = client.getQueryCache();
  // Data may have arrived while this code was loading.
  for (const query of cache.getAll()) if (query.state.data !== undefined) changed(query);
  cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') changed(event.query);
  });
  // The browser may end a hidden page. Therefore waiting documents are stored now.
  onHidden(() => {
    for (const query of cache.getAll())
      if (timers.has(query.queryHash)) {
        clearTimeout(timers.get(query.queryHash));
        store(query);
      }
  });
  // Both clean up stored copies. What could not be dropped is dropped at the next start.
  void accountStored.then(dropOldDocuments).catch(() => undefined);
  void dropOldSharedPictures().catch(() => undefined);
}

/**
 * Name of the cookie with the id of the account whose data is on this device. If there is a cookie but no data, the
 * browser evicted the data.
 */
const DATA_OWNER_COOKIE = 'momokzi.kept-for';

/** Records the signed-in account as the owner of the data on this device. Data of another account is deleted. */
async function keepOwner(query: Query): Promise<void> {
  const me = query.state.data as Me;
  if (!me) {
    writeCookie(DATA_OWNER_COOKIE, null);
    // There is no session. The documents are deleted, but shared pictures are kept until the sign-in.
    return forgetDocuments();
  }
  const check = checkOf(query.queryHash);
  // The answer came from this device, so its owner is recorded already.
  if (check?.isStored) return;
  const known = await deviceAccount();
  if (known && known.uid !== me.uid) await forgetDevice();
  const isEvicted = !known && readCookie(DATA_OWNER_COOKIE) === me.uid;
  // `keepAccount` throws if storage is blocked. Therefore blocked storage is not reported as evicted.
  await keepAccount({ uid: me.uid, me, checkedAt: check?.at ?? Date.now() });
  if (isEvicted) reportStorage('evicted');
  writeCookie(DATA_OWNER_COOKIE, me.uid);
}
