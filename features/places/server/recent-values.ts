export type RecentValues<Value> = {
  /** The stored value, or a new one. */
  get: (key: string, make: () => Value) => Value;
};

/** Keeps the values that were used last, at most `limit`. */
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
