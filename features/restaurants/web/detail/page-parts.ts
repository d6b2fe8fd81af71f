import type { ComponentType } from 'react';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';

/**
 * Parts of a restaurant's page that other features provide. Those features import this feature, so this feature cannot
 * import them. web/routes/RestaurantPage.tsx passes the parts in.
 */
export type RestaurantPageParts = {
  /** Shows the public reviews of the restaurant. */
  Reviews: ComponentType<{ restaurantId: string }>;
  /** Shows the average of other members' public ratings and their number; nothing if there is none. */
  OthersRating: ComponentType<{ restaurantId: string }>;
  /** The form for the rating, the text and the visibility of my review. */
  ReviewEditor: ComponentType<{ mine: MyRestaurant; onDone: () => void }>;
  /** Shows my photos, the visibility of my review, and the moderation status of the review. */
  ReviewVisibility: ComponentType<{ mine: MyRestaurant }>;
  /** Shows my journal entries about the restaurant. */
  JournalEntries: ComponentType<{ restaurantId: string }>;
  /** Shows the collections that contain the restaurant. */
  Collections: ComponentType<{ restaurantId: string }>;
  /** Shows a notice if the restaurant was taken over from a shared list. */
  TakenOverNotice: ComponentType<{ restaurantId: string }>;
};
