export { seedJournal, type SeededEntry } from './seed-journal.ts';
export { addArchivedEntry, entriesOfDay, readEntry } from './journal.service.ts';
