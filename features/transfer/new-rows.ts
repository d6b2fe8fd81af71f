import type { z } from 'zod';
import { cut } from '#common/cut.ts';
import { CategoryId } from '#features/catalogue/catalogue.contract.ts';
import { SOURCE_MEMO_MAXIMUM, TAGS_MAXIMUM } from '#features/catalogue/catalogue.limits.ts';
import { REVIEW_MAXIMUM } from '#features/restaurants/restaurants.contract.ts';
import type { FilePlace } from './files/file-place.ts';
import { joinLines } from './files/plain-text.ts';
import type { NewRows } from './imports.contract.ts';
import type { PastedPlace } from './pasted-text.rules.ts';

export type NewRow = z.output<typeof NewRows>['rows'][number];

/** The fields of a row whose source contains none of these values. */
export const NO_FIELDS = {
  status: null,
  customTags: [],
  sourceKind: null,
  sourceMemo: '',
  rating: null,
  review: '',
};

/**
 * Creates a row from a place of a file. A note becomes the source memo. If the note is too long, or if the place already
 * has a source memo, the note becomes the end of the review.
 */
export function rowOfFile(place: FilePlace): NewRow {
  const { name, address, phoneNumber, link, coordinates, placeId } = place;
  const { memo, review } = wholeTexts(place);
  const categoryId = CategoryId.safeParse(place.categoryId).data;
  return {
    place: { name, address, phoneNumber, link, coordinates, placeId },
    fields: {
      status: place.status,
      customTags: place.tags.slice(0, TAGS_MAXIMUM),
      sourceKind: place.sourceKind,
      sourceMemo: cut(memo, SOURCE_MEMO_MAXIMUM),
      rating: place.rating,
      review: cut(review, REVIEW_MAXIMUM),
      ...(place.savedAt !== null && { savedAt: place.savedAt }),
      ...(place.visitedAt !== null && { visitedAt: place.visitedAt }),
      // A private note that became a part of the review must not become public.
      ...(place.isShared && review === place.review && { isShared: true, isAnonymous: place.isAnonymous }),
      ...(categoryId !== undefined && { categoryId }),
    },
  };
}

/** Whether the row of a place does not contain all of its texts and tags. */
export function isShortened(place: FilePlace): boolean {
  const { memo, review } = wholeTexts(place);
  return (
    SOURCE_MEMO_MAXIMUM < memo.length || REVIEW_MAXIMUM < review.length || TAGS_MAXIMUM < place.tags.length
  );
}

/** Returns the memo and the review of a row before they are truncated. */
function wholeTexts({ note, link, review, sourceMemo }: FilePlace): { memo: string; review: string } {
  const memo = sourceMemo.replaceAll('\n', ' · ');
  const isMemo = memo === '' && note.length + link.length + 3 <= SOURCE_MEMO_MAXIMUM;
  return isMemo ? { memo: note.replaceAll('\n', ' '), review } : { memo, review: joinLines(review, note) };
}

/** @param source the source that is saved with the place; undefined if there is none */
export const rowOfPasted = (
  place: PastedPlace,
  source: Pick<NewRow['fields'], 'sourceKind' | 'sourceMemo'> | undefined,
): NewRow => ({
  place: { ...place, coordinates: place.coordinates ?? null, placeId: '' },
  fields: { ...NO_FIELDS, ...source },
});
