import { z } from 'zod';
import { PlaceSuggestion } from '#features/places/places.contract.ts';
import { RestaurantStatus, SourceKind } from '#features/restaurants/restaurants.contract.ts';
import {
  EMPTY_SAVED_RESTAURANT,
  type FormValues,
  formValuesOf,
} from '#features/restaurants/restaurants.rules.ts';
import { StoredSubmission } from '#web/requests/stored-submission.ts';
import { readDraft, saveDraft } from '#web/form/use-stored-draft.ts';

/**
 * The fields of the form. Their types are less strict than the contract, because a draft may contain invalid values.
 */
const formFields = {
  status: RestaurantStatus,
  rating: z.number().nullable(),
  review: z.string(),
  customTags: z.array(z.string()),
  sourceKind: SourceKind.nullable(),
  sourceMemo: z.string(),
  isShared: z.boolean(),
  isAnonymous: z.boolean().default(false),
  categoryId: z.string().nullable(),
} satisfies Record<keyof FormValues, z.ZodType>;

/** The draft of the add screen. It is stored in this browser until the place is saved or the draft is discarded. */
const DraftValues = z.object({
  ...formFields,
  userPhotoFilenames: z.array(z.string()).exactOptional(),
  place: z
    .discriminatedUnion('from', [
      z.object({ from: z.literal('maps'), placeId: z.string(), sessionToken: z.string().exactOptional() }),
      z.object({
        from: z.literal('hand'),
        name: z.string(),
        address: z.string(),
        coordinates: z.object({ lat: z.number(), lng: z.number() }).nullable(),
        phoneNumber: z.string(),
      }),
    ])
    .exactOptional(),
});
export type DraftValues = z.infer<typeof DraftValues>;

const Draft = z.object({
  values: DraftValues,
  /** The place that was chosen from the maps service, as it was shown; null if none is chosen. */
  suggestion: PlaceSuggestion.nullable(),
  /**
   * A request that has no response yet; null if there is none. The server may have processed the request
   * (web/requests/submissions.ts).
   */
  submission: StoredSubmission,
});
export type Draft = z.infer<typeof Draft>;

export const EMPTY_DRAFT: Draft = {
  values: formValuesOf(EMPTY_SAVED_RESTAURANT),
  suggestion: null,
  submission: null,
};

/** Returns the draft of this member in this browser. Returns an empty draft if there is none. */
export const readAddDraft = (uid: string): Draft =>
  readDraft({ key: storageKey(uid), schema: Draft, empty: EMPTY_DRAFT }) ?? EMPTY_DRAFT;

export const saveAddDraft = (uid: string, draft: Draft): void =>
  saveDraft(storageKey(uid), isEmpty(draft) ? null : draft);

/** Whether the draft contains no place and no changed value. */
export const isEmpty = ({ values, suggestion }: Draft): boolean =>
  suggestion === null && JSON.stringify(values) === JSON.stringify(EMPTY_DRAFT.values);

/** Whether the form may show a pasted place: the form must be empty or already contain this place. */
export const canPrefill = (stored: Draft, place: DraftValues['place']): boolean =>
  isEmpty(stored) || JSON.stringify(stored.values.place) === JSON.stringify(place);

const storageKey = (uid: string) => `momokzi.add-draft.${uid}`;
