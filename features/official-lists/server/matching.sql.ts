import { sql } from 'kysely';
import type { EntryToCheck } from '#features/official-lists/official-lists.contract.ts';
import type {
  EntryMatch,
  ListedEntry,
  RegisteredPlace,
} from '#features/official-lists/official-matching.rules.ts';
import type { Connection } from '#server/database/database.ts';

/**
 * Returns the entries that are compared with the register. `decided` is the place that the admin chose for an entry;
 * null if the admin decided nothing.
 */
export const selectEntriesToMatch = (
  connection: Connection,
): Promise<(ListedEntry & { decided: string | null })[]> =>
  connection
    .selectFrom('official_list_entries')
    .where('left_at', 'is', null)
    .where('match', '<>', 'rejected')
    .select(({ eb }) => [
      'id',
      'name',
      'address',
      'phone',
      eb.case().when('match', '=', 'admin').then(eb.ref('place_id')).else(null).end().as('decided'),
    ])
    .orderBy('id')
    .execute();

/** Returns open places of the register in the order of their ids, `limit` after `after`. */
export const selectOpenPlaces = (
  connection: Connection,
  { after, limit }: { after: number; limit: number },
): Promise<(RegisteredPlace & { id: number })[]> =>
  connection
    .selectFrom('places')
    .where('id', '>', after)
    .where('business_status', '=', 'operational')
    .where('is_example', '=', false)
    .select([
      'id',
      'place_id as placeId',
      'name',
      'address',
      'lot_address as lotAddress',
      'phone_number as phoneNumber',
      'lat',
      'lng',
    ])
    .orderBy('id')
    .limit(limit)
    .execute();

/** Where the place of an entry is. */
export type Whereabouts = { province: string; district: string; lat: number | null; lng: number | null };

/**
 * Stores the matches that differ from the stored ones, except for entries that the admin has decided. A match without a
 * place has no whereabouts, and the columns become null.
 * @returns the number of stored matches
 */
export async function storeMatches(
  connection: Connection,
  matches: readonly (EntryMatch & { id: number } & Partial<Whereabouts>)[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    update official_list_entries as entry
    set match = given.match, place_id = given."placeId", candidates = given.candidates,
      province = given.province, district = given.district, lat = given.lat, lng = given.lng
    from jsonb_to_recordset(${JSON.stringify(matches)}::jsonb)
      as given (id int4, match text, "placeId" text, candidates text[], province text, district text, lat float8, lng float8)
    where entry.id = given.id and entry.match not in ('admin', 'rejected')
      and (entry.match, entry.place_id, entry.candidates, entry.province, entry.district, entry.lat, entry.lng)
        is distinct from (given.match, given."placeId", given.candidates, given.province, given.district, given.lat, given.lng)
  `.execute(connection);
  return Number(numAffectedRows ?? 0);
}

/**
 * Stores where the places are that the admin chose. A place that has closed has no whereabouts, and the
 * columns become null.
 */
export async function storeDecidedPlaces(
  connection: Connection,
  decided: readonly ({ id: number } & Partial<Whereabouts>)[],
): Promise<void> {
  await sql`
    update official_list_entries as entry
    set province = given.province, district = given.district, lat = given.lat, lng = given.lng
    from jsonb_to_recordset(${JSON.stringify(decided)}::jsonb)
      as given (id int4, province text, district text, lat float8, lng float8)
    where entry.id = given.id and entry.match = 'admin'
  `.execute(connection);
}

/** Returns the address and the point of an open place of the register. */
export const selectOpenPlace = (connection: Connection, placeId: string) =>
  connection
    .selectFrom('places')
    .where('place_id', '=', placeId)
    .where('business_status', '=', 'operational')
    .select(['address', 'lot_address as lotAddress', 'lat', 'lng'])
    .executeTakeFirst();

/** Number of entries to check that the admin sees at once. */
const CHECKED_AT_ONCE = 20;

export async function selectEntriesToCheck(connection: Connection): Promise<EntryToCheck[]> {
  const { rows } = await sql<EntryToCheck>`
    select entry.id, entry.list, entry.name, entry.address, entry.phone, coalesce((
      select json_agg(json_build_object('placeId', place.place_id, 'name', place.name,
        'address', place.address, 'phoneNumber', place.phone_number) order by place.id)
      from places place where place.place_id = any(entry.candidates)), '[]') as candidates
    from official_list_entries entry
    where entry.match = 'check' and entry.left_at is null order by entry.id limit ${CHECKED_AT_ONCE}
  `.execute(connection);
  return rows;
}

/** Locks an entry that waits for a decision. Returns null if it does not wait. */
export async function lockEntryToCheck(
  transaction: Connection,
  id: number,
): Promise<{ candidates: readonly string[] } | null> {
  const entry = await transaction
    .selectFrom('official_list_entries')
    .where('id', '=', id)
    .where('match', '=', 'check')
    .select('candidates')
    .forUpdate()
    .executeTakeFirst();
  return entry ?? null;
}

export const storeDecision = (
  transaction: Connection,
  { id, placeId, whereabouts }: { id: number; placeId: string | null; whereabouts: Whereabouts | null },
) =>
  transaction
    .updateTable('official_list_entries')
    .where('id', '=', id)
    .set({
      match: placeId === null ? 'rejected' : 'admin',
      place_id: placeId,
      candidates: [],
      ...whereabouts,
    })
    .execute();
