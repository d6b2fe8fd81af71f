import { lazy } from 'react';

/** On a place's page: what others say of it. Fetched by itself, so that the page does not wait for it. */
export const ReviewsOfPlace = lazy(async () => ({
  default: (await import('./ReviewsOfPlace.tsx')).ReviewsOfPlace,
}));

/** The form for a rating, a line and who may read them. */
export const ReviewEditor = lazy(async () => ({
  default: (await import('./ReviewEditor.tsx')).ReviewEditor,
}));

/** My photos of a place, who reads what I said of it, and what the admin made of that. */
export const SharingState = lazy(async () => ({
  default: (await import('./SharingState.tsx')).SharingState,
}));
