import { z } from 'zod';
import { Photo } from '#features/photos/photos.contract.ts';
import { StoredSubmission } from '#web/requests/stored-submission.ts';

/**
 * The values of the form. Their types are less strict than the contract, because a draft may contain invalid values.
 */
const EntryValues = z.object({
  restaurantId: z.string().nullable(),
  restaurantName: z.string(),
  visitDate: z.number().nullable(),
  visitTime: z.string().nullable(),
  journalText: z.string(),
  /** The uploaded photos. The files of new photos are stored by `usePhotoUploads`. */
  photos: z.array(Photo),
  tagsWith: z.array(z.string()),
  tagsOccasion: z.array(z.string()),
  /** A text that is not an amount stays a text. */
  amountWon: z.union([z.number(), z.string()]).nullable(),
});
export type EntryValues = z.infer<typeof EntryValues>;

export const EntryDraft = z.object({
  values: EntryValues,
  /** The value of `updatedAt` of the edited entry; null for a new entry. */
  basedOn: z.number().nullable().catch(null),
  /** Requests that have no response yet. The server may have processed them (web/requests/submissions.ts). */
  submission: StoredSubmission,
});
export type EntryDraft = z.infer<typeof EntryDraft>;

/**
 * Returns the storage key of a draft. Each entry of a member has one draft. A new entry has one draft for each
 * preselected place.
 */
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
