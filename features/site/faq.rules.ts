import type { KoreanQuery } from '#common/korean.ts';

/** A question opens by itself if only its answer matches. */
export function faqHit({
  query,
  question,
  answer,
}: {
  query: Pick<KoreanQuery, 'isEmptyQuery' | 'matches'>;
  question: string;
  answer: readonly string[];
}): { isShown: boolean; isOpen: boolean } {
  const isShown = query.matches([question, ...answer]);
  return { isShown, isOpen: isShown && !query.isEmptyQuery && !query.matches([question]) };
}
