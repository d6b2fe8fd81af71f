import type { SavedRestaurantFields } from '#features/restaurants/restaurants.rules.ts';
import type { Connection } from '#server/database/database.ts';

/** A write of a saved restaurant. */
export type SavedRestaurantChange = {
  userId: string;
  restaurantId: string;
  /** null if it was not on the list. */
  before: SavedRestaurantFields | null;
  /** null if it was removed. */
  after: SavedRestaurantFields | null;
  /** When it was added; default: now. */
  at?: Date;
};

type Listener = (transaction: Connection, change: SavedRestaurantChange) => Promise<void>;

const listeners = new Set<Listener>();

/** Features that follow the writes of saved restaurants register here; they run in the transaction of the write. */
export const onSavedRestaurantChange = (listener: Listener): void => void listeners.add(listener);

/** Called by every write of a saved restaurant, under the lock of its list. */
export async function announceChange(transaction: Connection, change: SavedRestaurantChange): Promise<void> {
  for (const listener of listeners) await listener(transaction, change);
}
