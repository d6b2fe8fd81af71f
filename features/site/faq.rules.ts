import type { KoreanQuery } from '#common/korean.ts';

/** Whether a question is shown for what was typed, and whether it opens by itself: where its answer alone has it. */
export function faqHit({
  query,
  question,
  answer,
}: {
  query: Pick<KoreanQuery, 'isBlank' | 'matches'>;
  question: string;
  answer: readonly string[];
}): { isShown: boolean; isOpen: boolean } {
  const isShown = query.matches([question, ...answer]);
  return { isShown, isOpen: isShown && !query.isBlank && !query.matches([question]) };
}
