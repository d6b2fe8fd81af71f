import type { FilePlace } from './files/file-place.ts';
import { isTagTooLong, mergeTags, tagsOf } from './files/place-fields.ts';
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

/**
 * Puts the values of columns without a field where the member chose. A value that is too long for a tag goes into the
 * note.
 */
export function withExtras(place: FilePlace, choices: Readonly<Record<string, ExtraChoice>>): FilePlace {
  const chosen = (choice: ExtraChoice) =>
    Object.entries(place.extras).filter(([name]) => (choices[name] ?? 'note') === choice);
  const tags = chosen('tag');
  const notes = [...chosen('note'), ...tags.filter(([, value]) => isTagTooLong(value))];
  return {
    ...place,
    note: joinLines(place.note, ...notes.map(([name, value]) => `${name}: ${value}`)),
    tags: mergeTags(place.tags, ...tags.map(([, value]) => tagsOf(value))),
    extras: {},
  };
}
