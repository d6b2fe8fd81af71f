import { lazyPart } from '#web/shell/lazy-part.tsx';

/** On the page of one of my entries: its link. Fetched by itself, so that the entry does not wait for it. */
export const EntrySharing = lazyPart(async () => ({
  default: (await import('./entry/EntrySharing.tsx')).EntrySharing,
}));

/** On the page of a place that I took from a shared list. */
export const TakenPlace = lazyPart(async () => ({ default: (await import('./TakenPlace.tsx')).TakenPlace }));
