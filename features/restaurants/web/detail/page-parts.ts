import type { ComponentType } from 'react';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';

/**
 * Parts of a restaurant's page that other features provide. Those features depend on this one, so this one
 * cannot import them. web/routes/RestaurantPage.tsx passes the parts in.
 */
export type RestaurantPageParts = {
  /** Public reviews. */
  Reviews: ComponentType<{ restaurantId: string }>;
  /** The form for rating, text and visibility. */
  ReviewEditor: ComponentType<{ mine: MyRestaurant; onDone: () => void }>;
  /** My photos, the visibility of my review, and its moderation status. */
  ReviewVisibility: ComponentType<{ mine: MyRestaurant }>;
  /** My journal entries about the restaurant. */
  JournalEntries: ComponentType<{ restaurantId: string }>;
  /** The collections that contain the restaurant. */
  Collections: ComponentType<{ restaurantId: string }>;
  /** The notice for a restaurant that was taken over from a shared list. */
  TakenOverNotice: ComponentType<{ restaurantId: string }>;
};
