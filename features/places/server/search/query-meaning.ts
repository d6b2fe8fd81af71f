import { type KoreanQuery, koreanQuery, type KoreanToken } from '#common/korean.ts';
import { type QueryWord, readQueryWords, separateWeightlessEnd } from '#features/places/query-words.rules.ts';
import { kindSounding, meantText } from '#features/places/word-meaning.rules.ts';
import type { Connection } from '#server/database/database.ts';
import type { IndexPoint } from './cells.ts';
import { regionOf } from './regions.ts';
import type { KnownProfiles } from './search-words.ts';

export type Meaning = {
  /** Words that must be in the name or the address. */
  names: string[];
  /** Words that name a region. They may be in the address or in the name. */
  regions: string[];
  kinds: Extract<QueryWord, { role: 'kind' }>[];
  weightless: string[];
  /**
   * `point` and `reach` are the centre and the radius (in metres) of the smallest named region that has a centre. If
   * there is no such region, `point` is null and `reach` is Infinity.
   */
  point: IndexPoint | null;
  reach: number;
};

/**
 * Returns the typed words. If a weightless word was typed without a space, it becomes a separate word: 성수맛집 is read as
 * 성수 맛집.
 */
export function readQuery(typed: string): KoreanQuery {
  const query = koreanQuery(typed);
  const words = query.tokens.map((token) => {
    const meant = meantText(token);
    const separated = separateWeightlessEnd(meant);
    return separated === meant ? token.text : separated;
  });
  return words.some((word) => word.includes(' ')) ? koreanQuery(words.join(' ')) : query;
}

/** Number of words that are interpreted. Further words are only searched as typed. */
export const WORDS_READ = 6;

export async function readMeaning(
  connection: Connection,
  { query, near, profiles }: { query: KoreanQuery; near: IndexPoint; profiles: KnownProfiles },
): Promise<Meaning> {
  const words = query.tokens.slice(0, WORDS_READ).map((token) => readWord(token, query));
  const meaning: Meaning = {
    names: [],
    regions: [],
    kinds: [],
    weightless: [],
    point: null,
    reach: Infinity,
  };
  let at = near;
  let within: string | undefined;
  if (1 < words.length) await profiles.read(query.tokens);
  for (const word of words) {
    if (word.role === 'kind') meaning.kinds.push(word);
    else if (word.role === 'weightless') meaning.weightless.push(word.text);
    else {
      const region =
        words.length === 1
          ? null
          : await regionOf(connection, { word: word.text, near: at, within, profiles });
      if (region === null) {
        meaning.names.push(word.text);
        continue;
      }
      meaning.regions.push(word.text);
      within = region.province ?? within;
      if (region.point === null) continue;
      at = region.point;
      if (region.reach <= meaning.reach) {
        meaning.point = region.point;
        meaning.reach = region.reach;
      }
    }
  }
  return meaning;
}

/**
 * Determines the role of a word. If several words were typed, a word in Latin letters that sounds like a kind of food
 * means this kind: 성수 pasta. If only one word was typed, the word is more likely a name.
 */
function readWord(token: KoreanToken, { tokens }: KoreanQuery): QueryWord {
  const [word] = readQueryWords([meantText(token)]) as [QueryWord];
  const kind = word.role === 'name' && 1 < tokens.length ? kindSounding(token.text) : null;
  return kind ? { text: word.text, role: 'kind', kind } : word;
}
