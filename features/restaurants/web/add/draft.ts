import { z } from 'zod';
import { PlaceSuggestion } from '#features/places/places.contract.ts';
import { RestaurantStatus, SourceKind } from '#features/restaurants/restaurants.contract.ts';
import { browserStorage } from '#web/browser-storage.ts';
import { StoredSubmission } from '#web/stored-submission.ts';

/**
 * What was begun on the add screen, kept in this browser until it is saved or thrown away. Looser than the contract:
 * a draft may hold what the contract will refuse.
 */
const DraftValues = z.object({
  status: RestaurantStatus,
  rating: z.number().nullable(),
  review: z.string(),
  customTags: z.array(z.string()),
  sourceKind: SourceKind.nullable(),
  sourceMemo: z.string(),
  isShared: z.boolean(),
  isAnonymous: z.boolean().default(false),
  categoryId: z.string().nullable(),
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
  /** The place chosen from the map service, as it was shown; null while none is. */
  suggestion: PlaceSuggestion.nullable(),
  /** What was sent and may have arrived, see web/submissions.ts. */
  submission: StoredSubmission,
});
export type Draft = z.infer<typeof Draft>;

export const EMPTY_DRAFT: Draft = {
  values: {
    status: '방문 예정',
    rating: null,
    review: '',
    customTags: [],
    sourceKind: null,
    sourceMemo: '',
    isShared: false,
    isAnonymous: false,
    categoryId: null,
  },
  suggestion: null,
  submission: null,
};

/** The draft of this person in this browser; the empty one if there is none, or none that can be read. */
export function readDraft(uid: string): Draft {
  const draft = Draft.safeParse(browserStorage.readJson(storageKey(uid)));
  return draft.success ? draft.data : EMPTY_DRAFT;
}

export const keepDraft = (uid: string, draft: Draft): void =>
  browserStorage.write(storageKey(uid), isEmpty(draft) ? null : JSON.stringify(draft));

export const dropDraft = (uid: string) => keepDraft(uid, EMPTY_DRAFT);

/** Whether nothing worth keeping was begun. */
export const isEmpty = ({ values, suggestion }: Draft): boolean =>
  suggestion === null && JSON.stringify(values) === JSON.stringify(EMPTY_DRAFT.values);

const storageKey = (uid: string) => `momokzi.add-draft.${uid}`;
