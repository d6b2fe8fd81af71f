/** Browser storage. It may be full or blocked; writes are then ignored. */
type BrowserStorage = {
  read: (key: string) => string | null;
  /** The stored JSON; null if absent or invalid. */
  readJson: (key: string) => unknown;
  /** @param text null removes it */
  write: (key: string, text: string | null) => void;
};

// Accessing blocked storage throws.
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
    write: (key, text) => {
      try {
        if (text === null) storage().removeItem(key);
        else storage().setItem(key, text);
      } catch {
        // Ignored, as documented above.
      }
    },
  };
}

/** For this tab, including visits to other sites in between. */
export const tabStorage = storedIn(() => sessionStorage);

/** For this browser. */
export const browserStorage = storedIn(() => localStorage);
