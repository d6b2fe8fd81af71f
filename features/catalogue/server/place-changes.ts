import type { Connection } from '#server/database/database.ts';

type Listener = (transaction: Connection, restaurantIds: readonly string[]) => Promise<void>;

const listeners = new Set<Listener>();

/** Listeners run in the transaction of the change. */
export const onPlaceChange = (listener: Listener): void => void listeners.add(listener);

/** Call it before places are locked: listeners lock lists, which come first in the lock order. */
export async function announcePlaceChanges(
  transaction: Connection,
  restaurantIds: readonly string[],
): Promise<void> {
  for (const listener of listeners) await listener(transaction, restaurantIds);
}
