/** Operations on journals for other features. */
export { seedJournal as fillJournal, type SeededEntry as PastEntry } from './seed-journal.ts';
export { readEntry } from './journal.service.ts';
