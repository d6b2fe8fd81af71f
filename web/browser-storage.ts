/** Writes are ignored if the storage is full or blocked. */
type BrowserStorage = {
  read: (key: string) => string | null;
  /** null if absent or invalid. */
  readJson: (key: string) => unknown;
  /** null removes the text. */
  write: (key: string, text: string | null) => void;
  /** Removes every key that contains `part`. */
  removeAll: (part: string) => void;
};

// The parameter is a function, because access to blocked storage throws.
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
        // Blocked storage contains nothing.
      }
    },
    write: (key, text) => {
      try {
        if (text === null) storage().removeItem(key);
        else storage().setItem(key, text);
      } catch {
        // A failed write is ignored, as documented above.
      }
    },
  };
}

/** Survives visits to other sites. */
export const tabStorage = storedIn(() => sessionStorage);

/** Prefix of keys that are removed at sign-out. Their values, such as a pasted text, may come from other people. */
export const UNTIL_SIGN_OUT = 'momokzi.until-sign-out.';

/** Keys of data of an account contain its uid, so that the deletion of the account finds them. */
export const browserStorage = storedIn(() => localStorage);
