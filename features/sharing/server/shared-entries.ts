import { hash } from 'node:crypto';
import { readEntry } from '#features/journal/server/journal.public.ts';
import type { SharedEntry } from '#features/sharing/entry-shares.contract.ts';
import { sharingProblems } from '#features/sharing/sharing.contract.ts';
import { ownerNameForVisitors } from '#features/sharing/sharing.rules.ts';
import type { Database } from '#server/database/database.ts';
import { ProblemError, problem } from '#server/http/problem.ts';
import { selectOpenedEntryShare } from './entry-shares.sql.ts';

export type OpenedEntry = {
  entry: SharedEntry;
  json: string;
  /** A text that identifies the current content of the entry. */
  version: string;
};

/**
 * Returns the entry of a share link. The entry is not cached, because two lookups by key are fast.
 * @throws sharing.not_found for an unknown or revoked link, and for the link of a deleted entry
 */
export async function openSharedEntry(database: Database, shareId: string): Promise<OpenedEntry> {
  const opened = await selectOpenedEntryShare(database, shareId);
  // If the entry was deleted between the two lookups, the link is treated as unknown.
  const written = opened && (await readEntry(database, opened).catch(nullIfNotFound));
  if (!written) throw problem(sharingProblems, 'sharing.not_found');
  // Only the fields that are listed here are sent.
  const entry: SharedEntry = {
    id: shareId,
    ownerName: ownerNameForVisitors(opened.nickname),
    restaurantName: written.restaurantName,
    visitDate: written.visitDate,
    visitTime: written.visitTime,
    journalText: written.journalText,
    photos: written.photos,
    tagsWith: written.tagsWith,
    tagsOccasion: written.tagsOccasion,
  };
  const json = JSON.stringify(entry);
  return { entry, json, version: hash('sha256', json, 'base64url').slice(0, 16) };
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof ProblemError) return null;
  throw error;
}
