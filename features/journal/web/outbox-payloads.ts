import type {
  CheckedJournalChanges,
  CheckedJournalDraft,
  JournalEntry,
  JournalEntrySummary,
} from '#features/journal/journal.contract.ts';
import type { Attachment } from '#features/photos/web/photos.public.tsx';

export type WithPhotos = { attachments: readonly Attachment[] };
export type AddEntryPayload = WithPhotos & { draft: CheckedJournalDraft; shown: JournalEntry };
/** @property shown - the entry after the change */
export type ChangeEntryPayload = WithPhotos & { changes: CheckedJournalChanges; shown: JournalEntry };
/** @property summary - the entry as the journal showed it; absent in actions that an older version of the app stored */
export type ActedEntryPayload = { entryId: string; summary?: JournalEntrySummary | null };
