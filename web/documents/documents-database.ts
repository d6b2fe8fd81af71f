import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { isRecord } from '#web/storage/stored-values.ts';
import { DOCUMENTS_DATABASE } from './document-names.ts';

/** The account that has data on this device. Only one account has data here at a time. */
export type DeviceAccount = {
  uid: string;
  /** The last response about the signed-in person. */
  me: unknown;
  checkedAt: number;
};

export type StoredDocument = {
  data: unknown;
  /** The time at which the server confirmed the document, in milliseconds. */
  checkedAt: number;
  /** The version of the API's contract with which the document was stored. */
  format: string;
  /** The approximate size in bytes; 0 for a core document. */
  size: number;
  /** Whether the document is a core document. Core documents are never dropped to make room for other documents. */
  isCore: boolean;
};

/** The HTML of the list. The next start shows it until the application runs. */
export type FirstScreen = {
  uid: string;
  html: string;
  title: string;
  /** The build, language and window size for which the HTML is valid. */
  fits: string;
};

/** The values may have been stored by another version of the app. The `read…` functions check them. */
interface Schema extends DBSchema {
  device: { key: 'account' | 'first-screen' | 'tiles'; value: unknown };
  /** The documents by account and query. */
  documents: { key: [uid: string, query: string]; value: unknown };
}

export type DocumentsDatabase = IDBPDatabase<Schema>;

let opened: Promise<DocumentsDatabase> | null = null;

export function documentsDatabase(): Promise<DocumentsDatabase> {
  opened ??= openDB<Schema>(DOCUMENTS_DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore('device');
      database.createObjectStore('documents');
    },
    // An open connection blocks the deletion of the database at sign-out, and an upgrade by another tab. Therefore it
    // is closed.
    blocking(_current, _next, event) {
      (event.target as IDBDatabase).close();
      opened = null;
    },
    terminated() {
      opened = null;
    },
  }).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

/** Returns the account on this device. The result is null without a session, or if storage is blocked. */
export async function deviceAccount(): Promise<DeviceAccount | null> {
  try {
    const database = await documentsDatabase();
    return readAccount(await database.get('device', 'account'));
  } catch {
    return null;
  }
}

/** Returns the stored account, or null if it cannot be read. */
export function readAccount(stored: unknown): DeviceAccount | null {
  if (!isRecord(stored) || typeof stored.uid !== 'string' || typeof stored.checkedAt !== 'number')
    return null;
  const { uid, checkedAt, me } = stored;
  return isRecord(me) && me.uid === uid ? { uid, checkedAt, me } : null;
}

/** Returns the stored document, or null if it cannot be read. */
export function readStoredDocument(stored: unknown): StoredDocument | null {
  if (!isRecord(stored) || stored.data === undefined) return null;
  const { data, checkedAt, format, size, isCore } = stored;
  if (typeof checkedAt !== 'number' || typeof format !== 'string') return null;
  return { data, checkedAt, format, size: typeof size === 'number' ? size : 0, isCore: isCore === true };
}

/** Returns the stored first screen, or null if it cannot be read. */
export function readStoredScreen(stored: unknown): FirstScreen | null {
  if (!isRecord(stored)) return null;
  const { uid, html, title, fits } = stored;
  const areTexts = [uid, html, title, fits].every((each) => typeof each === 'string');
  return areTexts ? ({ uid, html, title, fits } as FirstScreen) : null;
}
