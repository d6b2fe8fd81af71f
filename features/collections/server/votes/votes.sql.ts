import { sql } from 'kysely';
import type { LockedCollection } from '#features/collections/server/collections.sql.ts';
import { anyOf, milliseconds } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import type {
  NewVote,
  Vote,
  VoteAnswer,
  VoteDate,
  VotePlace,
  Voter,
} from '#features/collections/votes.contract.ts';

/** A vote without its places and answers, as one reader sees it. */
export type StoredVote = Pick<
  Vote,
  | 'id'
  | 'version'
  | 'title'
  | 'collectionName'
  | 'meetsOn'
  | 'meetsAt'
  | 'closesAt'
  | 'hostName'
  | 'decidedId'
> & {
  collectionId: string;
  isMember: boolean;
  canManage: boolean;
  /** The photos that the link shows, by the ids of their places; null if there are none. */
  photos: Record<string, string> | null;
};

/** @param userId null for a visitor */
const votesFor = (connection: Connection, userId: string | null) =>
  connection
    .selectFrom('votes as vote')
    .innerJoin('collections as collection', 'collection.id', 'vote.collection_id')
    .innerJoin('users as host', 'host.id', 'vote.created_by')
    .select(({ ref }) => [
      'vote.id',
      'vote.version',
      'vote.title',
      'collection.name as collectionName',
      sql<string>`to_char(vote.meets_on, 'YYYY-MM-DD')`.as('meetsOn'),
      'vote.meets_at as meetsAt',
      'host.name as hostName',
      'vote.decided_id as decidedId',
      milliseconds(ref('vote.closes_at')).as('closesAt'),
      'vote.collection_id as collectionId',
      sql<Record<string, string> | null>`case when vote.shows_photos then ${photosOfCreator} end`.as(
        'photos',
      ),
      sql<boolean>`(collection.owner_id = ${userId} or ${hasJoined(userId)}) is true`.as('isMember'),
      sql<boolean>`(
        collection.owner_id = ${userId} or vote.created_by = ${userId} and ${hasJoined(userId)}
      ) is true`.as('canManage'),
    ]);

/** The first photo that the creator has of each place. A creator who has left the collection shows none. */
const photosOfCreator = sql`(
  select json_object_agg(saved.restaurant_id, saved.user_photo_filenames[1] order by chosen.position)
  from vote_places as chosen
  join my_restaurants as saved on saved.restaurant_id = chosen.restaurant_id and saved.user_id = vote.created_by
  where chosen.vote_id = vote.id and saved.deleted_at is null and cardinality(saved.user_photo_filenames) > 0
    and (collection.owner_id = vote.created_by or exists (
      select from collection_members as joined
      where joined.collection_id = collection.id and joined.user_id = vote.created_by
    ))
)`;

const hasJoined = (userId: string | null) => sql<boolean>`exists (
  select from collection_members as joined
  where joined.collection_id = collection.id and joined.user_id = ${userId}
)`;

/** @param given.userId null for a visitor */
export async function findVote(
  connection: Connection,
  { voteId, userId }: { voteId: string; userId: string | null },
): Promise<StoredVote | null> {
  const vote = await votesFor(connection, userId)
    .where('vote.id', '=', voteId)
    .where('collection.deleted_at', 'is', null)
    .executeTakeFirst();
  return vote ?? null;
}

/** Locks the vote. Returns false if the vote does not exist. */
export const lockVote = async (connection: Connection, voteId: string): Promise<boolean> =>
  (await connection
    .selectFrom('votes')
    .where('id', '=', voteId)
    .select('id')
    .forUpdate()
    .executeTakeFirst()) !== undefined;

/** Returns the votes of a collection. The newest vote comes first. */
export const selectVotes = (
  connection: Connection,
  { collectionId, userId }: { collectionId: string; userId: string },
): Promise<StoredVote[]> =>
  votesFor(connection, userId)
    .where('vote.collection_id', '=', collectionId)
    .orderBy('vote.created_at', 'desc')
    .orderBy('vote.id')
    .execute();

export const selectVotePlaces = (
  connection: Connection,
  voteIds: readonly string[],
): Promise<(Omit<VotePlace, 'photoId'> & { voteId: string })[]> =>
  connection
    .selectFrom('vote_places as chosen')
    .innerJoin('restaurants_public as place', 'place.id', 'chosen.restaurant_id')
    .where('chosen.vote_id', '=', anyOf(voteIds))
    // A place may have become private after it was chosen for the vote.
    .where('place.private_to_uid', 'is', null)
    .select([
      'chosen.vote_id as voteId',
      'place.id',
      'place.name',
      'place.address',
      'place.neighbourhood',
      'place.category_id as categoryId',
      sql<boolean>`place.business_status is not distinct from 'closed_permanently'`.as('hasClosed'),
    ])
    .orderBy('chosen.vote_id')
    .orderBy('chosen.position')
    .execute();

