import { sql } from 'kysely';
import type { Coordinates } from '#common/geo.ts';
import type { Connection } from '#server/database/database.ts';
import type { IndexPoint } from './cells.ts';
import { keyAfter } from './place-keys.ts';
import { distanceCost, type FoundPlace, isInTexts, isOpen, metresFrom } from './search-places.sql.ts';

/**
 * A place with a sound that begins with one of several prefixes. `at` is the index of this prefix. The cost is only the
 * cost of the distance.
 */
export type SoundingPlace = FoundPlace & { at: number; sound: string };

/** Returns open places with a sound that begins with one of the prefixes. */
export async function selectBySounds(
  connection: Connection,
  { prefixes, point, rowsOfPrefix }: { prefixes: readonly string[]; point: IndexPoint; rowsOfPrefix: number },
): Promise<SoundingPlace[]> {
  if (prefixes.length === 0) return [];
  const { rows } = await sql<SoundingPlace>`
    select w.at::int4 - 1 as at, p.id, p.sound, ${distanceCost(sql`p.metres`)} as cost
    from unnest(${prefixes}::text[], ${prefixes.map(keyAfter)}::text[]) with ordinality as w (first, after, at)
    cross join lateral (
      select id, sound, ${metresFrom(point)} as metres from places
      where sound >= w.first and sound < w.after order by sound limit ${rowsOfPrefix}
    ) p
  `.execute(connection);
  return rows;
}

/** A place with a term that begins with one of several prefixes. The cost is only the cost of the distance. */
export type PlaceWithTerms = FoundPlace & { address_terms: string };

/** Returns the nearest open places with a house or building whose term begins with one of the prefixes. */
export async function selectByTerms(
  connection: Connection,
  { prefixes, point, limit }: { prefixes: readonly string[]; point: IndexPoint; limit: number },
): Promise<PlaceWithTerms[]> {
  if (prefixes.length === 0) return [];
  const { rows } = await sql<PlaceWithTerms>`
    select id, address_terms, ${distanceCost(metresFrom(point))} as cost from places
    where ${isOpen} and ${isInTexts(prefixes.map((prefix) => ` ${prefix}`))}
      and address_terms like any(${prefixes.map((prefix) => `% ${prefix}%`)}::text[])
    order by cost limit ${limit}
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
    point,
    categoryIds,
    walk,
    limit,
  }: { point: IndexPoint; categoryIds: readonly string[]; walk: number; limit: number },
): Promise<FoundPlace[]> {
  // The outer query has no `order by`, so it stops at the limit. The rows are in order, because the index scan returns
  // the nearest places first.
  const { rows } = await sql<FoundPlace>`
    select id, ${distanceCost(sql`metres`)} as cost
    from (
      select id, category_id, ${metresFrom(point)} as metres from places where spot is not null
      order by ${metresFrom(point)} limit ${walk}
    ) near
    where ${categoryIds}::text[] = '{}' or category_id = any(${categoryIds}::text[])
    limit ${limit}
  `.execute(connection);
  return rows;
}

/** Number of places of which the middle is computed. */
const PLACES_READ = 2000;

/**
 * Returns a point in the middle of open places with a term that begins with the prefix: the median of x and the
 * median of y. If one of the places is at most `near` metres from the point, only places at most `across` metres from the
 * nearest one count. Returns null if there is no such place.
 */
export async function selectMiddleOfTerms(
  connection: Connection,
  { prefix, point, near, across }: { prefix: string; point: IndexPoint; near: number; across: number },
): Promise<IndexPoint | null> {
  const { rows } = await sql<IndexPoint>`
    with found as materialized (
      select spot, ${metresFrom(point)} as metres from places
      where ${isOpen} and spot is not null and ${isInTexts([` ${prefix}`])} and address_terms like ${`% ${prefix}%`}
      limit ${sql.lit(PLACES_READ)}
    ),
    nearest as (select spot, metres from found order by metres limit 1)
    select percentile_disc(0.5) within group (order by f.spot[0]) as x,
      percentile_disc(0.5) within group (order by f.spot[1]) as y
    from found f cross join nearest n
    where ${near}::float8 < n.metres or f.spot <-> n.spot <= ${across}::float8
    having count(*) > 0
  `.execute(connection);
  return rows[0] ?? null;
}

/**
 * Returns the addresses and points of open places. For each key, the address must contain a word that begins with the
 * key.
 */
export const selectPointsByAddress = (
  connection: Connection,
  { keys, limit }: { keys: readonly string[]; limit: number },
): Promise<Coordinates[]> =>
  connection
    .selectFrom('places')
    .where(isOpen)
    .where('lat', 'is not', null)
    .where('lng', 'is not', null)
    .where(({ and }) => and(keys.map((key) => isInTexts([` ${key}`]))))
    .where('address_words', 'like', sql<string>`all(${keys.map((key) => `% ${key}%`)}::text[])`)
    .select(({ ref }) => [ref('lat').$notNull().as('lat'), ref('lng').$notNull().as('lng')])
    .limit(limit)
    .execute();
