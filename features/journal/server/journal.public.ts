/** Operations on journals for other features. */
export { fillJournal, type PastEntry } from './fill-journal.ts';
export { readEntry } from './journal.service.ts';
