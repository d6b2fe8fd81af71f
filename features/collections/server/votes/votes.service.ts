import { hash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { collectionsProblems } from '#features/collections/collections.contract.ts';
import { lockToWrite } from '#features/collections/server/collections.service.ts';
import { selectOtherPeople } from '#features/collections/server/collections.sql.ts';
import { notifyOthers } from '#features/collections/server/notify-others.ts';
import { notify } from '#features/notifications/server/notifications.public.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { InvalidRequest, problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import { newSecretId } from '#server/http/secret-id.ts';
import {
  type NewVote,
  type Vote,
  type VoteAnswers,
  VOTERS_MAXIMUM,
  type VoteSummary,
  VOTES_MAXIMUM,
  votesProblems,
} from '#features/collections/votes.contract.ts';
import {
  areComplete,
  areDatesComplete,
  bestPlace,
  closingTime,
  compareDates,
  isMorningInKorea,
  koreanDay,
  rankDates,
  wrongDates,
} from '#features/collections/votes.rules.ts';
import {
  countPublicPlaces,
  countVoters,
  countVotes,
  deleteVoteRow,
  endVote,
  findVote,
  findVoter,
  insertVote,
  lockVote,
  markAnnounced,
  selectDateAnswers,
  selectEndedVotes,
  selectVoteAnswers,
  selectVoteDates,
  selectVotePlaces,
  selectVotes,
  selectVotesOfDay,
  storeBestDate,
  storeDecision,
  type StoredVote,
  writeAnswers,
} from './votes.sql.ts';

/** Returns the votes of a collection. @param given.now milliseconds */
export async function votesOf(
  connection: Connection,
  { now, ...key }: { collectionId: string; userId: string; now: number },
): Promise<VoteSummary[]> {
  const stored = await selectVotes(connection, key);
  const votes = await withAnswers(connection, { stored, now });
  return votes.map(({ id, title, meetsOn, meetsAt, dates, isOpen, places, voters, decidedId }) => {
    const first = bestPlace({ places, voters, decidedId });
    return {
      id,
      title,
      meetsOn,
      meetsAt,
      dates,
      isOpen,
      voterCount: voters.length,
      first: first ? { id: first.id, name: first.name } : null,
    };
  });
}

/** @param given.userId null for a visitor @param given.now milliseconds @throws votes.not_found */
export async function readVote(
  connection: Connection,
  { now, ...key }: { voteId: string; userId: string | null; now: number },
): Promise<Vote> {
  const [vote] = await withAnswers(connection, { stored: [await requireVote(connection, key)], now });
  if (!vote) throw problem(votesProblems, 'votes.not_found');
  return vote;
}

/** @throws votes.not_found */
export async function requireVote(
  connection: Connection,
  key: { voteId: string; userId: string | null },
): Promise<StoredVote> {
  const vote = await findVote(connection, key);
  if (!vote) throw problem(votesProblems, 'votes.not_found');
  return vote;
}

/** Whether the link of a vote shows this photo now. */
export async function showsPhoto(
  connection: Connection,
  { voteId, photoId }: { voteId: string; photoId: string },
): Promise<boolean> {
  const vote = await findVote(connection, { voteId, userId: null });
  if (!vote?.photos) return false;
  const places = await selectVotePlaces(connection, [voteId]);
  return places.some(({ id }) => vote.photos?.[id] === photoId);
}

async function withAnswers(
  connection: Connection,
  { stored, now }: { stored: readonly StoredVote[]; now: number },
): Promise<Vote[]> {
  const ids = stored.map(({ id }) => id);
  const places = Map.groupBy(await selectVotePlaces(connection, ids), ({ voteId }) => voteId);
  const rows = Map.groupBy(await selectVoteAnswers(connection, ids), ({ voteId }) => voteId);
  const dates = Map.groupBy(await selectVoteDates(connection, ids), ({ voteId }) => voteId);
  const dateAnswers = Map.groupBy(await selectDateAnswers(connection, ids), ({ voterId }) => voterId);
  return stored.map(({ collectionId, isMember, canManage, photos, ...vote }) => ({
    ...vote,
    isOpen: now < vote.closesAt,
    places: (places.get(vote.id) ?? []).map(({ voteId: _, ...place }) => ({
      ...place,
      photoId: photos?.[place.id] ?? null,
    })),
    dates: (dates.get(vote.id) ?? []).map(({ voteId: _, ...date }) => date),
    voters: [...Map.groupBy(rows.get(vote.id) ?? [], ({ id }) => id)].map(([id, given]) => ({
      id,
      name: given[0]?.name ?? '',
      answers: given.flatMap(({ restaurantId, answer }) =>
        restaurantId === null || answer === null ? [] : { restaurantId, answer },
      ),
      dates: (dateAnswers.get(id) ?? []).map(({ voterId: _, ...date }) => date),
    })),
    membership: isMember ? { collectionId, canManage } : null,
  }));
}

/**
 * Creates a vote. The votes are counted while the collection is locked.
 * @param given.now milliseconds
 * @throws the same problems as `lockToWrite`, collections.place_not_found, votes.too_many, request.invalid (the dates)
 */
export async function createVote(
  transaction: Connection,
  { person, collectionId, wanted, now }: VoteInCollection & { wanted: NewVote; now: number },
): Promise<Vote> {
  const collection = await lockToWrite(transaction, { person, collectionId, act: 'arrange' });
  const { restaurantIds } = wanted;
  const errors = wrongDates(wanted, now);
  if (errors.length > 0) throw new InvalidRequest(errors);
  const dates = [wanted, ...wanted.otherDates]
    .map(({ meetsOn, meetsAt }) => ({ id: uuidv7(), meetsOn, meetsAt }))
    .toSorted(compareDates);
  if ((await countPublicPlaces(transaction, collection, restaurantIds)) < restaurantIds.length) {
    throw problem(collectionsProblems, 'collections.place_not_found');
  }
  if ((await countVotes(transaction, collection)) >= VOTES_MAXIMUM) {
    throw problem(votesProblems, 'votes.too_many', { limit: VOTES_MAXIMUM });
  }
  const id = newSecretId();
  await insertVote(transaction, collection, {
    id,
    closesAt: new Date(Math.max(...dates.map(({ meetsOn }) => closingTime(meetsOn)))),
    wanted,
    first: dates[0] ?? wanted,
    dates: dates.length > 1 ? dates : [],
  });
  await notifyOthers(transaction, {
    collectionId,
    userId: person.userId,
    act: 'vote',
    detail: wanted.title,
  });
  return readVote(transaction, { voteId: id, userId: person.userId, now });
}

type VoteInCollection = { person: Pick<Person, 'userId'>; collectionId: string };

/**
 * Stores the answers of a voter. The voters are counted while the vote is locked.
 * @param given.userId null for a visitor
 * @param given.now milliseconds
 * @throws votes.not_found, votes.closed, votes.too_many_voters, votes.place_not_found, votes.date_not_found
 */
export const answerVote = (
  database: Database,
  {
    voteId,
    userId,
    now,
    given: { key, name, answers, dates },
  }: { voteId: string; userId: string | null; now: number; given: VoteAnswers },
): Promise<{ voterId: string; vote: Vote }> =>
  database.transaction().execute(async (transaction) => {
    await lockVote(transaction, voteId);
    const vote = await readVote(transaction, { voteId, userId, now });
    if (!vote.isOpen) throw problem(votesProblems, 'votes.closed');
    if (!areComplete({ places: vote.places, answers })) throw problem(votesProblems, 'votes.place_not_found');
    if (dates.length > 0 && !areDatesComplete({ dates: vote.dates, given: dates }))
      throw problem(votesProblems, 'votes.date_not_found');
    const keyHash = hash('sha256', key);
    const known = await findVoter(transaction, { voteId, keyHash });
    if (known === null && (await countVoters(transaction, voteId)) >= VOTERS_MAXIMUM) {
      throw problem(votesProblems, 'votes.too_many_voters', { limit: VOTERS_MAXIMUM });
    }
    const voterId = known ?? uuidv7();
    await writeAnswers(transaction, { voterId, voteId, keyHash, name, answers, dates });
    const answered = await readVote(transaction, { voteId, userId, now });
    const [best] = rankDates(answered);
    if (best) await storeBestDate(transaction, { voteId, ...best.date });
    // A changed answer is not announced again.
    if (known === null) {
      const { collectionId } = await requireVote(transaction, { voteId, userId });
      await notifyOthers(transaction, { collectionId, userId, act: 'answer', detail: vote.title });
    }
    return { voterId, vote: await readVote(transaction, { voteId, userId, now }) };
  });

type VoteKey = { person: Pick<Person, 'userId'>; voteId: string };

/** Ends a vote. The function is idempotent. @param given.now milliseconds @throws votes.not_found, votes.not_allowed */
export const closeVote = (database: Database, { now, ...key }: VoteKey & { now: number }): Promise<Vote> =>
  manageVote(database, key, async (transaction) => {
    await endVote(transaction, key.voteId);
    const vote = await readVote(transaction, { ...key, userId: key.person.userId, now });
    await announce(transaction, { ...key, userId: key.person.userId, kind: 'vote_result' });
    return { ...vote, isOpen: false };
  });

/**
 * Notifies the people of the collection of the result of a vote, or of the place of the day. Each is announced once.
 * @param given.userId the member who ended the vote; null if it ended by itself
 */
export async function announce(
  transaction: Connection,
  { voteId, userId, kind }: { voteId: string; userId: string | null; kind: 'vote_result' | 'vote_day' },
): Promise<void> {
  if (!(await markAnnounced(transaction, { voteId, kind }))) return;
  const stored = await findVote(transaction, { voteId, userId });
  if (!stored) return;
  const [vote] = await withAnswers(transaction, { stored: [stored], now: Date.now() });
  const best = vote && bestPlace(vote);
  await notify(transaction, {
    kind,
    subjectId: voteId,
    recipients: await selectOtherPeople(transaction, { collectionId: stored.collectionId, userId }),
    detail: best?.name ?? null,
  });
}

/** Announces the results of votes that have ended by themselves, and the places of today. @param now milliseconds */
export async function announceVotes(database: Database, now: number): Promise<void> {
  const due = [
    ...(await selectEndedVotes(database, new Date(now))).map((voteId) => ({
      voteId,
      kind: 'vote_result' as const,
    })),
    ...(isMorningInKorea(now)
      ? await selectVotesOfDay(database, { day: koreanDay(now), now: new Date(now) })
      : []
    ).map((voteId) => ({
      voteId,
      kind: 'vote_day' as const,
    })),
  ];
  for (const vote of due)
    await database.transaction().execute((transaction) => announce(transaction, { ...vote, userId: null }));
}

/**
 * Decides on a place and a date, which ends the vote.
 * @param given.dateId undefined to keep the date
 * @param given.now milliseconds
 * @throws votes.not_found, votes.not_allowed, votes.place_not_found, votes.date_not_found
 */
export const decideVote = (
  database: Database,
  {
    now,
    restaurantId,
    dateId,
    ...key
  }: VoteKey & { restaurantId: string; dateId?: string | undefined; now: number },
): Promise<Vote> =>
  manageVote(database, key, async (transaction) => {
    const read = () => readVote(transaction, { ...key, userId: key.person.userId, now });
    const before = await read();
    if (!before.places.some(({ id }) => id === restaurantId))
      throw problem(votesProblems, 'votes.place_not_found');
    const date = dateId === undefined ? before : before.dates.find(({ id }) => id === dateId);
    if (!date) throw problem(votesProblems, 'votes.date_not_found');
    await storeDecision(transaction, { voteId: key.voteId, restaurantId, date });
    const vote = await read();
    await announce(transaction, { ...key, userId: key.person.userId, kind: 'vote_result' });
    return { ...vote, isOpen: false };
  });

/** @throws votes.not_found, votes.not_allowed */
export const deleteVote = (database: Database, key: VoteKey): Promise<void> =>
  manageVote(database, key, (transaction) => deleteVoteRow(transaction, key.voteId));

const manageVote = <Answer>(
  database: Database,
  { person: { userId }, voteId }: VoteKey,
  change: (transaction: Connection) => Promise<Answer>,
): Promise<Answer> =>
  database.transaction().execute(async (transaction) => {
    await lockVote(transaction, voteId);
    const vote = await requireVote(transaction, { voteId, userId });
    if (!vote.canManage) throw problem(votesProblems, 'votes.not_allowed');
    return change(transaction);
  });
