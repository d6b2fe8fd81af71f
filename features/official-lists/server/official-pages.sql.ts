import { sql } from 'kysely';
import type { Coordinates } from '#common/geo.ts';
import {
  OFFICIAL_PLACES_AT_ONCE,
  type OfficialBadge,
  type OfficialList,
  type OfficialPlace,
  type OfficialRegion,
  type ProvidedCounts,
  type Region,
} from '#features/official-lists/official-lists.contract.ts';
import { OFFICIAL_LISTS } from '#features/official-lists/official-lists.limits.ts';
import type { Dish, PriceRange } from '#features/official-lists/price.rules.ts';
import { beginsAddressWord } from '#features/places/server/places.public.ts';
import type { Connection } from '#server/database/database.ts';

/** The entries of a list whose place is open. A shop can have several entries, so places are counted once. */
const shownEntries = (connection: Connection, list: OfficialList, { province, district }: Region = {}) =>
  connection
    .selectFrom('official_list_entries as entry')
    .where('entry.list', '=', list)
    .where('entry.left_at', 'is', null)
    .where('entry.place_id', 'is not', null)
    .where('entry.province', 'is not', null)
    .$if(province !== undefined, (rows) => rows.where('entry.province', '=', province ?? ''))
    .$if(district !== undefined, (rows) => rows.where('entry.district', '=', district ?? ''));

export async function selectShownLists(
  connection: Connection,
): Promise<{ list: OfficialList; year: number; places: number }[]> {
  const { rows } = await sql<{ list: OfficialList; year: number; places: number }>`
    select list.list, list.year, count(distinct entry.place_id)::int4 as places
    from official_lists list
    join official_list_entries entry on entry.list = list.list
      and entry.left_at is null and entry.place_id is not null and entry.province is not null
    group by list.list, list.year
    order by array_position(${[...OFFICIAL_LISTS]}::text[], list.list)
  `.execute(connection);
  return rows;
}

export const selectRegions = (connection: Connection, list: OfficialList): Promise<OfficialRegion[]> =>
  shownEntries(connection, list)
    .select(({ ref, fn }) => [
      ref('entry.province').$notNull().as('province'),
      fn.coalesce('entry.district', sql<string>`''`).as('district'),
      sql<number>`count(distinct entry.place_id)::int4`.as('places'),
    ])
    .groupBy(['entry.province', 'entry.district'])
    .orderBy('entry.province')
    .orderBy('entry.district')
    .execute();

export async function countShown(
  connection: Connection,
  { list, region }: { list: OfficialList; region: Region },
): Promise<{ total: number; year: number | null }> {
  const { total } = await shownEntries(connection, list, region)
    .select(sql<number>`count(distinct entry.place_id)::int4`.as('total'))
    .executeTakeFirstOrThrow();
  const edition = await connection
    .selectFrom('official_lists')
    .where('list', '=', list)
    .select('year')
    .executeTakeFirst();
  return { total, year: edition?.year ?? null };
}

/** Returns the next places, nearest to the point first. Without a point, they are sorted by region and name. */
export async function selectOfficialPlaces(
  connection: Connection,
  {
    list,
    region,
    near,
    offset,
  }: { list: OfficialList; region: Region; near: Coordinates | null; offset: number },
): Promise<OfficialPlace[]> {
  const rows = await shownEntries(connection, list, region)
    .innerJoin('places as place', 'place.place_id', 'entry.place_id')
    // A shop can have several entries.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('official_list_entries as earlier')
            .whereRef('earlier.place_id', '=', 'entry.place_id')
            .whereRef('earlier.list', '=', 'entry.list')
            .whereRef('earlier.id', '<', 'entry.id')
            .where('earlier.left_at', 'is', null)
            .where('earlier.province', 'is not', null)
            .select('earlier.id'),
        ),
      ),
    )
    .select(({ ref }) => [
      'place.place_id as placeId',
      'place.name',
      'place.address',
      'place.category_id as categoryId',
      'place.lat',
      'place.lng',
      ref('entry.menus').$castTo<OfficialBadge['menus']>().as('menus'),
      near
        ? sql<number | null>`power(entry.lat - ${near.lat}::float8, 2)
            + power((entry.lng - ${near.lng}::float8) * cos(radians(${near.lat}::float8)), 2)`.as('distance')
        : sql<number | null>`null::float8`.as('distance'),
    ])
    .$if(near !== null, (found) => found.orderBy('distance', (order) => order.asc().nullsLast()))
    .$if(near === null, (found) =>
      found.orderBy('entry.province').orderBy('entry.district').orderBy('place.name'),
    )
    .orderBy('place.id')
    .orderBy('entry.id')
    .limit(OFFICIAL_PLACES_AT_ONCE)
    .offset(offset)
    .execute();
  return rows.map(({ lat, lng, distance: _, ...place }) => ({
    ...place,
    coordinates: lat === null || lng === null ? null : { lat, lng },
  }));
}

export type PricedPlace = OfficialPlace & { kind: string | null };

/** Maximum number of places among which a search with a price chooses. */
const PRICED_MAXIMUM = 500;

