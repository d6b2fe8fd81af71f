import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { DOCUMENTS_DATABASE } from './document-names.ts';

/** Only one account has data on this device at a time. */
export type DeviceAccount = {
  uid: string;
  /** The last response about the signed-in person. */
  me: unknown;
  checkedAt: number;
};

export type StoredDocument = {
  data: unknown;
  /** When the server confirmed it; milliseconds. */
  checkedAt: number;
  /** Documents of another format are ignored and replaced. */
  format: string;
  /** Bytes, approximately. */
  size: number;
  /** Never dropped to make room for other documents. */
  isCore: boolean;
};

/** HTML of the list, shown by the next start until the application runs. */
export type FirstScreen = {
  uid: string;
  html: string;
  title: string;
  /** The HTML is valid for this build, language and window size. */
  fits: string;
};

interface Schema extends DBSchema {
  device: {
    key: 'account' | 'first-screen' | 'tiles';
    value: DeviceAccount | FirstScreen | { origin: string };
  };
  /** Keyed by account and query. */
  documents: { key: [uid: string, query: string]; value: StoredDocument };
}

export type DocumentsDatabase = IDBPDatabase<Schema>;

let opened: Promise<DocumentsDatabase> | null = null;

export function documentsDatabase(): Promise<DocumentsDatabase> {
  opened ??= openDB<Schema>(DOCUMENTS_DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore('device');
      database.createObjectStore('documents');
    },
    // An open connection would block the deletion of the database at sign-out, and an upgrade by
    // another tab.
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

/** null without a session, or if storage is blocked. */
export async function deviceAccount(): Promise<DeviceAccount | null> {
  try {
    const database = await documentsDatabase();
    return ((await database.get('device', 'account')) as DeviceAccount | undefined) ?? null;
  } catch {
    return null;
  }
}
