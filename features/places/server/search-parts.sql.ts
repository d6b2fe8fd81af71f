import { sql } from 'kysely';
import { MIN_DISTANCE_METRES, UNKNOWN_DISTANCE_COST } from '#features/places/ranking.rules.ts';
import type { IndexPoint } from './cells.ts';
import { keyAfter } from './place-keys.ts';
import type { SuggestedRow } from './places.sql.ts';

export type FoundPlace = { id: number; cost: number };

/** A place with its cost. `row` is missing if the statement did not read the columns of the place. */
export type FoundRow = FoundPlace & { row?: SuggestedRow };

/** SQL for the cost of the distance from a point. The columns x and y contain the position of the place in metres. */
export const costFrom = ({ x, y }: IndexPoint) => sql`
  coalesce(ln(1 + sqrt((x - ${x}::int4)::float8 * (x - ${x}::int4) + (y - ${y}::int4)::float8 * (y - ${y}::int4))
    / ${sql.lit(MIN_DISTANCE_METRES)}) / ln(2.0::float8), ${sql.lit(UNKNOWN_DISTANCE_COST)})`;

export type Ranges = { firsts: string[]; afters: string[] };

export const rangesOf = (keys: readonly string[]): Ranges => ({
  firsts: [...keys],
  afters: keys.map(keyAfter),
});

/** Many key ranges, joined to two texts. The driver needs several times as much memory for an array. */
export type JoinedRanges = { firsts: string; afters: string };

/** Joins the ranges with spaces. Letter keys contain no space. */
export const joinedRangesOf = (keys: readonly string[]): JoinedRanges => ({
  firsts: keys.join(' '),
  afters: keys.map(keyAfter).join(' '),
});

export const unnested = ({ firsts, afters }: Ranges) =>
  sql`unnest(${firsts}::text[], ${afters}::text[]) with ordinality`;

/**
 * One place in `SAMPLED` is also in a small index. With this index, the number of places with a word is estimated
 * quickly.
 */
export const SAMPLED = 64;
/** If more keys than this in the sample begin with a word, the word counts as common. */
export const FEW_OF_SAMPLE = 8;
