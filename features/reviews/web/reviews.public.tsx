import { lazyPart } from '#web/shell/lazy-part.tsx';

/** On a restaurant's page: its reviews. Loaded lazily, so that the page does not wait for them. */
export const ReviewsOfPlace = lazyPart(async () => ({
  default: (await import('./ReviewsOfPlace.tsx')).ReviewsOfPlace,
}));

/** The form for rating, text and visibility. */
export const ReviewEditor = lazyPart(async () => ({
  default: (await import('./ReviewEditor.tsx')).ReviewEditor,
}));

/** My photos of a restaurant, the visibility of my review, and its moderation status. */
export const ReviewVisibility = lazyPart(async () => ({
  default: (await import('./ReviewVisibility.tsx')).ReviewVisibility,
}));
