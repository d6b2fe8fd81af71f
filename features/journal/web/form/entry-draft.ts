import { z } from 'zod';
import { Photo } from '#features/photos/photos.contract.ts';
import { browserStorage } from '#web/browser-storage.ts';
import { StoredSubmission } from '#web/stored-submission.ts';

/** What stands in the form. Looser than the contract: a draft may hold what the contract will refuse. */
const EntryValues = z.object({
  restaurantId: z.string().nullable(),
  restaurantName: z.string(),
  visitDate: z.number().nullable(),
  visitTime: z.string().nullable(),
  journalText: z.string(),
  /** Uploaded; what is still on its way is lost with the page. */
  photos: z.array(Photo),
  tagsWith: z.array(z.string()),
  tagsOccasion: z.array(z.string()),
});
export type EntryValues = z.infer<typeof EntryValues>;

const StoredDraft = z.object({
  values: EntryValues,
  /** `updatedAt` of the entry that these values change; null: a new entry. */
  basedOn: z.number().nullable().catch(null),
  /** What was sent and may have arrived, see web/submissions.ts. */
  submission: StoredSubmission,
});
export type EntryDraft = z.infer<typeof StoredDraft>;

/** Which draft: one a person and an entry; of a new entry one for each place it was begun from. */
export const draftKey = ({
  uid,
  entryId,
  restaurantId,
}: {
  uid: string;
  entryId: string | null;
  restaurantId: string | null;
}): string => `momokzi.journal-draft.${uid}.${entryId ?? `new.${restaurantId ?? ''}`}`;

/** The draft kept in this browser; null if there is none, or none that can be read. */
export function readDraft(key: string): EntryDraft | null {
  const draft = StoredDraft.safeParse(browserStorage.readJson(key));
  return draft.success ? draft.data : null;
}

export const keepDraft = (key: string, draft: EntryDraft | null): void =>
  browserStorage.write(key, draft && JSON.stringify(draft));

/** Whether two forms say the same; the order of their fields makes no difference. */
export const areSame = (one: EntryValues, other: EntryValues): boolean =>
  JSON.stringify(EntryValues.safeParse(one).data) === JSON.stringify(EntryValues.safeParse(other).data);
