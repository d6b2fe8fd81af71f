import { lazyPart } from '#web/shell/lazy-part.tsx';

/** On a place's page: what I wrote of it. Fetched by itself, so that the page does not wait for the journal. */
export const JournalOfRestaurant = lazyPart(async () => ({
  default: (await import('./detail/JournalOfRestaurant.tsx')).JournalOfRestaurant,
}));

/** One meal to read, for whom it is shared with. */
export { EntryView } from './EntryView.tsx';
export { formatWholeDay } from './journal-sentences.ts';
