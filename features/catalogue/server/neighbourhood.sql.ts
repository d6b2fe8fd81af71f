import { type RawBuilder, sql } from 'kysely';
import type { Coordinates } from '#common/geo.ts';
import { builtInIndex } from '#features/places/server/places.public.ts';
import type { Connection } from '#server/database/database.ts';

/**
 * Maximum distance in metres to the nearest place in the index. A place that is farther away is often in another
 * neighbourhood.
 */
const NEIGHBOUR_METRES = 150;

/**
 * Returns SQL for the neighbourhood of a place. The sources are, in this order: the address, the lot address of the
 * place in the index, and the nearest place in the index. The result is '' if none of them has a neighbourhood.
 */
export async function neighbourhoodOfPlace(
  connection: Connection,
  { id, address, coordinates }: { id: string; address: string; coordinates: Coordinates | null },
): Promise<RawBuilder<string>> {
  const [neighbour] = coordinates
    ? await builtInIndex(connection).nearby({ centre: coordinates, radius: NEIGHBOUR_METRES, limit: 1 })
    : [];
  return sql`coalesce(
    nullif(neighbourhood_in(${address}), ''),
    (select nullif(neighbourhood_in(lot_address), '') from places where place_id = ${id}),
    neighbourhood_in(${neighbour?.address ?? ''})
  )`;
}
