export type ExpiringCache<Value> = {
  get: (key: string) => Value | undefined;
  set: (key: string, value: Value) => void;
  delete: (key: string) => void;
};

/** Creates a cache in memory. Entries expire. If the cache is full, a new entry replaces the oldest entry. */
export function createExpiringCache<Value>({
  lifetimeMs,
  maximum,
}: {
  lifetimeMs: number;
  /** Maximum number of entries. */
  maximum: number;
}): ExpiringCache<Value> {
  /** A map keeps the order of insertion, so its first entry is the oldest. */
  const entries = new Map<string, { value: Value; until: number }>();

  const removeExpired = () => {
    const now = Date.now();
    for (const [key, { until }] of entries) if (until <= now) entries.delete(key);
  };
  return {
    get: (key) => {
      removeExpired();
      return entries.get(key)?.value;
    },
    set: (key, value) => {
      removeExpired();
      entries.delete(key);
      entries.set(key, { value, until: Date.now() + lifetimeMs });
      const [oldest] = entries.keys();
      if (maximum < entries.size && oldest !== undefined) entries.delete(oldest);
    },
    delete: (key) => void entries.delete(key),
  };
}
