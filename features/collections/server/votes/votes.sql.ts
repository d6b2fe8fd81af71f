import { sql } from 'kysely';
import type { LockedCollection } from '#features/collections/server/collections.sql.ts';
import { milliseconds } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import { prepared, statement } from '#server/database/prepared.ts';
import type { NewVote, Vote, VoteAnswer, VotePlace } from '#features/collections/votes.contract.ts';

/** A vote without its places and answers, as one reader sees it. */
export type StoredVote = Pick<
  Vote,
  'id' | 'version' | 'title' | 'collectionName' | 'meetsOn' | 'meetsAt' | 'closesAt'
> & {
  collectionId: string;
  isMember: boolean;
  canManage: boolean;
};

const voteColumns = (userId: string | null) => sql`
  vote.id, vote.version, vote.title, collection.name as "collectionName", to_char(vote.meets_on, 'YYYY-MM-DD') as "meetsOn",
  vote.meets_at as "meetsAt", ${milliseconds('vote.closes_at')} as "closesAt", vote.collection_id as "collectionId",
  (collection.owner_id = ${userId} or exists (
    select from collection_members as joined
    where joined.collection_id = collection.id and joined.user_id = ${userId}
  )) is true as "isMember",
  (collection.owner_id = ${userId} or vote.created_by = ${userId} and exists (
    select from collection_members as joined
    where joined.collection_id = collection.id and joined.user_id = ${userId}
  )) is true as "canManage"`;

const voteOf = prepared(
  'votes_find',
  (_, given: { voteId: string; userId: string | null }) => sql<StoredVote>`
    select ${voteColumns(given.userId)}
    from votes as vote
    join collections as collection on collection.id = vote.collection_id and collection.deleted_at is null
    where vote.id = ${given.voteId}`,
);

/** @param given.userId null for a visitor */
export const findVote = async (
  connection: Connection,
  given: { voteId: string; userId: string | null },
): Promise<StoredVote | null> => (await voteOf(connection, given))[0] ?? null;

const lockedVote = statement(
  'votes_lock',
  (_, { voteId }: { voteId: string }) => sql<{ id: string }>`
    select id from votes where id = ${voteId} for update`,
);

/** Locks the vote. Returns false if the vote does not exist. */
export const lockVote = async (connection: Connection, voteId: string): Promise<boolean> =>
  (await lockedVote(connection, { voteId })).length > 0;

const votesOf = statement(
  'votes_of_collection',
  (_, given: { collectionId: string; userId: string }) => sql<StoredVote>`
    select ${voteColumns(given.userId)}
    from votes as vote join collections as collection on collection.id = vote.collection_id
    where vote.collection_id = ${given.collectionId}
    order by vote.created_at desc, vote.id`,
);

/** Returns the votes of a collection. The newest vote comes first. */
export const selectVotes = (
  connection: Connection,
  given: { collectionId: string; userId: string },
): Promise<StoredVote[]> => votesOf(connection, given);

const placesOf = statement(
  'votes_places',
  (_, { voteIds }: { voteIds: readonly string[] }) => sql<VotePlace & { voteId: string }>`
    select chosen.vote_id as "voteId", place.id, place.name, place.address, place.neighbourhood,
      place.category_id as "categoryId"
    from vote_places as chosen join restaurants_public as place on place.id = chosen.restaurant_id
    where chosen.vote_id = any(${voteIds}::text[])
      -- A place may have become private after it was chosen for the vote.
      and place.private_to_uid is null
    order by chosen.vote_id, chosen.position`,
);

export const selectVotePlaces = (connection: Connection, voteIds: readonly string[]) =>
  placesOf(connection, { voteIds });

const answersOf = statement(
  'votes_answers',
  (_, { voteIds }: { voteIds: readonly string[] }) => sql<{
    voteId: string;
    id: string;
    name: string;
    restaurantId: string | null;
    answer: VoteAnswer | null;
  }>`
    select voter.vote_id as "voteId", voter.id, voter.name, given.restaurant_id as "restaurantId", given.answer
    from vote_voters as voter left join vote_answers as given on given.voter_id = voter.id
    where voter.vote_id = any(${voteIds}::text[])
    order by voter.answered_at, voter.id`,
);

/** Returns one row for each answer. The rows are ordered by the time of the voter's first answer. */
export const selectVoteAnswers = (connection: Connection, voteIds: readonly string[]) =>
  answersOf(connection, { voteIds });

const publicPlaces = statement(
  'votes_public_places',
  (_, given: { collectionId: string; restaurantIds: readonly string[] }) => sql<{ id: string }>`
    select place.id from collection_places as entry
    join restaurants_public as place on place.id = entry.restaurant_id
    where entry.collection_id = ${given.collectionId} and entry.removed_at is null
      and place.private_to_uid is null and place.id = any(${given.restaurantIds}::text[])`,
);

