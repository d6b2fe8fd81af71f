import { z } from 'zod';
import { Photo } from '#features/photos/photos.contract.ts';
import { StoredSubmission } from '#web/stored-submission.ts';

/** Less strict than the contract, because a draft may contain invalid values. */
const EntryValues = z.object({
  restaurantId: z.string().nullable(),
  restaurantName: z.string(),
  visitDate: z.number().nullable(),
  visitTime: z.string().nullable(),
  journalText: z.string(),
  /** `usePhotoUploads` stores photos that are not uploaded yet. */
  photos: z.array(Photo),
  tagsWith: z.array(z.string()),
  tagsOccasion: z.array(z.string()),
});
export type EntryValues = z.infer<typeof EntryValues>;

export const EntryDraft = z.object({
  values: EntryValues,
  /** `updatedAt` of the edited entry; null: a new entry. */
  basedOn: z.number().nullable().catch(null),
  /** Requests that got no response but may have arrived (web/submissions.ts). */
  submission: StoredSubmission,
});
export type EntryDraft = z.infer<typeof EntryDraft>;

/** One draft per entry of a member. A new entry has one per preselected place. */
export const draftKey = ({
  uid,
  entryId,
  restaurantId,
}: {
  uid: string;
  entryId: string | null;
  restaurantId: string | null;
}): string => `momokzi.journal-draft.${uid}.${entryId ?? `new.${restaurantId ?? ''}`}`;

export const areSame = (one: EntryValues, other: EntryValues): boolean =>
  JSON.stringify(EntryValues.safeParse(one).data) === JSON.stringify(EntryValues.safeParse(other).data);
