import { z } from 'zod';
import { Coordinates } from '#common/coordinates.ts';
import { PlaceSuggestion } from '#features/places/places.contract.ts';
import { readDraft, saveDraft } from '#web/form/use-stored-draft.ts';
import { pasteDraftKey } from './paste-draft-key.ts';

/** A page whose link was read. `link` is as it was pasted, and `url` is the address of the page itself. */
const Page = z.object({ link: z.string(), url: z.string(), title: z.string() });
export type SourcePage = z.infer<typeof Page>;

const Row = z.object({
  id: z.string(),
  place: z.object({
    name: z.string(),
    address: z.string(),
    phoneNumber: z.string(),
    link: z.string(),
    coordinates: Coordinates.nullable().exactOptional(),
  }),
  choice: z
    .discriminatedUnion('from', [
      z.object({ from: z.literal('maps'), suggestion: PlaceSuggestion }),
      z.object({ from: z.literal('hand') }),
    ])
    .nullable(),
  /** The page in which the place was seen. */
  page: Page.exactOptional(),
  /** Id of the uploaded picture that the member keeps as a photo. */
  photoId: z.string().exactOptional(),
});
export type DraftRow = z.infer<typeof Row>;

/**
 * The text and the places that the member pasted. This browser stores them until they are in the form or on the server.
 */
const PasteDraft = z.object({
  /** Pasted text in which no place was found. */
  text: z.string(),
  rows: z.array(Row),
  /** Lines of the pasted text that were not understood. */
  unread: z.array(z.string()).default([]),
  /** The page that is the source of the places that are pasted next. */
  page: Page.nullable().default(null),
  /** Number of lines of a pasted chat that do not look like places. */
  conversationCount: z.number().default(0),
});
export type PasteDraft = z.infer<typeof PasteDraft>;

export const NO_DRAFT: PasteDraft = { text: '', rows: [], unread: [], page: null, conversationCount: 0 };

export const readPasteDraft = (uid: string): PasteDraft =>
  readDraft({ key: pasteDraftKey(uid), schema: PasteDraft, empty: NO_DRAFT }) ?? NO_DRAFT;

/** Stores the draft, or removes it if it is empty. */
export const savePasteDraft = (uid: string, draft: PasteDraft): void =>
  saveDraft(pasteDraftKey(uid), draft.rows.length === 0 && draft.text === '' ? null : draft);