export const countPublicPlaces = async (
  connection: Connection,
  { id }: LockedCollection,
  restaurantIds: readonly string[],
): Promise<number> => (await publicPlaces(connection, { collectionId: id, restaurantIds })).length;

const voteCount = statement(
  'votes_count',
  (_, { collectionId }: { collectionId: string }) => sql<{ count: number }>`
    select count(*) as count from votes where collection_id = ${collectionId}`,
);

export const countVotes = async (connection: Connection, { id }: LockedCollection): Promise<number> =>
  (await voteCount(connection, { collectionId: id }))[0]?.count ?? 0;

export async function insertVote(
  connection: Connection,
  { id: collectionId, userId }: LockedCollection,
  { id, closesAt, wanted }: { id: string; closesAt: Date; wanted: NewVote },
): Promise<void> {
  const { title, meetsOn, meetsAt, restaurantIds } = wanted;
  await sql`
    insert into votes (id, collection_id, created_by, title, meets_on, meets_at, closes_at)
    values (${id}, ${collectionId}, ${userId}, ${title}, ${meetsOn}::date, ${meetsAt}, ${closesAt})
  `.execute(connection);
  await sql`
    insert into vote_places (vote_id, restaurant_id, position)
    select ${id}, chosen.id, chosen.position
    from unnest(${restaurantIds}::text[]) with ordinality as chosen (id, position)
  `.execute(connection);
}

const voterOf = statement(
  'votes_voter',
  (_, given: { voteId: string; keyHash: string }) => sql<{ id: string }>`
    select id from vote_voters where vote_id = ${given.voteId} and key_hash = ${given.keyHash}`,
);

export const findVoter = async (
  connection: Connection,
  given: { voteId: string; keyHash: string },
): Promise<string | null> => (await voterOf(connection, given))[0]?.id ?? null;

const voterCount = statement(
  'votes_voter_count',
  (_, { voteId }: { voteId: string }) => sql<{ count: number }>`
    select count(*) as count from vote_voters where vote_id = ${voteId}`,
);

export const countVoters = async (connection: Connection, voteId: string): Promise<number> =>
  (await voterCount(connection, { voteId }))[0]?.count ?? 0;

/** Writes the name and the answers of a voter. If the voter exists, the earlier name and answers are replaced. */
export async function writeAnswers(
  connection: Connection,
  {
    voterId,
    voteId,
    keyHash,
    name,
    answers,
  }: {
    voterId: string;
    voteId: string;
    keyHash: string;
    name: string;
    answers: readonly { restaurantId: string; answer: VoteAnswer }[];
  },
): Promise<void> {
  await sql`
    insert into vote_voters (id, vote_id, key_hash, name) values (${voterId}, ${voteId}, ${keyHash}, ${name})
    on conflict (id) do update set name = excluded.name
  `.execute(connection);
  await sql`
    insert into vote_answers (voter_id, vote_id, restaurant_id, answer)
    select ${voterId}::uuid, ${voteId}, given.restaurant_id, given.answer
    from unnest(
      ${answers.map(({ restaurantId }) => restaurantId)}::text[], ${answers.map(({ answer }) => answer)}::text[]
    ) as given (restaurant_id, answer)
    on conflict (voter_id, restaurant_id) do update set answer = excluded.answer
  `.execute(connection);
}

export async function endVote(connection: Connection, voteId: string): Promise<void> {
  await sql`update votes set closes_at = least(closes_at, now()) where id = ${voteId}`.execute(connection);
}

/**
 * Raises the versions of all votes that contain one of these places. The votes are locked in the order of their ids, so
 * that two of these statements cannot deadlock.
 */
export async function incrementVersionsOfVotesOn(
  connection: Connection,
  restaurantIds: readonly string[],
): Promise<void> {
  await sql`
    with holder as (
      select id from votes
      where id in (select vote_id from vote_places where restaurant_id = any(${restaurantIds}::text[]))
      order by id
      for update
    )
    update votes set version = votes.version + 1 from holder where votes.id = holder.id
  `.execute(connection);
}

const voteVersions = statement(
  'votes_versions',
  (_, { voteIds }: { voteIds: readonly string[] }) => sql<{ id: string; version: number }>`
    select vote.id, vote.version
    from votes as vote
    join collections as collection on collection.id = vote.collection_id and collection.deleted_at is null
    where vote.id = any(${voteIds}::text[])`,
);

export const selectVoteVersions = async (
  connection: Connection,
  voteIds: readonly string[],
): Promise<Map<string, number>> =>
  new Map((await voteVersions(connection, { voteIds })).map(({ id, version }) => [id, version]));

export async function deleteVoteRow(connection: Connection, voteId: string): Promise<void> {
  await sql`delete from votes where id = ${voteId}`.execute(connection);
}

export async function purgeVotes(connection: Connection, endedBefore: Date): Promise<void> {
  await sql`delete from votes where closes_at < ${endedBefore}`.execute(connection);
}
