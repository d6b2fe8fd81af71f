/** What other features may do with journals. */
export { fillJournal, type PastEntry } from './fill-journal.ts';
export { readEntry } from './journal.service.ts';
