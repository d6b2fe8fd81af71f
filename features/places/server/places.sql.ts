import { sql } from 'kysely';
import type { Connection } from '#server/database/database.ts';
import { prepared, statement } from '#server/database/prepared.ts';
import type { IndexPoint } from './cells.ts';

/** The columns of a suggestion, without `id`. */
export const suggestedColumns = [
  'place_id',
  'name',
  'address',
  'address_words',
  'lat',
  'lng',
  'kind',
  'category_id',
  'business_status',
  'is_example',
] as const;

const placeColumns = ['id', ...suggestedColumns, 'phone_number', 'website'] as const;

export type SuggestedRow = Omit<PlaceRow, 'phone_number' | 'website'>;

export type PlaceRow = Awaited<ReturnType<typeof selectPlaces>>[number];

/** Returns the places with these ids, in no defined order. */
export const selectPlaces = (connection: Connection, ids: readonly number[]) =>
  placesByIds(connection, { ids: [...ids] });

const placesByIds = prepared('places_by_ids', (database, { ids }: { ids: number[] }) =>
  database
    .selectFrom('places')
    .where((eb) => eb('id', '=', sql<number>`any(${ids}::int4[])`))
    .select(placeColumns),
);

export const selectPlaceByPlaceId = (connection: Connection, placeId: string) =>
  connection.selectFrom('places').where('place_id', '=', placeId).select(placeColumns).executeTakeFirst();

const nearestIds = statement(
  'places_nearest',
  (_, { x, y, limit }: IndexPoint & { limit: number }) => sql<{ id: number }>`
    select place_id as id from place_spots order by spot <-> point(${x}::float8, ${y}::float8) limit ${limit}`,
);

/** Returns open places around a point, nearest first. */
export async function selectNearest(
  connection: Connection,
  { point, limit }: { point: IndexPoint; limit: number },
): Promise<PlaceRow[]> {
  const ids = (await nearestIds(connection, { ...point, limit })).map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = new Map((await selectPlaces(connection, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

const pointsByAddress = statement(
  'places_points_by_address',
  (_, given: { blocks: readonly number[]; patterns: readonly string[]; limit: number }) => sql<AddressPoint>`
    select p.address, p.lat, p.lng
    from place_keys k join places p on p.id = k.place_id
    where k.block = any(${given.blocks}::int2[]) and p.lat is not null
      and p.address_words like all(${given.patterns}::text[])
    limit ${given.limit}`,
);

type AddressPoint = { address: string; lat: number | null; lng: number | null };

/**
 * Returns the addresses and points of places in some blocks. For each key, the address must contain a word that
 * begins with the key.
 */
export async function selectPointsByAddress(
  connection: Connection,
  { blocks, keys, limit }: { blocks: readonly number[]; keys: readonly string[]; limit: number },
): Promise<{ address: string; lat: number; lng: number }[]> {
  const rows = await pointsByAddress(connection, {
    blocks,
    patterns: keys.map((key) => `% ${key}%`),
    limit,
  });
  return rows.flatMap(({ address, lat, lng }) =>
    lat === null || lng === null ? [] : [{ address, lat, lng }],
  );
}

const currentIdOf = statement(
  'places_current_id',
  (_, { placeId }: { placeId: string }) => sql<{ currentId: string }>`
    select coalesce(google_place_id, id) as "currentId" from restaurants_public where id = ${placeId}`,
);

/**
 * Returns the current id of a catalogue place at the maps service. If the id is unchanged or unknown, returns the
 * given id.
 */
export async function selectCurrentId(connection: Connection, placeId: string): Promise<string> {
  const rows = await currentIdOf(connection, { placeId });
  return rows[0]?.currentId ?? placeId;
}
