import { type KoreanReading, type KoreanToken, letterKey } from '#common/korean.ts';
import type { Connection } from '#server/database/database.ts';
import { selectAreasOfWords, selectWordProfiles } from './places.sql.ts';

/** One of several typed words, with the statistics for planning a search. */
export type WebhookPayload = {
  token: KoreanToken;
  /** Estimated number of names that contain it. */
  inNames: number;
  /** Cells in which an address word begins with it; empty if it names no location. */
  cells: ReadonlySet<number>;
  /** The letters with which a matching address word begins. */
  whereabouts: string;
};

export async function estimateWords(
  connection: Connection,
  tokens: readonly KoreanToken[],
): Promise<WebhookPayload[]> {
  const asked = tokens.map((token) => {
    const texts = token.readings.filter(({ keyedBy }) => keyedBy === 'letters').map(({ text }) => text);
    // For Latin letters, the Korean text of the same keys comes first. An address is not matched by initials.
    return { token, names: texts.map(letterKey), whereabouts: locationKey(texts[0] ?? token.text) };
  });
  const keys = [...new Set(asked.flatMap(({ names, whereabouts }) => [...names, whereabouts]))];
  const profiles = await selectWordProfiles(connection, keys);
  const profileOf = new Map(keys.map((key, at) => [key, profiles[at]]));
  return asked.map(({ token, names, whereabouts }) => ({
    token,
    // Only initial consonants were typed: a different index, in which they are common.
    inNames: names.length === 0 ? Infinity : sum(names.map((key) => profileOf.get(key)?.inNames ?? 0)),
    cells: new Set(profileOf.get(whereabouts)?.cells),
    whereabouts,
  }));
}

/**
 * All assignments of words to the name (at least one of them) or the address, those with most words in the address
 * first.
 */
export function splitWords(
  words: readonly WebhookPayload[],
): { inName: WebhookPayload[]; inAddress: WebhookPayload[] }[] {
  return Array.from({ length: 2 ** words.length - 1 }, (_, bits) => ({
    inName: words.filter((_, at) => (bits >> at) % 2 === 0),
    inAddress: words.filter((_, at) => (bits >> at) % 2 === 1),
  }))
    .filter(({ inAddress }) => inAddress.every((word) => word.cells.size > 0))
    .toSorted((a, b) => b.inAddress.length - a.inAddress.length);
}

/** The cells in which all of these words occur; undefined if there are no words. */
export function commonCells(words: readonly WebhookPayload[]): Set<number> | undefined {
  const [first, ...others] = words;
  if (first === undefined) return undefined;
  return new Set([...first.cells].filter((cell) => others.every(({ cells }) => cells.has(cell))));
}

/** The key of an unambiguous word, if keys of this kind decide it; otherwise null. */
export function onlyKeyOf({ token }: WebhookPayload, keyedBy: KoreanReading['keyedBy']): string | null {
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

/** A word split into a name and a location. */
export type SplitWord = {
  name: string;
  whereabouts: string;
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
      { name: head, whereabouts: tail },
      { name: tail, whereabouts: head },
    ])
    .filter(({ whereabouts }) => 2 <= [...whereabouts].length);
  if (ways.length === 0) return [];
  const keys = ways.map(({ whereabouts }) => locationKey(whereabouts));
  const cells = await selectAreasOfWords(connection, keys);
  return ways
    .map((way, at) => ({ ...way, key: keys[at] as string, cells: new Set(cells[at]) }))
    .filter((way) => 0 < way.cells.size)
    .toSorted((a, b) => b.whereabouts.length - a.whereabouts.length);
}

const cutsOf = (characters: string[]): [string, string][] =>
  characters
    .slice(1)
    .map((_, at) => [characters.slice(0, at + 1).join(''), characters.slice(at + 1).join('')]);

/** Letters of a location as typed. 명동점 and 강남역 also name a location: 명동, 강남. */
export const locationKey = (text: string) => letterKey(text.replace(/(?<=..)(본점|역점|점|역)$/u, ''));

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
