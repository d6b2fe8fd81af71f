import type { KoreanQuery } from '#common/korean.ts';
import type { Connection } from '#server/database/database.ts';
import type { IndexPoint } from './cells.ts';
import type { SuggestedRow } from '#features/places/server/places.sql.ts';
import type { Meaning } from './query-meaning.ts';

export type FoundSuggestion = {
  row: SuggestedRow;
  /** The query whose matches are marked in the name. */
  query: KoreanQuery;
  /** Whether the whole name sounds like the query but is written in another script. */
  isAlike: boolean;
  /** Whether the place is found only by assuming a typing mistake. */
  isGuess: boolean;
};

/** The input of each step of a search (`findPlaces`). */
export type Search = {
  connection: Connection;
  typed: string;
  query: KoreanQuery;
  meaning: Meaning;
  point: IndexPoint;
  limit: number;
  /** Returns the results of `searchPlaces`. */
  exact: () => Promise<FoundBy[]>;
  /** Returns the open places with one of these names, in the order of the names. */
  named: (names: readonly string[]) => Promise<FoundBy[]>;
};

export type FoundBy = {
  id: number;
  cost: number;
  query: KoreanQuery;
  isAlike?: boolean;
  /** The columns of the place; missing if only the id was read. */
  row?: SuggestedRow;
  /**
   * Whether the name of the place is a typed word that names a region. The place is a result only if another typed
   * word also matches it (`matchesMeaning`).
   */
  isHomonym?: boolean;
};
export type Candidate = FoundBy & { step: number; isGuess: boolean };

/** A cost that is greater than the cost of any distance within the country. */
export const FAR = 15;

export const lettersReadings = ({ tokens }: KoreanQuery): string[] =>
  tokens.flatMap(({ readings }) =>
    readings.filter(({ keyedBy }) => keyedBy === 'letters').map(({ text }) => text),
  );
