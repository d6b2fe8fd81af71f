import { lazyPart } from '#web/shell/lazy-part.tsx';

/** The share link on the page of one of my entries. Loaded separately, so that the entry does not wait for it. */
export const EntrySharing = lazyPart(async () => ({
  default: (await import('./entry/EntrySharing.tsx')).EntrySharing,
}));

/** On the page of a place taken over from a shared list. */
export const TakenOverNotice = lazyPart(async () => ({
  default: (await import('./TakenOverNotice.tsx')).TakenOverNotice,
}));

/** In 모음: my share links, each linking to its settings. */
export const ShareLinks = lazyPart(async () => ({
  default: (await import('./manage/ShareLinks.tsx')).ShareLinks,
}));
