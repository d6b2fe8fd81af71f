import { VISITED } from '#common/visit-status.ts';
import { joinedVisibility } from '../joined-review.rules.ts';
import type { FilePlace } from './file-place.ts';
import { mergeTags } from './place-fields.ts';
import { joinLines } from './plain-text.ts';

/**
 * Joins two descriptions of one place. The later one adds: it fills empty values, and its tags, notes and reviews are
 * joined. The status changes only to 방문 완료.
 */
export function mergePlaces(earlier: FilePlace, later: FilePlace): FilePlace {
  const extras: Record<string, string> = { ...earlier.extras };
  for (const [name, value] of Object.entries(later.extras))
    extras[name] = joinLines(extras[name] ?? '', value);
  return {
    name: earlier.name || later.name,
    address: earlier.address || later.address,
    phoneNumber: earlier.phoneNumber || later.phoneNumber,
    link: earlier.link || later.link,
    coordinates: earlier.coordinates ?? later.coordinates,
    placeId: earlier.placeId || later.placeId,
    note: joinLines(earlier.note, later.note),
    tags: mergeTags(earlier.tags, later.tags),
    status: later.status === VISITED ? later.status : (earlier.status ?? later.status),
    rating: earlier.rating ?? later.rating,
    review: joinLines(earlier.review, later.review),
    sourceKind: earlier.sourceKind ?? later.sourceKind,
    sourceMemo: joinLines(earlier.sourceMemo, later.sourceMemo),
    categoryId: earlier.categoryId || later.categoryId,
    extras,
    savedAt: earlier.savedAt ?? later.savedAt,
    visitedAt: earlier.visitedAt ?? later.visitedAt,
    ...joinedVisibility(earlier, later),
  };
}
