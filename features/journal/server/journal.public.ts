export { seedJournal, type SeededEntry } from './seed-journal.ts';
export { addArchivedEntry, readEntry } from './journal.service.ts';
