import {
  documentsDatabase,
  type FirstScreen,
  readAccount,
  readStoredScreen,
} from '#web/documents/documents-database.ts';

/**
 * Reads the stored first screen of the account on this device. Returns null if there is none, or storage is blocked.
 */
export async function readFirstScreen(): Promise<FirstScreen | null> {
  try {
    const { store, done } = (await documentsDatabase()).transaction('device');
    const [account, screen] = await Promise.all([store.get('account'), store.get('first-screen'), done]);
    const stored = readStoredScreen(screen);
    return stored && stored.uid === readAccount(account)?.uid ? stored : null;
  } catch {
    return null;
  }
}

/** Replaces the stored first screen. If the account of this device has changed meanwhile, stores nothing. */
export async function storeFirstScreen(uid: string, screen: FirstScreen | null): Promise<void> {
  const transaction = (await documentsDatabase()).transaction('device', 'readwrite');
  const { store } = transaction;
  const account = readAccount(await store.get('account'));
  const writing =
    screen === null
      ? store.delete('first-screen')
      : account?.uid === uid && store.put(screen, 'first-screen');
  transaction.commit();
  await Promise.all([writing, transaction.done]);
}
