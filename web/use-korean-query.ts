import { useEffect, useMemo, useState } from 'react';
import type { KoreanQuery } from '#common/korean.ts';
import { whenIdle } from './map/when-idle.ts';

type KoreanModule = typeof import('#common/korean.ts');

const BLANK: KoreanQuery = { isEmptyQuery: true, tokens: [], matches: () => true, ranges: () => [] };

/** Cached for all later screens. */
let loaded: KoreanModule | null = null;

/**
 * `koreanQuery` for a page that often needs no search: the matcher is loaded when the browser is idle, or with the
 * first letter. Until then everything matches.
 */
export function useKoreanQuery(typed: string): KoreanQuery {
  const [korean, setKorean] = useState(loaded);
  const matchesFilter = typed.trim() !== '';
  useEffect(() => {
    if (korean) return undefined;
    const load = () =>
      void import('#common/korean.ts').then((module) => {
        loaded = module;
        setKorean(module);
      });
    if (!matchesFilter) return whenIdle(load);
    load();
    return undefined;
  }, [korean, matchesFilter]);
  return useMemo(
    () => (matchesFilter && korean ? korean.koreanQuery(typed) : BLANK),
    [typed, matchesFilter, korean],
  );
}
