import { sql } from 'kysely';
import { MIN_DISTANCE_METRES } from '#features/places/ranking.rules.ts';
import type { Connection } from '#server/database/database.ts';
import type { IndexPoint } from './cells.ts';
import { keyAfter } from './place-keys.ts';
import { costFrom, type FoundPlace, rangesOf, unnested } from './search-parts.sql.ts';

/**
 * A place with a key or term that begins with one of several prefixes. `at` is the index of this prefix. The cost is
 * only the cost of the distance.
 */
export type RangedPlace = FoundPlace & { at: number; key: string };

/** Returns open places with a term that begins with one of the prefixes. */
export async function selectByTerms(
  connection: Connection,
  { prefixes, point, rowsOfRange }: { prefixes: readonly string[]; point: IndexPoint; rowsOfRange: number },
): Promise<RangedPlace[]> {
  if (prefixes.length === 0) return [];
  const { rows } = await sql<RangedPlace>`
    select w.at::int4 - 1 as at, t.place_id as id, t.term as key, ${costFrom(point)} as cost
    from ${unnested(rangesOf(prefixes))} as w (first, after, at)
    cross join lateral (
      select place_id, x, y, term from place_terms
      where term >= w.first and term < w.after limit ${rowsOfRange}
    ) t
  `.execute(connection);
  return rows;
}

/**
 * Returns open places of the categories, nearest first. Only the `walk` open places nearest to the point are read. If
 * no category is given, places of all categories are returned.
 */
export async function selectNearestOfCategories(
  connection: Connection,
  {
    point: { x, y },
    categoryIds,
    walk,
    limit,
  }: { point: IndexPoint; categoryIds: readonly string[]; walk: number; limit: number },
): Promise<FoundPlace[]> {
  // The outer query has no `order by`, so it stops at the limit. The rows are in order, because the index scan returns
  // the nearest places first.
  const { rows } = await sql<FoundPlace>`
    select place_id as id, ln(1 + metres / ${sql.lit(MIN_DISTANCE_METRES)}) / ln(2.0::float8) as cost
    from (
      select place_id, category_id, spot <-> point(${x}::float8, ${y}::float8) as metres
      from place_spots order by spot <-> point(${x}::float8, ${y}::float8) limit ${walk}
    ) near
    where ${categoryIds}::text[] = '{}' or category_id = any(${categoryIds}::text[])
    limit ${limit}
  `.execute(connection);
  return rows;
}

/** Number of terms of which the middle is computed. The places of several towns are mixed in the order of the index. */
const TERMS_READ = 1000;

/**
 * Returns a point in the middle of open places with a term that begins with the prefix: the median of x and the
 * median of y. If one of the places is at most `near` metres from the point, only places at most `across` metres from the
 * nearest one count. Returns null if there is no such place.
 */
export async function selectMiddleOfTerms(
  connection: Connection,
  {
    prefix,
    point: { x, y },
    near,
    across,
  }: { prefix: string; point: IndexPoint; near: number; across: number },
): Promise<IndexPoint | null> {
  const { rows } = await sql<IndexPoint>`
    with terms as materialized (
      select x, y, point(x, y) <-> point(${x}::float8, ${y}::float8) as metres from place_terms
      where term >= ${prefix} and term < ${keyAfter(prefix)} and x is not null limit ${sql.lit(TERMS_READ)}
    ),
    nearest as (select x, y, metres from terms order by metres limit 1)
    select percentile_disc(0.5) within group (order by t.x) as x,
      percentile_disc(0.5) within group (order by t.y) as y
    from terms t cross join nearest n
    where ${near}::float8 < n.metres or point(t.x, t.y) <-> point(n.x, n.y) <= ${across}::float8
    having count(*) > 0
  `.execute(connection);
  return rows[0] ?? null;
}
