import { type KoreanQuery, koreanQuery, type KoreanToken } from '#common/korean.ts';
import { letterKey } from '#common/korean-keys.ts';
import type { Connection } from '#server/database/database.ts';
import { selectCellsOfWords } from './search-words.sql.ts';

/** The cells of typed words that name a location. They are read once for all words of a search. */
export type KnownProfiles = {
  read: (tokens: readonly KoreanToken[]) => Promise<void>;
  /**
   * Returns the cells in which a word of an address begins with `location`; an empty array for a word that has not
   * been read.
   */
  cellsOf: (location: string) => readonly number[];
};

export function knownProfiles(connection: Connection): KnownProfiles {
  const known = new Map<string, readonly number[]>();
  return {
    cellsOf: (location) => known.get(location) ?? [],
    read: async (tokens) => {
      const locations = [...new Set(tokens.map(locationOf))].filter((location) => !known.has(location));
      const cells = await selectCellsOfWords(connection, locations);
      for (const [at, location] of locations.entries()) known.set(location, cells[at] ?? []);
    },
  };
}

/**
 * Returns the letter key with which a word of an address must begin. If the word was typed in Latin letters, the first
 * reading is the Korean text of the typed keys. Addresses cannot be searched by initials.
 */
export const locationOf = ({ readings, text }: Pick<KoreanToken, 'readings' | 'text'>): string =>
  locationKey(readings.find(({ keyedBy }) => keyedBy === 'letters')?.text ?? text);

/**
 * Returns a `like` pattern for a text that mixes syllables and initials: 국ㅂㅈ → rnrq%w%. The letter key of every match
 * fits the pattern. A letter key that fits the pattern need not be a match.
 */
export const lettersPattern = (text: string): string =>
  Array.from(text, (character) => letterKey(character) + (/[ㄱ-ㅎ]/.test(character) ? '%' : '')).join('') +
  '%';

export type SplitWord = { name: KoreanToken; location: KoreanToken; query: KoreanQuery };

/**
 * Returns the ways to split one word (하동관명동, 명동하동관) into a name and the beginning of an address word. The ways are
 * sorted by the length of the location, longest first. Each part has at least two syllables. With one-syllable parts,
 * 하동관 could mean a place named 관 in 하동.
 */
export async function splitWord(connection: Connection, token: KoreanToken): Promise<SplitWord[]> {
  const profiles = knownProfiles(connection);
  const queries = token.readings
    .filter(({ keyedBy, text }) => keyedBy === 'letters' && /[가-힣]/.test(text))
    .flatMap(({ text }) => cutsOf([...text]))
    .filter((parts) => parts.every((part) => 2 <= [...part].length))
    .flatMap(([head, tail]) => [koreanQuery(`${head} ${tail}`), koreanQuery(`${tail} ${head}`)]);
  await profiles.read(queries.flatMap(({ tokens }) => tokens));
  return queries
    .flatMap((query) => {
      const [name, location] = query.tokens;
      if (name === undefined || location === undefined) return [];
      return profiles.cellsOf(locationOf(location)).length === 0 ? [] : [{ name, location, query }];
    })
    .toSorted((a, b) => b.location.text.length - a.location.text.length);
}

const cutsOf = (characters: string[]): [string, string][] =>
  characters
    .slice(1)
    .map((_, at) => [characters.slice(0, at + 1).join(''), characters.slice(at + 1).join('')]);

/** Returns the letter key of a location. The suffix of a branch or station is removed: 명동점 → 명동, 강남역 → 강남. */
export const locationKey = (text: string) => letterKey(text.replace(/(?<=..)(본점|역점|점|역)$/u, ''));
