/** Browser storage. It may be full or blocked; writes are then ignored. */
type BrowserStorage = {
  read: (key: string) => string | null;
  /** The stored JSON; null if absent or invalid. */
  readJson: (key: string) => unknown;
  /** Stores the text. null removes the stored text. */
  write: (key: string, text: string | null) => void;
  /** Removes every value whose key begins with `prefix`. */
  removeAll: (prefix: string) => void;
};

// Access to blocked storage throws.
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
    removeAll: (prefix) => {
      try {
        for (const key of Object.keys(storage())) if (key.startsWith(prefix)) storage().removeItem(key);
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

/** Storage of this tab. It survives visits to other sites. */
export const tabStorage = storedIn(() => sessionStorage);

/** Prefix of keys whose values are removed at sign-out, such as a pasted text, which may be from other people. */
export const UNTIL_SIGN_OUT = 'momokzi.until-sign-out.';

/** Storage of this browser. */
export const browserStorage = storedIn(() => localStorage);
