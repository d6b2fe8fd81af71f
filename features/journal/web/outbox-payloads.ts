import { z } from 'zod';
import {
  JournalChanges,
  JournalDraft,
  JournalEntry,
  JournalEntrySummary,
} from '#features/journal/journal.contract.ts';
import { summaryOf } from '#features/journal/journal.rules.ts';
import { Photo } from '#features/photos/photos.contract.ts';

/*
 * The payloads of the actions on the journal, as devices store them. If one of them changes, `ACTION_FORMAT` must be
 * increased (web/outbox/actions.ts).
 */

const StoredAttachment = z.object({
  id: z.string(),
  photo: Photo.nullable(),
  blob: z.instanceof(Blob).nullable(),
});

export const WithPhotos = z.object({ attachments: z.array(StoredAttachment).readonly() });
export type WithPhotos = z.infer<typeof WithPhotos>;

export const AddEntryPayload = WithPhotos.extend({ draft: JournalDraft, shown: JournalEntry });
export type AddEntryPayload = z.infer<typeof AddEntryPayload>;

/** `shown` is the entry after the change. */
export const ChangeEntryPayload = WithPhotos.extend({ changes: JournalChanges, shown: JournalEntry });
export type ChangeEntryPayload = z.infer<typeof ChangeEntryPayload>;

export const ActedEntryPayload = z.object({
  entryId: z.string(),
  /** The entry as the journal showed it. It is only shown, so the action is sent even if it cannot be read. */
  summary: JournalEntrySummary.nullable().catch(null),
});
export type ActedEntryPayload = z.infer<typeof ActedEntryPayload>;

/** Format 1. Until 2026-11-26 it contained the whole entry (`before`), which the journal may have read only in part. */
export const ActedEntryPayload1 = z
  .object({
    entryId: z.string(),
    summary: JournalEntrySummary.nullish().catch(null),
    before: JournalEntry.nullish().catch(null),
  })
  .transform(({ entryId, summary, before }): ActedEntryPayload => ({
    entryId,
    summary: summary ?? (before ? summaryOf(before) : null),
  }));
