/**
 * A storage of texts. Writes are ignored if the storage is full or blocked. If the storage is full, a message appears
 * once.
 */
type BrowserStorage = {
  read: (key: string) => string | null;
  /** Returns the stored value, or null if it is missing or is not JSON. */
  readJson: (key: string) => unknown;
  /** Stores the text. If `text` is null, removes the stored text. */
  write: (key: string, text: string | null) => void;
  /** Removes every key that contains `part`. */
  removeAll: (part: string) => void;
};

// The storage is passed as a function, because access to blocked storage throws.
function storedIn(storage: () => Storage): BrowserStorage {
  const read = (key: string): string | null => {
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  };
  return {
    read,
    readJson: (key) => {
      try {
        return JSON.parse(read(key) ?? 'null');
      } catch {
        return null;
      }
    },
    removeAll: (part) => {
      try {
        for (const key of Object.keys(storage())) if (key.includes(part)) storage().removeItem(key);
      } catch {
        // The storage is blocked. It contains nothing to remove.
      }
    },
    write: (key, text) => {
      try {
        if (text === null) storage().removeItem(key);
        else storage().setItem(key, text);
      } catch (error) {
        // Browsers use different names for this error.
        if (/quota/i.test((error as Error).name)) import('./announce-full-storage.ts').catch(() => {});
      }
    },
  };
}

/** Storage of one tab. It survives visits to other sites. */
export const tabStorage = storedIn(() => sessionStorage);

/** Prefix of keys that are removed at sign-out. Their values, such as a pasted text, may come from other people. */
export const UNTIL_SIGN_OUT = 'momokzi.until-sign-out.';

/**
 * Storage of the browser. A key for data of an account contains the uid, so that the deletion of the account finds the
 * key.
 */
export const browserStorage = storedIn(() => localStorage);
