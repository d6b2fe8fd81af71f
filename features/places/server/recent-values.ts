export type RecentValues<Value> = {
  /** Returns the stored value of the key. If there is none, makes and stores a new value. */
  get: (key: string, make: () => Value) => Value;
};

/** Stores the most recently used values, at most `limit`. */
export function recentValues<Value>(limit: number): RecentValues<Value> {
  const values = new Map<string, Value>();
  return {
    get: (key, make) => {
      const value = values.get(key) ?? make();
      // A Map iterates in insertion order, so the value is inserted again as the latest.
      values.delete(key);
      values.set(key, value);
      if (limit < values.size) values.delete(values.keys().next().value as string);
      return value;
    },
  };
}
