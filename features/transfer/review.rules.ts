import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import type { ImportRow, RowChange } from './imports.contract.ts';
import type { Match } from './matching.rules.ts';
import type { PastedPlace } from './pasted-text.rules.ts';

/** What the member chose for a pasted place: a place of the index, or the place as it was pasted. */
export type RowChoice = { from: 'maps'; suggestion: PlaceSuggestion } | { from: 'hand' };

export type ReviewRow = { id: string; place: PastedPlace; choice: RowChoice | null };

/** The state of the search for a row. */
export type RowMatch =
  | Match<PlaceSuggestion>
  | { state: 'searching' }
  | { state: 'failed' }
  /** The server cannot be reached, and this device has not seen the place. */
  | { state: 'offline' };

export type ReviewedRow = {
  row: ReviewRow;
  match: RowMatch;
  /**
   * The place that would be saved. The value is null while the member must choose, or if the place is already in the
   * list.
   */
  target: RowChoice | null;
};

/** Returns a row with the place that would be saved. Only a certain match is chosen automatically. */
export function reviewRow({
  row,
  match: found,
  isSaved,
}: {
  row: ReviewRow;
  match: RowMatch;
  isSaved: (placeId: string) => boolean;
}): ReviewedRow {
  const match = savedIfOwned(found, row.choice, isSaved);
  return { row, match, target: targetOf(row, match) };
}

/** Returns the match of a row. The state is `saved` if the chosen or certain place is already in the list. */
function savedIfOwned(
  match: RowMatch,
  choice: RowChoice | null,
  isSaved: (placeId: string) => boolean,
): RowMatch {
  const suggestion = chosenSuggestion(match, choice);
  return suggestion && isSaved(suggestion.placeId)
    ? { state: 'saved', restaurantId: suggestion.placeId }
    : match;
}

function chosenSuggestion(match: RowMatch, choice: RowChoice | null): PlaceSuggestion | null {
  if (choice?.from === 'maps') return choice.suggestion;
  return match.state === 'certain' && !choice ? match.candidate : null;
}

function targetOf({ choice, place }: ReviewRow, match: RowMatch): RowChoice | null {
  if (match.state === 'saved') return null;
  if (choice?.from === 'hand') return canSaveByHand(place) ? choice : null;
  if (choice) return choice;
  return match.state === 'certain' ? { from: 'maps', suggestion: match.candidate } : null;
}

/** Whether a place that was entered by hand can be saved. The place needs a name and an address. */
export const canSaveByHand = ({ name, address }: PastedPlace): boolean =>
  name.trim() !== '' && address.trim() !== '';

/**
 * Returns the first candidate of each row whose place the member must still choose. Rows whose first candidate is
 * permanently closed stay undecided.
 */
export const firstChoices = (
  rows: readonly Pick<ImportRow, 'position' | 'match' | 'choice'>[],
): RowChange[] =>
  rows.flatMap(({ position, match, choice }) => {
    const [first] = match?.state === 'choose' && choice === null ? match.candidates : [];
    return first && first.businessStatus !== 'closed_permanently'
      ? [{ position, choice: { from: 'maps', place: first } }]
      : [];
  });

/** Adds newly pasted places to the rows under review, without repeating a place. */
export function withPasted({
  rows,
  places,
  newId,
}: {
  rows: readonly ReviewRow[];
  places: readonly PastedPlace[];
  newId: () => string;
}): ReviewRow[] {
  const key = ({ name, address, link }: PastedPlace) => (name || address ? `${name}\n${address}` : link);
  const known = new Set(rows.map(({ place }) => key(place)));
  const fresh = places.filter((place) => !known.has(key(place)));
  return [...rows, ...fresh.map((place) => ({ id: newId(), place, choice: null }))];
}
