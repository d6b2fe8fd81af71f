import { type KoreanReading, type KoreanToken, letterKey } from '#common/korean.ts';
import type { Connection } from '#server/database/database.ts';
import { selectAreasOfWords, selectWordProfiles, type WordEstimate } from './places.sql.ts';

/** One of several typed words, with the statistics for planning a search. */
export type EstimatedWord = {
  token: KoreanToken;
  /** Estimated number of names that contain it. */
  inNames: number;
  /** Cells in which an address word begins with it; empty if it names no location. */
  cells: ReadonlySet<number>;
  /** The letters with which a matching address word begins. */
  location: string;
};

/** What the index says of words, read once for all steps of a search. */
export type KnownProfiles = {
  read: (tokens: readonly KoreanToken[]) => Promise<EstimatedWord[]>;
  /** Parts of the country where an address word begins so; of words that were read. */
  cellsOf: (location: string) => readonly number[];
};

export function knownProfiles(connection: Connection): KnownProfiles {
  const known = new Map<string, WordEstimate>();
  return {
    cellsOf: (location) => known.get(location)?.cells ?? [],
    read: async (tokens) => {
      const words = tokens.map((token) => {
        const texts = token.readings.filter(({ keyedBy }) => keyedBy === 'letters').map(({ text }) => text);
        // Of Latin letters the Korean that they spell comes first. An address has no initials.
        return { token, names: texts.map(letterKey), location: locationKey(texts[0] ?? token.text) };
      });
      const keys = new Set(words.flatMap(({ names, location }) => [...names, location]));
      const asked = [...keys].filter((key) => !known.has(key));
      if (asked.length > 0) {
        const profiles = await selectWordProfiles(connection, asked);
        for (const [at, key] of asked.entries()) known.set(key, profiles[at] as WordEstimate);
      }
      return words.map(({ token, names, location }) => ({
        token,
        // Only initials were typed: another index holds them, and they are common.
        inNames: names.length === 0 ? Infinity : sum(names.map((key) => known.get(key)?.inNames ?? 0)),
        cells: new Set(known.get(location)?.cells),
        location,
      }));
    },
  };
}

/**
 * All assignments of words to the name (at least one of them) or the address, those with most words in the address
 * first.
 */
export function splitWords(
  words: readonly EstimatedWord[],
): { inName: EstimatedWord[]; inAddress: EstimatedWord[] }[] {
  return Array.from({ length: 2 ** words.length - 1 }, (_, bits) => ({
    inName: words.filter((_, at) => (bits >> at) % 2 === 0),
    inAddress: words.filter((_, at) => (bits >> at) % 2 === 1),
  }))
    .filter(({ inAddress }) => inAddress.every((word) => word.cells.size > 0))
    .toSorted((a, b) => b.inAddress.length - a.inAddress.length);
}

/** The cells in which all of these words occur; undefined if there are no words. */
export function commonCells(words: readonly EstimatedWord[]): Set<number> | undefined {
  const [first, ...others] = words;
  if (first === undefined) return undefined;
  return new Set([...first.cells].filter((cell) => others.every(({ cells }) => cells.has(cell))));
}

/** The key of an unambiguous word, if keys of this kind decide it; otherwise null. */
export function onlyKeyOf({ token }: EstimatedWord, keyedBy: KoreanReading['keyedBy']): string | null {
  const [reading, another] = token.readings;
  const decides = reading?.keyedBy === keyedBy && reading.isDecidedByKey && another === undefined;
  return decides ? reading.key : null;
}

/** Complete syllables that every match of a word contains; the last typed one may be incomplete. */
export function syllablesOf({ readings }: KoreanToken): string[] {
  const [reading, another] = readings;
  if (reading === undefined || another !== undefined) return [];
  return [...reading.text].slice(0, -1).filter((each) => /[가-힣]/.test(each));
}

/**
 * A pattern of `like` for the letters of names from where a mixture of syllables and initials begins: 국ㅂㅈ → rnrq%w%.
 * All that match are like it, and some more.
 */
export const lettersPattern = (text: string): string =>
  Array.from(text, (character) => letterKey(character) + (/[ㄱ-ㅎ]/.test(character) ? '%' : '')).join('') +
  '%';

/** A word taken apart into a name and a location. */
export type SplitWord = {
  name: string;
  location: string;
  /** Letters of the location, and its cells. */
  key: string;
  cells: ReadonlySet<number>;
};

/**
 * Ways to split one word (하동관명동, 명동하동관): every part of at least two syllables that begins an address word,
 * the longest first.
 */
export async function splitWord(connection: Connection, token: KoreanToken): Promise<SplitWord[]> {
  const ways = token.readings
    .filter(({ keyedBy, text }) => keyedBy === 'letters' && /[가-힣]/.test(text))
    .flatMap(({ text }) => cutsOf([...text]))
    .flatMap(([head, tail]) => [
      { name: head, location: tail },
      { name: tail, location: head },
    ])
    .filter(({ location }) => 2 <= [...location].length);
  if (ways.length === 0) return [];
  const keys = ways.map(({ location }) => locationKey(location));
  const cells = await selectAreasOfWords(connection, keys);
  return ways
    .map((way, at) => ({ ...way, key: keys[at] as string, cells: new Set(cells[at]) }))
    .filter((way) => 0 < way.cells.size)
    .toSorted((a, b) => b.location.length - a.location.length);
}

const cutsOf = (characters: string[]): [string, string][] =>
  characters
    .slice(1)
    .map((_, at) => [characters.slice(0, at + 1).join(''), characters.slice(at + 1).join('')]);

/** Letters of a location as typed. 명동점 and 강남역 also name a location: 명동, 강남. */
export const locationKey = (text: string) => letterKey(text.replace(/(?<=..)(본점|역점|점|역)$/u, ''));

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
