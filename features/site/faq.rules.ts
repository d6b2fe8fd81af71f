import type { KoreanQuery } from '#common/korean.ts';

/** Returns how a question matches the query. If only the answer matches, the question opens by itself. */
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