/**
 * Returns one row for each answer, and one row for a voter without an answer. The rows are ordered by the time of the
 * voter's first answer.
 */
export const selectVoteAnswers = (connection: Connection, voteIds: readonly string[]) =>
  connection
    .selectFrom('vote_voters as voter')
    .leftJoin('vote_answers as given', 'given.voter_id', 'voter.id')
    .where('voter.vote_id', '=', anyOf(voteIds))
    .select([
      'voter.vote_id as voteId',
      'voter.id',
      'voter.name',
      'given.restaurant_id as restaurantId',
      'given.answer',
    ])
    .orderBy('voter.answered_at')
    .orderBy('voter.id')
    .execute();

/** Returns the dates of the votes that offer several dates. The earliest date comes first. */
export const selectVoteDates = (
  connection: Connection,
  voteIds: readonly string[],
): Promise<(VoteDate & { voteId: string })[]> =>
  connection
    .selectFrom('vote_dates')
    .where('vote_id', '=', anyOf(voteIds))
    .select([
      'vote_id as voteId',
      'id',
      sql<string>`to_char(meets_on, 'YYYY-MM-DD')`.as('meetsOn'),
      'meets_at as meetsAt',
    ])
    .orderBy('meets_on')
    .orderBy('meets_at', (order) => order.asc().nullsFirst())
    .execute();

export const selectDateAnswers = (
  connection: Connection,
  voteIds: readonly string[],
): Promise<(Voter['dates'][number] & { voterId: string })[]> =>
  connection
    .selectFrom('vote_date_answers as given')
    .innerJoin('vote_dates as date', 'date.id', 'given.date_id')
    .where('date.vote_id', '=', anyOf(voteIds))
    .select(['given.voter_id as voterId', 'given.date_id as dateId', 'given.can_come as canCome'])
    .execute();

