import type { KoreanQuery } from '#common/korean.ts';

/** Returns whether a question is shown and whether it is open. If only the answer matches, the question is open. */
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
