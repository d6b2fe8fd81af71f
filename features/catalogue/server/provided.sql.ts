import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type {
  ProvidedMemo,
  ProvidedRestaurant,
  ProvidedSource,
} from '#features/catalogue/provided.contract.ts';
import { anyOf, milliseconds, nextVersion } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import { visitColumns, visitFactsOf } from './listed-place.sql.ts';

export async function selectProvidedVersion(connection: Connection): Promise<number> {
  const document = await connection.selectFrom('provided_document').select('version').executeTakeFirst();
  return document?.version ?? 0;
}

export async function countProvided(connection: Connection): Promise<number> {
  const { count } = await connection
    .selectFrom('restaurants_public')
    .where('provided_at', 'is not', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
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

/** Returns the provided restaurants, latest first. */
export async function selectProvidedRestaurants(connection: Connection): Promise<ProvidedRestaurant[]> {
  const rows = await connection
    .selectFrom('restaurants_public as place')
    .leftJoin(
      (row) =>
        row
          .selectFrom('source_places')
          .select(['restaurant_id', sql<string[]>`array_agg(episode_id order by episode_id)`.as('ids')])
          .groupBy('restaurant_id')
          .as('seen'),
      (join) => join.onRef('seen.restaurant_id', '=', 'place.id'),
    )
    .where('place.provided_at', 'is not', null)
    .select(({ ref, fn, val }) => [
      'place.id',
      'place.name',
      'place.address',
      'place.neighbourhood',
      'place.phone_number as phoneNumber',
      'place.category_id as categoryId',
      'place.business_status as businessStatus',
      'place.is_example as isExample',
      fn.coalesce('place.source_memo', val('')).as('memo'),
      'place.public_custom_tags as tags',
      milliseconds(ref('place.provided_at').$notNull()).as('providedAt'),
      sql<string[]>`coalesce(seen.ids, '{}')`.as('episodeIds'),
    ])
    .select(visitColumns)
    .orderBy('place.provided_at', 'desc')
    .orderBy('place.id')
    .execute();
  return rows.map(({ lat, lng, openingSpans, weekdayLines, periods, parkingOptionsSummary, ...facts }) => ({
    ...facts,
    ...visitFactsOf({ lat, lng, openingSpans, weekdayLines, periods, parkingOptionsSummary }),
  }));
}

/** Returns the sources, sorted by title. The episodes of each source are sorted, latest first. */
export const selectSources = (connection: Connection): Promise<ProvidedSource[]> =>
  connection
    .selectFrom('sources as source')
    .select(({ selectFrom }) => [
      'source.id',
      'source.title',
      'source.kind',
      'source.link',
      jsonArrayFrom(
        selectFrom('source_episodes as episode')
          .whereRef('episode.source_id', '=', 'source.id')
          .select(['episode.id', 'episode.name', publishedOn, 'episode.link'])
          .orderBy('episode.published_on', (order) => order.desc().nullsLast())
          .orderBy('episode.name', 'desc')
          .orderBy('episode.id'),
      ).as('episodes'),
    ])
    .orderBy('source.title')
    .orderBy('source.id')
    .execute();

/** Returns the memos of restaurants by id. The map contains only provided restaurants. */
export async function selectProvidedMemos(
  connection: Connection,
  ids: readonly string[],
): Promise<Map<string, ProvidedMemo>> {
  const rows = await connection
    .selectFrom('restaurants_public as place')
    .where('place.id', '=', anyOf(ids))
    .where('place.provided_at', 'is not', null)
    .select(({ selectFrom, fn, val }) => [
      'place.id',
      fn.coalesce('place.source_memo', val('')).as('memo'),
      'place.public_custom_tags as tags',
      jsonArrayFrom(
        selectFrom('source_places as seen')
          .innerJoin('source_episodes as episode', 'episode.id', 'seen.episode_id')
          .innerJoin('sources as source', 'source.id', 'episode.source_id')
          .whereRef('seen.restaurant_id', '=', 'place.id')
          .select((row) => [
            'source.title',
            'source.kind',
            'episode.name as episode',
            publishedOn,
            row.fn.coalesce('episode.link', 'source.link').as('link'),
          ])
          .orderBy('episode.published_on', (order) => order.desc().nullsLast())
          .orderBy('source.title')
          .orderBy('episode.name'),
      ).as('sources'),
    ])
    .execute();
  return new Map(rows.map(({ id, ...note }) => [id, note]));
}

/** The day of the row `episode`, such as `2026-11-23`. */
const publishedOn = sql<string | null>`to_char(episode.published_on, 'YYYY-MM-DD')`.as('publishedOn');
