import { type KoreanReading, type KoreanToken, letterKey } from '#common/korean.ts';
import type { Connection } from '#server/database/database.ts';
import { selectCellsOfWords, selectWordProfiles, type WordEstimate } from './search-words.sql.ts';

/** One of several typed words, with the statistics for planning a search. */
export type EstimatedWord = {
  token: KoreanToken;
  /** Estimated number of names that contain the word. */
  inNames: number;
  /** Cells in which an address word begins with this word; empty if the word names no location. */
  cells: ReadonlySet<number>;
  /** The letters with which a matching address word begins. */
  location: string;
};

/** Statistics of words, read once for all steps of a search. */
export type KnownProfiles = {
  read: (tokens: readonly KoreanToken[]) => Promise<EstimatedWord[]>;
  /** Cells with an address word that begins with `location`; empty for a word that has not been read. */
  cellsOf: (location: string) => readonly number[];
};

/** Milliseconds for which statistics are reused. Statistics only plan a search, and change with imports. */
const REUSED_FOR = 60_000;
/** Maximum number of remembered words, about 500 bytes each. */
const WORDS_REMEMBERED = 2000;

/**
 * Statistics of words of recent searches. While a second word is typed, every letter starts a search that contains the
 * first word again.
 */
let remembered = new WeakMap<Connection, Map<string, WordEstimate & { until: number }>>();

/** Discards the statistics after this process has changed the index. */
export function forgetProfiles(): void {
  remembered = new WeakMap();
}

async function readProfiles(
  connection: Connection,
  keys: readonly string[],
): Promise<ReadonlyMap<string, WordEstimate>> {
  const recent = remembered.get(connection) ?? new Map<string, WordEstimate & { until: number }>();
  remembered.set(connection, recent);
  const now = Date.now();
  const profiles = new Map<string, WordEstimate>();
  for (const key of keys) {
    const profile = recent.get(key);
    if (profile && now < profile.until) profiles.set(key, profile);
  }
  const asked = keys.filter((key) => !profiles.has(key));
  if (asked.length === 0) return profiles;
  const read = await selectWordProfiles(connection, asked);
  if (WORDS_REMEMBERED < recent.size + asked.length) recent.clear();
  for (const [at, key] of asked.entries()) {
    const profile = read[at] as WordEstimate;
    profiles.set(key, profile);
    recent.set(key, { ...profile, until: now + REUSED_FOR });
  }
  return profiles;
}

export function knownProfiles(connection: Connection): KnownProfiles {
  const known = new Map<string, WordEstimate>();
  return {
    cellsOf: (location) => known.get(location)?.cells ?? [],
    read: async (tokens) => {
      const words = tokens.map((token) => {
        const texts = token.readings.filter(({ keyedBy }) => keyedBy === 'letters').map(({ text }) => text);
        // For Latin letters, the first reading is the text of the Korean keys. Addresses cannot be searched by
        // initials.
        return { token, names: texts.map(letterKey), location: locationKey(texts[0] ?? token.text) };
      });
      const keys = new Set(words.flatMap(({ names, location }) => [...names, location]));
      const asked = [...keys].filter((key) => !known.has(key));
      if (asked.length > 0) {
        for (const [key, profile] of await readProfiles(connection, asked)) known.set(key, profile);
      }
      return words.map(({ token, names, location }) => ({
        token,
        // Words typed as initials have no statistics and count as common.
        inNames: names.length === 0 ? Infinity : sum(names.map((key) => known.get(key)?.inNames ?? 0)),
        cells: new Set(known.get(location)?.cells),
        location,
      }));
    },
  };
}

/**
 * All assignments of words to the name or the address, with at least one word in the name. Assignments with
 * more words in the address come first. Those with only initials in the name come last, because nearly every name
 * matches them, so that they use up the budget of the search.
 */
