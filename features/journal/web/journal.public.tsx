import { lazyPart } from '#web/shell/lazy-part.tsx';

/** On a place's page: my entries about it. Loaded separately, so that the page does not wait for the journal. */
export const JournalOfRestaurant = lazyPart(async () => ({
  default: (await import('./detail/JournalOfRestaurant.tsx')).JournalOfRestaurant,
}));

/** One meal, for shared pages. */
export { EntryView } from './EntryView.tsx';
export { formatFullDate as formatWholeDay } from './journal-sentences.ts';
