import type { SavedRestaurantFields } from '#features/restaurants/restaurants.rules.ts';
import type { Connection } from '#server/database/database.ts';

/** Describes one write of a saved restaurant. */
export type SavedRestaurantChange = {
  userId: string;
  restaurantId: string;
  /** The fields before the write; null if the restaurant was not in the list. */
  before: SavedRestaurantFields | null;
  /** The fields after the write; null if the restaurant was removed from the list. */
  after: SavedRestaurantFields | null;
  /** When the restaurant was added; default: now. */
  at?: Date;
};

type Listener = (transaction: Connection, change: SavedRestaurantChange) => Promise<void>;

const listeners = new Set<Listener>();

/** Registers a listener for writes of saved restaurants. The listener runs in the transaction of the write. */
export const onSavedRestaurantChange = (listener: Listener): void => void listeners.add(listener);

/** Runs the registered listeners. Every write of a saved restaurant calls this function while the list is locked. */
export async function announceChange(transaction: Connection, change: SavedRestaurantChange): Promise<void> {
  for (const listener of listeners) await listener(transaction, change);
}
