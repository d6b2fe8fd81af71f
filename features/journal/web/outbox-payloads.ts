import type {
  CheckedJournalChanges,
  CheckedJournalDraft,
  JournalEntry,
} from '#features/journal/journal.contract.ts';
import type { Attachment } from '#features/photos/web/photos.public.tsx';

export type WithPhotos = { attachments: readonly Attachment[] };
export type AddEntryPayload = WithPhotos & { draft: CheckedJournalDraft; shown: JournalEntry };
/** @property shown - the entry after the change */
export type ChangeEntryPayload = WithPhotos & { changes: CheckedJournalChanges; shown: JournalEntry };
export type ActedEntryPayload = { entryId: string; before: JournalEntry | null };
