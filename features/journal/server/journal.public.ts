export { seedJournal, type SeededEntry } from './seed-journal.ts';
export { addPastEntry, readEntry } from './journal.service.ts';
