import { sql } from 'kysely';
import type {
  ProvidedMemo,
  ProvidedRestaurant,
  ProvidedSource,
} from '#features/catalogue/provided.contract.ts';
import { columnsOf, milliseconds, nextVersion } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import { prepared, statement } from '#server/database/prepared.ts';
import { type PlaceIdentity, placeIdentity } from './place-columns.sql.ts';
import { type VisitColumns, visitColumns, visitFactsOf } from './visit-columns.sql.ts';

const documentVersion = prepared(
  'catalogue_provided_version',
  () => sql<{ version: number }>`select version from provided_document`,
);

export const selectProvidedVersion = async (connection: Connection): Promise<number> =>
  (await documentVersion(connection, {}))[0]?.version ?? 0;

const providedCount = statement(
  'catalogue_provided_count',
  () => sql<{ count: number }>`
    select count(*) from restaurants_public where provided_at is not null`,
);

export async function countProvided(connection: Connection): Promise<number> {
  const rows = await providedCount(connection, {});
  return rows[0]?.count ?? 0;
}

/**
 * Increments the version of the document. Every write of provided restaurants or sources must call this function,
 * after lists and places have been locked. The document stays locked until the transaction ends.
 */
export async function incrementProvidedVersion(connection: Connection): Promise<void> {
  await sql`
    update provided_document
    set version = ${nextVersion('version')}
  `.execute(connection);
}

type ProvidedFacts = Omit<
  ProvidedRestaurant,
  'coordinates' | 'episodeIds' | 'openingSpans' | 'hasParking' | keyof PlaceIdentity
>;
const providedFacts = columnsOf('restaurants_public')<ProvidedFacts>({
  id: 'id',
  neighbourhood: 'neighbourhood',
  phoneNumber: 'phone_number',
  categoryId: 'category_id',
  businessStatus: 'business_status',
  isExample: 'is_example',
  memo: { read: (place) => sql`coalesce(${sql.ref(`${place}.source_memo`)}, '')` },
  tags: 'public_custom_tags',
  // This value is never null, because the statement selects only provided restaurants.
  providedAt: { read: (place) => milliseconds(`${place}.provided_at`) },
});

const providedRestaurants = statement(
  'catalogue_provided',
  () => sql<ProvidedFacts & VisitColumns & PlaceIdentity & { episodeIds: string[] }>`
    select ${providedFacts.select('place')}, ${visitColumns.select('place')}, ${placeIdentity.select('place')},
      coalesce(seen.ids, '{}') as "episodeIds"
    from restaurants_public as place
    left join (
      select restaurant_id, array_agg(episode_id order by episode_id) as ids from source_places group by restaurant_id
    ) as seen on seen.restaurant_id = place.id
    where place.provided_at is not null
    order by place.provided_at desc, place.id`,
);

/** Returns the provided restaurants, latest first. */
export const selectProvidedRestaurants = async (connection: Connection): Promise<ProvidedRestaurant[]> =>
  (await providedRestaurants(connection, {})).map(
    ({ lat, lng, weekdayLines, periods, parkingOptionsSummary, ...facts }) => ({
      ...facts,
      ...visitFactsOf({ lat, lng, weekdayLines, periods, parkingOptionsSummary }),
      coordinates: lat === null || lng === null ? null : { lat, lng },
    }),
  );

const sources = statement(
  'catalogue_sources',
  () => sql<ProvidedSource>`
    select source.id, source.title, source.kind, source.link,
      coalesce((
        select json_agg(
          json_build_object(
            'id', id, 'name', name, 'publishedOn', to_char(published_on, 'YYYY-MM-DD'), 'link', link
          )
          order by published_on desc nulls last, name desc, id
        )
        from source_episodes where source_id = source.id
      ), '[]') as episodes
    from sources as source
    order by source.title, source.id`,
);

/** Returns the sources, sorted by title. The episodes of each source are sorted, latest first. */
export function selectSources(connection: Connection): Promise<ProvidedSource[]> {
  return sources(connection, {});
}

const providedMemos = statement(
  'catalogue_provided_memos',
  (_, { ids }: { ids: readonly string[] }) => sql<ProvidedMemo & { id: string }>`
    select place.id, coalesce(place.source_memo, '') as memo, place.public_custom_tags as tags,
      coalesce((
        select json_agg(
          json_build_object(
            'title', source.title, 'kind', source.kind, 'episode', episode.name,
            'publishedOn', to_char(episode.published_on, 'YYYY-MM-DD'), 'link', coalesce(episode.link, source.link)
          )
          order by episode.published_on desc nulls last, source.title, episode.name
        )
        from source_places as seen
        join source_episodes as episode on episode.id = seen.episode_id
        join sources as source on source.id = episode.source_id
        where seen.restaurant_id = place.id
      ), '[]') as sources
    from restaurants_public as place
    where place.id = any(${ids}::text[]) and place.provided_at is not null`,
);

/** Returns the memos of restaurants by id. The map contains only provided restaurants. */
export async function selectProvidedMemos(
  connection: Connection,
  ids: readonly string[],
): Promise<Map<string, ProvidedMemo>> {
  const rows = await providedMemos(connection, { ids });
  return new Map(rows.map(({ id, ...note }) => [id, note]));
}
