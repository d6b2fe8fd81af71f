import { z } from 'zod';
import { PlaceSuggestion } from '#features/places/places.contract.ts';
import { RestaurantStatus, SourceKind } from '#features/restaurants/restaurants.contract.ts';
import { browserStorage } from '#web/browser-storage.ts';
import { StoredSubmission } from '#web/stored-submission.ts';
import { pasteDraftKey } from './paste-draft-key.ts';

const Row = z.object({
  id: z.string(),
  place: z.object({ name: z.string(), address: z.string(), phoneNumber: z.string(), link: z.string() }),
  choice: z
    .discriminatedUnion('from', [
      z.object({ from: z.literal('maps'), suggestion: PlaceSuggestion }),
      z.object({ from: z.literal('hand') }),
    ])
    .nullable(),
  isChecked: z.boolean().nullable(),
  /** What was sent and may have arrived, see web/submissions.ts. */
  submission: StoredSubmission,
});
export type DraftRow = z.infer<typeof Row>;

/** The review of pasted places, kept in this browser until all are saved or removed. */
const PasteDraft = z.object({
  /** Pasted text in which no place was found. */
  text: z.string(),
  rows: z.array(Row),
  /** Added in this review, for undo. */
  saved: z.array(z.object({ restaurantId: z.string(), row: Row })),
  /** For all rows. */
  fields: z.object({
    status: RestaurantStatus,
    customTags: z.array(z.string()),
    sourceKind: SourceKind.nullable(),
    sourceMemo: z.string(),
  }),
});
export type PasteDraft = z.infer<typeof PasteDraft>;

const EMPTY: PasteDraft = {
  text: '',
  rows: [],
  saved: [],
  fields: { status: '방문 예정', customTags: [], sourceKind: null, sourceMemo: '' },
};

export function readPasteDraft(uid: string): PasteDraft {
  const draft = PasteDraft.safeParse(browserStorage.readJson(pasteDraftKey(uid)));
  return draft.success ? draft.data : EMPTY;
}

/** Removes the draft if there is nothing left to do. */
export const savePasteDraft = (uid: string, draft: PasteDraft): void =>
  browserStorage.write(
    pasteDraftKey(uid),
    draft.rows.length === 0 && draft.text === '' ? null : JSON.stringify(draft),
  );
