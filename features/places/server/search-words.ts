import {
  type KoreanQuery,
  koreanQuery,
  type KoreanReading,
  type KoreanToken,
  letterKey,
} from '#common/korean.ts';
import type { Connection } from '#server/database/database.ts';
import { selectWordProfiles, type WordEstimate } from './search-words.sql.ts';

/** One of several typed words, with statistics by which the search is planned. */
export type EstimatedWord = {
  token: KoreanToken;
  /** The estimated number of names that contain the word. */
  inNames: number;
  /** The cells in which a word of an address begins with this word; empty if the word names no location. */
  cells: ReadonlySet<number>;
  /** The letter key with which a word of the address must begin. */
  location: string;
};

/** Statistics of words. They are read once for all steps of a search. */
export type KnownProfiles = {
  read: (tokens: readonly KoreanToken[]) => Promise<EstimatedWord[]>;
  /**
   * Returns the cells in which a word of an address begins with `location`; an empty array for a word that has not
   * been read.
   */
  cellsOf: (location: string) => readonly number[];
};

/**
 * Milliseconds for which statistics are reused. Old statistics do no harm, because they are used only to plan a
 * search.
 */
const REUSED_FOR = 60_000;
/** Maximum number of words whose statistics are stored. Each word takes about 500 bytes. */
const WORDS_REMEMBERED = 2000;

/**
 * Statistics of words of recent searches. While a person types a second word, every letter starts a search that
 * contains the first word again.
 */
let remembered = new WeakMap<Connection, Map<string, WordEstimate & { until: number }>>();

/** Discards the stored statistics. Called after this process has changed the index. */
export function forgetProfiles(): void {
  remembered = new WeakMap();
}

async function readProfiles(
  connection: Connection,
  { keys, database }: { keys: readonly string[]; database: Connection },
): Promise<ReadonlyMap<string, WordEstimate>> {
  const recent = remembered.get(database) ?? new Map<string, WordEstimate & { until: number }>();
  remembered.set(database, recent);
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

/** @param database the database of the connection; its statistics are stored for later searches */
export function knownProfiles(connection: Connection, database: Connection = connection): KnownProfiles {
  const known = new Map<string, WordEstimate>();
  return {
    cellsOf: (location) => known.get(location)?.cells ?? [],
    read: async (tokens) => {
      const words = tokens.map((token) => {
        const texts = token.readings.filter(({ keyedBy }) => keyedBy === 'letters').map(({ text }) => text);
        // If the word was typed in Latin letters, the first reading is the Korean text of the typed keys. Addresses
        // cannot be searched by initials, so `location` is always a text of letters.
        return { token, names: texts.map(letterKey), location: locationKey(texts[0] ?? token.text) };
      });
      const keys = new Set(words.flatMap(({ names, location }) => [...names, location]));
      const asked = [...keys].filter((key) => !known.has(key));
      if (asked.length > 0) {
        for (const [key, profile] of await readProfiles(connection, { keys: asked, database }))
          known.set(key, profile);
      }
      return words.map(({ token, names, location }) => ({
        token,
        // For a word that was typed as initials, no statistics are read. The word therefore counts as common.
        inNames: names.length === 0 ? Infinity : sum(names.map((key) => known.get(key)?.inNames ?? 0)),
        cells: new Set(known.get(location)?.cells),
        location,
      }));
    },
  };
}

/**
 * Returns all assignments of words to the name or the address, with at least one word in the name. Assignments with
 * more words in the address come first. Assignments with only initials in the name come last. Nearly every name
 * matches initials, so these assignments use up the budget of the search.
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

/** Returns the cells in which all of these words occur; undefined if there are no words. */
export function commonCells(words: readonly EstimatedWord[]): Set<number> | undefined {
  const [first, ...others] = words;
  if (first === undefined) return undefined;
  return new Set([...first.cells].filter((cell) => others.every(({ cells }) => cells.has(cell))));
}

/**
 * Returns the key of a word that has only one reading, if a key of the kind `keyedBy` is enough to match the word. In
 * all other cases, returns null.
 */
export function onlyKeyOf({ token }: EstimatedWord, keyedBy: KoreanReading['keyedBy']): string | null {
  const [reading, another] = token.readings;
  const decides = reading?.keyedBy === keyedBy && reading.isDecidedByKey && another === undefined;
  return decides ? reading.key : null;
}

/**
 * Returns syllables that every match of a word contains. The last syllable is left out, because it may be incomplete.
 */
export function syllablesOf({ readings }: KoreanToken): string[] {
  const [reading, another] = readings;
  if (reading === undefined || another !== undefined) return [];
  return [...reading.text].slice(0, -1).filter((each) => /[가-힣]/.test(each));
}

/**
 * Returns a `like` pattern for a text that mixes syllables and initials: 국ㅂㅈ → rnrq%w%. The letter key of every match
 * fits the pattern. A letter key that fits the pattern need not be a match.
 */
export const lettersPattern = (text: string): string =>
  Array.from(text, (character) => letterKey(character) + (/[ㄱ-ㅎ]/.test(character) ? '%' : '')).join('') +
  '%';

/** A word split into a name and a location. */
export type SplitWord = { name: EstimatedWord; location: EstimatedWord; query: KoreanQuery };

/**
 * Returns the ways to split one word (하동관명동, 명동하동관) into a name and the beginning of an address word. The ways are
 * sorted by the length of the location, longest first. Each part has at least two syllables. With one-syllable parts,
 * 하동관 could mean a place named 관 in 하동.
 */
export async function splitWord(profiles: KnownProfiles, token: KoreanToken): Promise<SplitWord[]> {
  const queries = token.readings
    .filter(({ keyedBy, text }) => keyedBy === 'letters' && /[가-힣]/.test(text))
    .flatMap(({ text }) => cutsOf([...text]))
    .filter((parts) => parts.every((part) => 2 <= [...part].length))
    .flatMap(([head, tail]) => [koreanQuery(`${head} ${tail}`), koreanQuery(`${tail} ${head}`)]);
  const words = await profiles.read(queries.flatMap(({ tokens }) => tokens));
  return queries
    .flatMap((query) => {
      const [name, location] = query.tokens.map((part) => words.find((word) => word.token === part));
      return name && location && 0 < location.cells.size ? [{ name, location, query }] : [];
    })
    .toSorted((a, b) => b.location.token.text.length - a.location.token.text.length);
}

const cutsOf = (characters: string[]): [string, string][] =>
  characters
    .slice(1)
    .map((_, at) => [characters.slice(0, at + 1).join(''), characters.slice(at + 1).join('')]);

/** Returns the letter key of a location. The suffix of a branch or station is removed: 명동점 → 명동, 강남역 → 강남. */
export const locationKey = (text: string) => letterKey(text.replace(/(?<=..)(본점|역점|점|역)$/u, ''));

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
