import type { RestaurantPageParts } from '#features/restaurants/web/detail/page-parts.ts';
import { RestaurantDetailPage } from '#features/restaurants/web/RestaurantDetailPage.tsx';
import { lazyExtra, lazyPart } from '#web/shell/lazy-part.tsx';

/** The parts of the page that load lazily, so that the page does not wait for them. */
const parts: RestaurantPageParts = {
  Reviews: lazyPart(async () => ({
    default: (await import('#features/reviews/web/ReviewsOfPlace.tsx')).ReviewsOfPlace,
  })),
  OthersRating: lazyExtra(async () => ({
    default: (await import('#features/reviews/web/OthersRating.tsx')).OthersRating,
  })),
  ReviewEditor: lazyPart(async () => ({
    default: (await import('#features/reviews/web/ReviewEditor.tsx')).ReviewEditor,
  })),
  ReviewVisibility: lazyPart(async () => ({
    default: (await import('#features/reviews/web/ReviewVisibility.tsx')).ReviewVisibility,
  })),
  JournalEntries: lazyPart(async () => ({
    default: (await import('#features/journal/web/detail/JournalOfRestaurant.tsx')).JournalOfRestaurant,
  })),
  Collections: lazyPart(async () => ({
    default: (await import('#features/collections/web/CollectButton.tsx')).CollectButton,
  })),
  TakenOverNotice: lazyPart(async () => ({
    default: (await import('#features/sharing/web/TakenOverNotice.tsx')).TakenOverNotice,
  })),
};

export const RestaurantPage = () => <RestaurantDetailPage parts={parts} />;