export function splitWords(
  words: readonly EstimatedWord[],
): { inName: EstimatedWord[]; inAddress: EstimatedWord[] }[] {
  return Array.from({ length: 2 ** words.length - 1 }, (_, bits) => ({
    inName: words.filter((_, at) => (bits >> at) % 2 === 0),
    inAddress: words.filter((_, at) => (bits >> at) % 2 === 1),
  }))
    .filter(({ inAddress }) => inAddress.every((word) => word.cells.size > 0))
    .toSorted(
      (a, b) =>
        Number(a.inName.every(isInitials)) - Number(b.inName.every(isInitials)) ||
        b.inAddress.length - a.inAddress.length,
    );
}

const isInitials = ({ inNames }: EstimatedWord) => inNames === Infinity;

/** The cells in which all of these words occur; undefined if there are no words. */
export function commonCells(words: readonly EstimatedWord[]): Set<number> | undefined {
  const [first, ...others] = words;
  if (first === undefined) return undefined;
  return new Set([...first.cells].filter((cell) => others.every(({ cells }) => cells.has(cell))));
}

/** The key of a word with only one reading, if a key of this kind is enough to match it; otherwise null. */
export function onlyKeyOf({ token }: EstimatedWord, keyedBy: KoreanReading['keyedBy']): string | null {
  const [reading, another] = token.readings;
  const decides = reading?.keyedBy === keyedBy && reading.isDecidedByKey && another === undefined;
  return decides ? reading.key : null;
}

/** Syllables that every match of a word contains. The last syllable is left out, because it may be incomplete. */
export function syllablesOf({ readings }: KoreanToken): string[] {
  const [reading, another] = readings;
  if (reading === undefined || another !== undefined) return [];
  return [...reading.text].slice(0, -1).filter((each) => /[가-힣]/.test(each));
}

/**
 * A `like` pattern for letter keys that start with a mixture of syllables and initials: 국ㅂㅈ → rnrq%w%. Every match
 * fits the pattern, but not every text that fits is a match.
 */
export const lettersPattern = (text: string): string =>
  Array.from(text, (character) => letterKey(character) + (/[ㄱ-ㅎ]/.test(character) ? '%' : '')).join('') +
  '%';

/** A word split into a name and a location. */
export type SplitWord = {
  name: string;
  location: string;
  /** Letter key of the location, and the cells where it occurs. */
  key: string;
  cells: ReadonlySet<number>;
};

/**
 * Ways to split one word (하동관명동, 명동하동관) into a name and the beginning of an address word, ordered by the
 * length of the location, longest first. Each part has at least two syllables; otherwise 하동관 would mean any 관 in
 * 하동.
 */
export async function splitWord(connection: Connection, token: KoreanToken): Promise<SplitWord[]> {
  const ways = token.readings
    .filter(({ keyedBy, text }) => keyedBy === 'letters' && /[가-힣]/.test(text))
    .flatMap(({ text }) => cutsOf([...text]))
    .flatMap(([head, tail]) => [
      { name: head, location: tail },
      { name: tail, location: head },
    ])
    .filter(({ name, location }) => [name, location].every((part) => 2 <= [...part].length));
  if (ways.length === 0) return [];
  const keys = ways.map(({ location }) => locationKey(location));
  const cells = await selectCellsOfWords(connection, keys);
  return ways
    .map((way, at) => ({ ...way, key: keys[at] as string, cells: new Set(cells[at]) }))
    .filter((way) => 0 < way.cells.size)
    .toSorted((a, b) => b.location.length - a.location.length);
}

const cutsOf = (characters: string[]): [string, string][] =>
  characters
    .slice(1)
    .map((_, at) => [characters.slice(0, at + 1).join(''), characters.slice(at + 1).join('')]);

/** The letter key of a location, without the suffix of a branch or station: 명동점 → 명동, 강남역 → 강남. */
export const locationKey = (text: string) => letterKey(text.replace(/(?<=..)(본점|역점|점|역)$/u, ''));

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