export async function countPublicPlaces(
  connection: Connection,
  { id }: LockedCollection,
  restaurantIds: readonly string[],
): Promise<number> {
  const { count } = await connection
    .selectFrom('collection_places as entry')
    .innerJoin('restaurants_public as place', 'place.id', 'entry.restaurant_id')
    .where('entry.collection_id', '=', id)
    .where('entry.removed_at', 'is', null)
    .where('place.private_to_uid', 'is', null)
    .where('place.id', '=', anyOf(restaurantIds))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function countVotes(connection: Connection, { id }: LockedCollection): Promise<number> {
  const { count } = await connection
    .selectFrom('votes')
    .where('collection_id', '=', id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertVote(
  connection: Connection,
  { id: collectionId, userId }: LockedCollection,
  {
    id,
    closesAt,
    wanted: { title, restaurantIds, showsPhotos },
    first: { meetsOn, meetsAt },
    dates,
  }: {
    id: string;
    closesAt: Date;
    wanted: Pick<NewVote, 'title' | 'restaurantIds' | 'showsPhotos'>;
    /** The earliest date. */
    first: Pick<VoteDate, 'meetsOn' | 'meetsAt'>;
    /** The dates to choose from; empty if there is one. */
    dates: readonly VoteDate[];
  },
): Promise<void> {
  await sql`
    insert into votes (id, collection_id, created_by, title, meets_on, meets_at, closes_at, shows_photos)
    values (${id}, ${collectionId}, ${userId}, ${title}, ${meetsOn}::date, ${meetsAt}, ${closesAt}, ${showsPhotos})
  `.execute(connection);
  await sql`
    insert into vote_places (vote_id, restaurant_id, position)
    select ${id}, chosen.id, chosen.position
    from unnest(${restaurantIds}::text[]) with ordinality as chosen (id, position)
  `.execute(connection);
  await sql`
    insert into vote_dates (id, vote_id, meets_on, meets_at)
    select date.id, ${id}, date.meets_on, date.meets_at
    from unnest(
      ${dates.map((date) => date.id)}::uuid[], ${dates.map((date) => date.meetsOn)}::date[],
      ${dates.map((date) => date.meetsAt)}::text[]
    ) as date (id, meets_on, meets_at)
  `.execute(connection);
}

export async function findVoter(
  connection: Connection,
  { voteId, keyHash }: { voteId: string; keyHash: string },
): Promise<string | null> {
  const voter = await connection
    .selectFrom('vote_voters')
    .where('vote_id', '=', voteId)
    .where('key_hash', '=', keyHash)
    .select('id')
    .executeTakeFirst();
  return voter?.id ?? null;
}

export async function countVoters(connection: Connection, voteId: string): Promise<number> {
  const { count } = await connection
    .selectFrom('vote_voters')
    .where('vote_id', '=', voteId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Writes the name and the answers of a voter. If the voter exists, the earlier name and answers are replaced. */
export async function writeAnswers(
  connection: Connection,
  {
    voterId,
    voteId,
    keyHash,
    name,
    answers,
    dates,
  }: {
    voterId: string;
    voteId: string;
    keyHash: string;
    name: string;
    answers: readonly { restaurantId: string; answer: VoteAnswer }[];
    /** Empty to keep the earlier answers. */
    dates: Voter['dates'];
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
  await sql`
    insert into vote_date_answers (voter_id, date_id, can_come)
    select ${voterId}::uuid, given.date_id, given.can_come
    from unnest(
      ${dates.map(({ dateId }) => dateId)}::uuid[], ${dates.map(({ canCome }) => canCome)}::boolean[]
    ) as given (date_id, can_come)
    on conflict (voter_id, date_id) do update set can_come = excluded.can_come
  `.execute(connection);
}

/** Stores the date on which most voters can come. */
export const storeBestDate = (
  connection: Connection,
  { voteId, meetsOn, meetsAt }: { voteId: string } & Pick<VoteDate, 'meetsOn' | 'meetsAt'>,
) =>
  sql`update votes set meets_on = ${meetsOn}::date, meets_at = ${meetsAt} where id = ${voteId}`.execute(
    connection,
  );

export async function endVote(connection: Connection, voteId: string): Promise<void> {
  await sql`update votes set closes_at = least(closes_at, now()) where id = ${voteId}`.execute(connection);
}

/** Records that a vote is announced. @returns false if it was announced before */
export async function markAnnounced(
  connection: Connection,
  { voteId, kind }: { voteId: string; kind: 'vote_result' | 'vote_day' },
): Promise<boolean> {
  const column = kind === 'vote_result' ? 'result_announced_at' : 'day_announced_at';
  const { numUpdatedRows } = await connection
    .updateTable('votes')
    .set({ [column]: sql`now()` })
    .where('id', '=', voteId)
    .where(column, 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Returns the votes that have ended and whose result is not announced. */
export async function selectEndedVotes(connection: Connection, now: Date): Promise<string[]> {
  const votes = await connection
    .selectFrom('votes')
    .where('closes_at', '<=', now)
    .where('result_announced_at', 'is', null)
    .select('id')
    .orderBy('closes_at')
    .execute();
  return votes.map(({ id }) => id);
}

/**
 * Returns the votes for a day that have an answer or a decision and whose place is not announced. The date of an open vote
 * with several dates can still change, so these votes are left out.
 * @param day such as `2026-11-28`
 */
export async function selectVotesOfDay(
  connection: Connection,
  { day, now }: { day: string; now: Date },
): Promise<string[]> {
  const votes = await connection
    .selectFrom('votes')
    .where('meets_on', '=', sql<Date>`${day}::date`)
    .where('day_announced_at', 'is', null)
    .where(({ eb, exists, not, or, selectFrom }) =>
      or([
        eb('closes_at', '<=', now),
        not(
          exists(
            selectFrom('vote_dates').whereRef('vote_dates.vote_id', '=', 'votes.id').select('vote_dates.id'),
          ),
        ),
      ]),
    )
    .where(({ eb, exists, or, selectFrom }) =>
      or([
        eb('decided_id', 'is not', null),
        exists(
          selectFrom('vote_voters').whereRef('vote_voters.vote_id', '=', 'votes.id').select('vote_voters.id'),
        ),
      ]),
    )
    .select('id')
    .execute();
  return votes.map(({ id }) => id);
}

/** Ends the vote with a decision. A changed date is announced again on its day. */
export async function storeDecision(
  connection: Connection,
  {
    voteId,
    restaurantId,
    date: { meetsOn, meetsAt },
  }: { voteId: string; restaurantId: string; date: Pick<VoteDate, 'meetsOn' | 'meetsAt'> },
): Promise<void> {
  await sql`
    update votes
    set decided_id = ${restaurantId}, closes_at = least(closes_at, now()),
      meets_on = ${meetsOn}::date, meets_at = ${meetsAt},
      day_announced_at = case when meets_on = ${meetsOn}::date then day_announced_at end
    where id = ${voteId}
  `.execute(connection);
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

export async function selectVoteVersions(
  connection: Connection,
  voteIds: readonly string[],
): Promise<Map<string, number>> {
  const votes = await connection
    .selectFrom('votes as vote')
    .innerJoin('collections as collection', 'collection.id', 'vote.collection_id')
    .where('collection.deleted_at', 'is', null)
    .where('vote.id', '=', anyOf(voteIds))
    .select(['vote.id', 'vote.version'])
    .execute();
  return new Map(votes.map(({ id, version }) => [id, version]));
}

export async function deleteVoteRow(connection: Connection, voteId: string): Promise<void> {
  await sql`delete from votes where id = ${voteId}`.execute(connection);
}

export async function purgeVotes(connection: Connection, endedBefore: Date): Promise<void> {
  await sql`delete from votes where closes_at < ${endedBefore}`.execute(connection);
}
