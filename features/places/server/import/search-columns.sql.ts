import { sql } from 'kysely';
import type { SearchColumns } from '#features/places/server/search/place-keys.ts';
import type { Connection } from '#server/database/database.ts';

/** Returns the data of places from which their search columns are computed, in the order of their ids. */
export const selectPlacesAfter = (
  connection: Connection,
  { after, limit }: { after: number; limit: number },
) =>
  connection
    .selectFrom('places')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .select(['id', 'name', 'address', 'lot_address as lotAddress', 'lat', 'lng'])
    .select('business_status as businessStatus')
    .execute();

/** Only different rows are written. */
export async function writeSearchColumns(
  connection: Connection,
  columns: readonly (SearchColumns & { id: number })[],
): Promise<void> {
  await sql`
    update places p set letters = c.letters, initials = c.initials, sound = c.sound, address_terms = c.address_terms,
      spot = c.spot
    from json_populate_recordset(null::places, ${JSON.stringify(columns)}::json) c
    where p.id = c.id and (p.letters, p.initials, p.sound, p.address_terms, p.spot::text)
      is distinct from (c.letters, c.initials, c.sound, c.address_terms, c.spot::text)
  `.execute(connection);
}
