import type { Connection } from '#server/database/database.ts';

type Listener = (transaction: Connection, restaurantIds: readonly string[]) => Promise<void>;

const listeners = new Set<Listener>();

/** Registers a listener for changes of places. The listener runs in the transaction of the change. */
export const onPlaceChange = (listener: Listener): void => void listeners.add(listener);

/**
 * Calls the listeners. Call this function before you lock places, because the listeners lock lists, and lists come
 * before places in the lock order.
 */
export async function announcePlaceChanges(
  transaction: Connection,
  restaurantIds: readonly string[],
): Promise<void> {
  for (const listener of listeners) await listener(transaction, restaurantIds);
}
