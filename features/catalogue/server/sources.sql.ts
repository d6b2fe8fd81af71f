import { sql } from 'kysely';
import type { SourceForm } from '#features/catalogue/provided-admin.contract.ts';
import { anyOf } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';

/*
 * Every transaction that writes sources must first call `incrementProvidedVersion`, so that only one transaction at a
 * time writes sources.
 */

export async function sourceWithTitle(
  connection: Connection,
  { title, exceptId }: { title: string; exceptId: string },
): Promise<string | null> {
  const source = await connection
    .selectFrom('sources')
    .where('title', '=', title)
    .where('id', '<>', exceptId)
    .select('id')
    .executeTakeFirst();
  return source?.id ?? null;
}

export async function upsertSource(
  connection: Connection,
  id: string,
  { title, kind, link }: Pick<SourceForm, 'title' | 'kind' | 'link'>,
): Promise<void> {
  await sql`
    insert into sources (id, title, kind, link) values (${id}, ${title}, ${kind}, ${link})
    on conflict (id) do update set title = ${title}, kind = ${kind}, link = ${link}
  `.execute(connection);
}

/**
 * Replaces the episodes of a source. If an episode is removed, its restaurants lose the link to it.
 * @returns false if one of the ids belongs to another source
 */
export async function setEpisodes(
  connection: Connection,
  sourceId: string,
  episodes: SourceForm['episodes'],
): Promise<boolean> {
  const ids = episodes.map(({ id }) => id);
  await sql`
    delete from source_episodes where source_id = ${sourceId} and id <> all(${ids}::text[])
  `.execute(connection);
  const { numAffectedRows } = await sql`
    insert into source_episodes (id, source_id, name, published_on, link)
    select id, ${sourceId}, name, "publishedOn", link
    from jsonb_to_recordset(${JSON.stringify(episodes)}::jsonb) as given (
      id text, name text, "publishedOn" date, link text
    )
    on conflict (id) do update
    set name = excluded.name, published_on = excluded.published_on, link = excluded.link
    where source_episodes.source_id = ${sourceId}
  `.execute(connection);
  return numAffectedRows === BigInt(episodes.length);
}

export async function deleteSourceRow(connection: Connection, id: string): Promise<void> {
  await sql`delete from sources where id = ${id}`.execute(connection);
}

export async function selectEpisodes(connection: Connection, ids: readonly string[]): Promise<Set<string>> {
  const rows = await connection
    .selectFrom('source_episodes')
    .where('id', '=', anyOf(ids))
    .select('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function setEpisodesOfPlace(
  connection: Connection,
  { restaurantId, episodeIds }: { restaurantId: string; episodeIds: readonly string[] },
): Promise<void> {
  await sql`
    delete from source_places where restaurant_id = ${restaurantId} and episode_id <> all(${episodeIds}::text[])
  `.execute(connection);
  await sql`
    insert into source_places (episode_id, restaurant_id)
    select unnest(${episodeIds}::text[]), ${restaurantId}
    on conflict do nothing
  `.execute(connection);
}

export async function addPlaceToEpisode(
  connection: Connection,
  { episodeId, restaurantId }: { episodeId: string; restaurantId: string },
): Promise<void> {
  await sql`
    insert into source_places (episode_id, restaurant_id) values (${episodeId}, ${restaurantId})
    on conflict do nothing
  `.execute(connection);
}

export async function markExampleSource(connection: Connection, id: string): Promise<void> {
  await sql`update sources set is_example = true where id = ${id}`.execute(connection);
}

/** Deletes the example sources. Example restaurants are then no longer provided. */
export async function deleteExampleSources(connection: Connection): Promise<void> {
  await sql`delete from sources where is_example`.execute(connection);
  await sql`
    update restaurants_public set provided_at = null, source_memo = null, public_custom_tags = '{}'
    where is_example and provided_at is not null
  `.execute(connection);
}
