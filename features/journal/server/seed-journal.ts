import { v7 } from 'uuid';
import type { CheckedJournalDraft } from '#features/journal/journal.contract.ts';
import type { Connection } from '#server/database/database.ts';
import { insertEntry, lockJournal } from './journal.sql.ts';

export type SeededEntry = { draft: CheckedJournalDraft; createdAt: Date };

/** Adds entries to a journal. The function does not check limits or places. */
export async function seedJournal(
  transaction: Connection,
  { userId, entries }: { userId: string; entries: readonly SeededEntry[] },
): Promise<string[]> {
  const journal = await lockJournal(transaction, userId);
  const ids: string[] = [];
  for (const { draft, createdAt } of entries) {
    const { id } = await insertEntry(transaction, journal, { id: v7(), draft, createdAt });
    ids.push(id);
  }
  return ids;
}
