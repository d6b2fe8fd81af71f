import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { DOCUMENTS_DATABASE } from './document-names.ts';

/** The account whose data is on this device. Only one account has data here at a time. */
export type DeviceAccount = {
  uid: string;
  /** The server's last response about the signed-in person. */
  me: unknown;
  checkedAt: number;
};

/** One response of the server, in the form that the screens keep in memory. */
export type StoredDocument = {
  data: unknown;
  /** When the server confirmed it, in milliseconds. */
  checkedAt: number;
  /** Documents of another format are ignored and replaced. */
  format: string;
  /** Approximate, in bytes. */
  size: number;
  /** Whether the document must not be dropped to make room for other documents. */
  isCore: boolean;
};

/** Pictures that another app shared with this app, until a screen takes them. */
export type SharedPictures = { files: File[]; sharedAt: number };

/** The HTML of the list. The next start shows it until the application runs. */
export type FirstScreen = {
  uid: string;
  html: string;
  title: string;
  /** Identifies the build, the language and the window size for which the HTML is valid. */
  fits: string;
};

interface Schema extends DBSchema {
  device: {
    key: 'account' | 'first-screen' | 'shared-pictures' | 'tiles';
    value: DeviceAccount | FirstScreen | SharedPictures | { origin: string };
  };
  /** Keyed by account and query. */
  documents: { key: [uid: string, query: string]; value: StoredDocument };
}

export type DocumentsDatabase = IDBPDatabase<Schema>;

let opened: Promise<DocumentsDatabase> | null = null;

/** The database; used by the pages and the service worker. */
export function documentsDatabase(): Promise<DocumentsDatabase> {
  opened ??= openDB<Schema>(DOCUMENTS_DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore('device');
      database.createObjectStore('documents');
    },
    // An open connection would block the deletion of the database at sign-out, and its upgrade by another tab.
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

/** The account of this device; null without a session, or if storage is blocked. */
export async function deviceAccount(): Promise<DeviceAccount | null> {
  try {
    const database = await documentsDatabase();
    return ((await database.get('device', 'account')) as DeviceAccount | undefined) ?? null;
  } catch {
    return null;
  }
}
