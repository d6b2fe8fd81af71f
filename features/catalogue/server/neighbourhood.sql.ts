import { type RawBuilder, sql } from 'kysely';
import type { Coordinates } from '#common/geo.ts';
import { indexPointOf } from '#features/places/server/places.public.ts';

/**
 * Maximum distance in metres to the nearest place in the index. A place that is farther away is often in another
 * neighbourhood.
 */
const NEIGHBOUR_METRES = 150;

/**
 * Returns SQL for the neighbourhood of a place. The sources are, in this order: the address, the lot address of the
 * place in the index, and the nearest place in the index. The result is '' if none of them has a neighbourhood.
 */
export const neighbourhoodOfPlace = ({
  id,
  address,
  coordinates,
}: {
  id: string;
  address: string;
  coordinates: Coordinates | null;
}): RawBuilder<string> => sql`coalesce(
  nullif(neighbourhood_in(${address}), ''),
  (select nullif(neighbourhood_in(lot_address), '') from places where place_id = ${id}),
  ${neighbourhoodAround(coordinates)},
  ''
)`;

/** The SQL is the same without coordinates, because the text of a named statement must not vary. Its value is then null. */
function neighbourhoodAround(coordinates: Coordinates | null): RawBuilder<string | null> {
  const { x, y } = coordinates ? indexPointOf(coordinates) : { x: null, y: null };
  const distance = sql<number>`spot <-> point(${x}::float8, ${y}::float8)`;
  return sql`(
    select case when ${distance} <= ${NEIGHBOUR_METRES} then neighbourhood_in(address) end
    from places where spot is not null order by ${distance} limit 1
  )`;
}
