import { sql } from 'kysely';
import { MIN_DISTANCE_METRES, UNKNOWN_DISTANCE_COST } from '#features/places/ranking.rules.ts';
import type { IndexPoint } from './cells.ts';
import { keyAfter } from './place-keys.ts';
import type { SuggestedRow } from './places.sql.ts';

export type FoundPlace = { id: number; cost: number };

/** `row` is missing if the statement did not read it. */
export type FoundRow = FoundPlace & { row?: SuggestedRow };

/** SQL for the cost of the distance in metres from a point, from the columns x and y. */
export const costFrom = ({ x, y }: IndexPoint) => sql`
  coalesce(ln(1 + sqrt((x - ${x}::int4)::float8 * (x - ${x}::int4) + (y - ${y}::int4)::float8 * (y - ${y}::int4))
    / ${sql.lit(MIN_DISTANCE_METRES)}) / ln(2.0::float8), ${sql.lit(UNKNOWN_DISTANCE_COST)})`;

export type Ranges = { firsts: string[]; afters: string[] };

export const rangesOf = (keys: readonly string[]): Ranges => ({
  firsts: [...keys],
  afters: keys.map(keyAfter),
});

/** Many keys joined to one text, because the driver needs several times as much memory for an array. */
export type JoinedRanges = { firsts: string; afters: string };

/** Keys in letters contain no space, so a space can separate them. */
export const joinedRangesOf = (keys: readonly string[]): JoinedRanges => ({
  firsts: keys.join(' '),
  afters: keys.map(keyAfter).join(' '),
});

export const unnested = ({ firsts, afters }: Ranges) =>
  sql`unnest(${firsts}::text[], ${afters}::text[]) with ordinality`;

/** One place in `SAMPLED` is also in a small index, by which the frequency of a word is estimated quickly. */
export const SAMPLED = 64;
/** A word with more keys than this in the sample counts as common. */
export const FEW_OF_SAMPLE = 8;
