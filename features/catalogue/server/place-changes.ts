import type { Connection } from '#server/database/database.ts';

type Listener = (transaction: Connection, restaurantIds: readonly string[]) => Promise<void>;

const listeners = new Set<Listener>();

/**
 * Registers a listener of a feature that shows places of the catalogue. Listeners run in the transaction of the change.
 */
export const onPlaceChange = (listener: Listener): void => void listeners.add(listener);

/** Call this before places are locked: listeners lock lists, which come before places in the lock order. */
export async function announcePlaceChanges(
  transaction: Connection,
  restaurantIds: readonly string[],
): Promise<void> {
  for (const listener of listeners) await listener(transaction, restaurantIds);
}
