import { cut } from '#common/cut.ts';
import { REVIEW_MAXIMUM } from '#features/restaurants/restaurants.contract.ts';
import type { FilePlace } from './files/file-place.ts';
import { mergeTags, tagsOf } from './files/place-fields.ts';
import { joinLines } from './files/plain-text.ts';
import type { ExtraColumn } from './files/read-files.ts';

/** Where the values of a column without a field go. */
export const EXTRA_CHOICES = ['note', 'tag', 'drop'] as const;
export type ExtraChoice = (typeof EXTRA_CHOICES)[number];

/** Proposes the note for texts. A running number and an id are of no use to the member. */
export const proposedChoice = ({ name, sample }: ExtraColumn): ExtraChoice =>
  /^(?:no|nr|id|idx|index|번호|순번|연번|순서|#)\.?$/i.test(name) && /^\d+$/.test(sample) ? 'drop' : 'note';

/** Key under which the choices for the columns are stored. Files with the same columns have the same key. */
export const extraColumnsKey = (columns: readonly ExtraColumn[]): string =>
  columns
    .map(({ name }) => name)
    .join('\t')
    .slice(0, 2_000);

/** Puts the values of columns without a field where the member chose. */
export function withExtras(place: FilePlace, choices: Readonly<Record<string, ExtraChoice>>): FilePlace {
  const chosen = (choice: ExtraChoice) =>
    Object.entries(place.extras).filter(([name]) => (choices[name] ?? 'note') === choice);
  const lines = chosen('note').map(([name, value]) => `${name}: ${value}`);
  const tags = chosen('tag').map(([, value]) => tagsOf(value));
  return {
    ...place,
    note: cut(joinLines(place.note, ...lines), REVIEW_MAXIMUM),
    tags: mergeTags(place.tags, ...tags),
    extras: {},
  };
}
