import { z } from 'zod';
import { PlaceSuggestion } from '#features/places/places.contract.ts';
import { RestaurantStatus, SourceKind } from '#features/restaurants/restaurants.contract.ts';
import {
  EMPTY_SAVED_RESTAURANT,
  type FormValues,
  formValuesOf,
} from '#features/restaurants/restaurants.rules.ts';
import { browserStorage } from '#web/browser-storage.ts';
import { StoredSubmission } from '#web/stored-submission.ts';

/** The fields of the form, less strict than the contract: a draft may contain invalid values. */
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

/** The draft of the add screen, kept in this browser until it is saved or discarded. */
const DraftValues = z.object({
  ...formFields,
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
  /** The place chosen from the maps service, as shown; null if none is chosen. */
  suggestion: PlaceSuggestion.nullable(),
  /** What was sent and may have arrived, see web/submissions.ts. */
  submission: StoredSubmission,
});
export type Draft = z.infer<typeof Draft>;

export const EMPTY_DRAFT: Draft = {
  values: formValuesOf(EMPTY_SAVED_RESTAURANT),
  suggestion: null,
  submission: null,
};

/** The draft of this member in this browser; an empty one if there is none or it cannot be parsed. */
export function readDraft(uid: string): Draft {
  const draft = Draft.safeParse(browserStorage.readJson(storageKey(uid)));
  return draft.success ? draft.data : EMPTY_DRAFT;
}

export const saveDraft = (uid: string, draft: Draft): void =>
  browserStorage.write(storageKey(uid), isEmpty(draft) ? null : JSON.stringify(draft));

export const dropDraft = (uid: string) => saveDraft(uid, EMPTY_DRAFT);

/** Whether the draft contains nothing worth keeping. */
export const isEmpty = ({ values, suggestion }: Draft): boolean =>
  suggestion === null && JSON.stringify(values) === JSON.stringify(EMPTY_DRAFT.values);

const storageKey = (uid: string) => `momokzi.add-draft.${uid}`;