const isNamedOrThere = (word: string) => sql`(
  position(${word} in replace(concat_ws(' ', place.name, place.kind, entry.menus::text), ' ', '')) > 0
  or ${beginsAddressWord(sql`place.address_words`, word)})`;

/**
 * Returns open places that have a dish with such a price, and every word in their names or dishes, or at the start
 * of a word of their addresses.
 */
export async function selectPricedPlaces(
  connection: Connection,
  { words, minimum, maximum, near }: PriceRange & { words: readonly string[]; near: Coordinates | undefined },
): Promise<PricedPlace[]> {
  const most = Number.isFinite(maximum) ? maximum : 2_147_483_647;
  const { rows } = await sql<
    Omit<PricedPlace, 'coordinates'> & { lat: number | null; lng: number | null; menus: Dish[] }
  >`
    select place.place_id as "placeId", place.name, place.address, place.category_id as "categoryId", place.kind,
      place.lat, place.lng, entry.menus
    from official_list_entries entry
    join places place on place.place_id = entry.place_id
    where entry.list = 'good_price' and entry.left_at is null and entry.province is not null
      and exists (select from jsonb_to_recordset(entry.menus) as menu (price int4)
        where menu.price between ${minimum} and ${most})
      and ${sql.join([sql`true`, ...words.map(isNamedOrThere)], sql` and `)}
    order by power(entry.lat - ${near?.lat ?? null}::float8, 2)
      + power((entry.lng - ${near?.lng ?? null}::float8) * cos(radians(${near?.lat ?? null}::float8)), 2), entry.id
    limit ${PRICED_MAXIMUM}
  `.execute(connection);
  return rows.map(({ lat, lng, ...place }) => ({
    ...place,
    coordinates: lat === null || lng === null ? null : { lat, lng },
  }));
}

/** Counts the places of a list in a region, and those that are provided. */
export const countProvided = (
  connection: Connection,
  { list, region }: { list: OfficialList; region: Region },
): Promise<ProvidedCounts> =>
  shownEntries(connection, list, region)
    .leftJoin('restaurants_public as place', 'place.id', 'entry.place_id')
    .select([
      sql<number>`count(distinct entry.place_id)::int4`.as('places'),
      sql<number>`(count(distinct entry.place_id) filter (where place.provided_at is not null))::int4`.as(
        'provided',
      ),
      sql<number>`(count(distinct entry.place_id)
        filter (where place.provided_at is not null and entry.provided_at is not null))::int4`.as(
        'providedHere',
      ),
    ])
    .executeTakeFirstOrThrow();

/** Returns the next places of the list in the region that are not provided. */
export async function selectToProvide(
  connection: Connection,
  { list, region, limit }: { list: OfficialList; region: Region; limit: number },
): Promise<string[]> {
  const rows = await shownEntries(connection, list, region)
    .leftJoin('restaurants_public as place', 'place.id', 'entry.place_id')
    .where('place.provided_at', 'is', null)
    .select(({ ref }) => ref('entry.place_id').$notNull().as('placeId'))
    .distinct()
    .orderBy('placeId')
    .limit(limit)
    .execute();
  return rows.map(({ placeId }) => placeId);
}

/** Returns the next places that were provided from the list, also those that have left it. */
export async function selectToWithdraw(
  connection: Connection,
  { list, region: { province, district }, limit }: { list: OfficialList; region: Region; limit: number },
): Promise<string[]> {
  const rows = await connection
    .selectFrom('official_list_entries as entry')
    .innerJoin('restaurants_public as place', 'place.id', 'entry.place_id')
    .where('entry.list', '=', list)
    .where('entry.provided_at', 'is not', null)
    .where('place.provided_at', 'is not', null)
    .$if(province !== undefined, (found) => found.where('entry.province', '=', province ?? ''))
    .$if(district !== undefined, (found) => found.where('entry.district', '=', district ?? ''))
    .select('place.id as placeId')
    .distinct()
    .orderBy('placeId')
    .limit(limit)
    .execute();
  return rows.map(({ placeId }) => placeId);
}

/** Marks the places as provided from the list, or no longer. */
export const markProvided = (
  connection: Connection,
  { list, placeIds, isProvided }: { list: OfficialList; placeIds: readonly string[]; isProvided: boolean },
) =>
  connection
    .updateTable('official_list_entries')
    .where('list', '=', list)
    .where('place_id', 'in', placeIds)
    .set({ provided_at: isProvided ? sql<Date>`now()` : null })
    .execute();

export type UnmatchedEntry = {
  name: string;
  address: string;
  phone: string;
  match: 'check' | 'unmatched' | 'rejected';
};

export const selectUnmatched = (connection: Connection, list: OfficialList): Promise<UnmatchedEntry[]> =>
  connection
    .selectFrom('official_list_entries')
    .where('list', '=', list)
    .where('left_at', 'is', null)
    .where('match', 'in', ['check', 'unmatched', 'rejected'])
    .select(({ ref }) => [
      'name',
      'address',
      'phone',
      ref('match').$castTo<UnmatchedEntry['match']>().as('match'),
    ])
    .orderBy('id')
    .execute();
