import { z } from 'zod';
import { Photo } from '#features/photos/photos.contract.ts';
import { browserStorage } from '#web/browser-storage.ts';
import { StoredSubmission } from '#web/stored-submission.ts';

/** The values of the form. Less strict than the contract: a draft may contain invalid values. */
const EntryValues = z.object({
  restaurantId: z.string().nullable(),
  restaurantName: z.string(),
  visitDate: z.number().nullable(),
  visitTime: z.string().nullable(),
  journalText: z.string(),
  /** Uploaded photos; unfinished uploads are lost with the page. */
  photos: z.array(Photo),
  tagsWith: z.array(z.string()),
  tagsOccasion: z.array(z.string()),
});
export type EntryValues = z.infer<typeof EntryValues>;

const StoredDraft = z.object({
  values: EntryValues,
  /** `updatedAt` of the entry that is edited; null: a new entry. */
  basedOn: z.number().nullable().catch(null),
  /** What was sent and may have arrived, see web/submissions.ts. */
  submission: StoredSubmission,
});
export type EntryDraft = z.infer<typeof StoredDraft>;

/** Key of a draft: one per member and entry; for new entries one per preselected place. */
export const draftKey = ({
  uid,
  entryId,
  restaurantId,
}: {
  uid: string;
  entryId: string | null;
  restaurantId: string | null;
}): string => `momokzi.journal-draft.${uid}.${entryId ?? `new.${restaurantId ?? ''}`}`;

/** The draft in this browser; null if there is none or it cannot be parsed. */
export function readDraft(key: string): EntryDraft | null {
  const draft = StoredDraft.safeParse(browserStorage.readJson(key));
  return draft.success ? draft.data : null;
}

export const saveDraft = (key: string, draft: EntryDraft | null): void =>
  browserStorage.write(key, draft && JSON.stringify(draft));

/** Whether two forms have equal values; the order of fields is irrelevant. */
export const areSame = (one: EntryValues, other: EntryValues): boolean =>
  JSON.stringify(EntryValues.safeParse(one).data) === JSON.stringify(EntryValues.safeParse(other).data);
