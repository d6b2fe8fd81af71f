/** What a browser keeps for us. Storage may be full or forbidden: then what is written is merely forgotten. */
type BrowserStorage = {
  read: (key: string) => string | null;
  /** What was written as JSON; null also for what is none. */
  readJson: (key: string) => unknown;
  /** @param text null removes it */
  write: (key: string, text: string | null) => void;
};

// Even to ask for forbidden storage throws.
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
        // Forgotten, as said.
      }
    },
  };
}

/** For this tab, over other sites and back. */
export const tabStorage = storedIn(() => sessionStorage);

/** For this browser. */
export const browserStorage = storedIn(() => localStorage);
