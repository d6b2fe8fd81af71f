import { useMemo } from 'react';
import type { KoreanQuery } from '#common/korean.ts';
import { useLazyModule } from '../browser/use-lazy-module.ts';

const loadKorean = () => import('#common/korean.ts');

const BLANK: KoreanQuery = { isEmptyQuery: true, tokens: [], matches: () => true, ranges: () => [] };

/**
 * Returns the query for a typed text, for pages whose search is seldom used. Until the code of the search has loaded,
 * everything matches.
 */
export function useKoreanQuery(typed: string): KoreanQuery {
  const hasText = typed.trim() !== '';
  const korean = useLazyModule(loadKorean, hasText);
  return useMemo(() => (hasText && korean ? korean.koreanQuery(typed) : BLANK), [typed, hasText, korean]);
}
