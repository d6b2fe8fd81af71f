import { z } from 'zod';
import { LineOfText } from '#common/texts.ts';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import { PhotoId } from '#features/photos/photos.contract.ts';
import { PlaceId } from '#features/places/places.contract.ts';

export const VOTE_TITLE_MAXIMUM = 40;
export const VOTER_NAME_MAXIMUM = 20;
export const VOTE_PLACES_MINIMUM = 2;
export const VOTE_PLACES_MAXIMUM = 10;
export const VOTERS_MAXIMUM = 50;
export const VOTES_MAXIMUM = 20;
export const VOTE_DATES_MAXIMUM = 5;

export const votesProblems = defineProblems({
  'votes.not_found': 404,
  /** The vote accepts no answers, because a member ended it or its date is over. */
  'votes.closed': 409,
  /** Only the creator of a vote and the owner of its collection may end or delete it. */
  'votes.not_allowed': 403,
  /** The collection has the maximum number of votes. params: limit */
  'votes.too_many': 409,
  /** The vote has the maximum number of voters. params: limit */
  'votes.too_many_voters': 409,
  /**
   * The answers in the request do not match the places of the vote. The request must contain exactly one answer for
   * each place.
   */
  'votes.place_not_found': 404,
  /**
   * The dates in the request do not match the dates of the vote. If a request answers dates, it must contain exactly one
   * answer for each date.
   */
  'votes.date_not_found': 404,
});

/** The possible answers in this order: 가고 싶어요, 괜찮아요, 다음에. */
export const VOTE_ANSWERS = ['want', 'fine', 'later'] as const;
export const VoteAnswer = z.enum(VOTE_ANSWERS);
export type VoteAnswer = z.infer<typeof VoteAnswer>;

const NewVoteDate = z.object({
  /** The date, such as `2026-11-28`. The lower limit excludes days that PostgreSQL cannot store. */
  meetsOn: z.iso
    .date({ error: 'votes.date_missing', abort: true })
    .refine((day) => day >= '1900-01-01', 'votes.date_missing'),
  /** The time of day, such as `18:30`; null if the date has no time. */
  meetsAt: z.iso.time({ precision: -1 }).nullable(),
});

export const NewVote = NewVoteDate.extend({
  title: LineOfText.min(1, 'votes.title_missing').max(VOTE_TITLE_MAXIMUM),
  /** More dates to choose from. Empty if the vote has one date, which needs no answers. */
  otherDates: z
    .array(NewVoteDate)
    .max(VOTE_DATES_MAXIMUM - 1)
    .default([]),
  /** Whether everyone with the link sees the first photo that the creator has of each place. */
  showsPhotos: z.boolean().default(false),
  restaurantIds: z
    .array(PlaceId)
    .min(VOTE_PLACES_MINIMUM, 'votes.places_missing')
    .max(VOTE_PLACES_MAXIMUM, 'votes.too_many_places')
    .refine((ids) => new Set(ids).size === ids.length),
});
export type NewVote = z.infer<typeof NewVote>;

/** A place of a vote. It contains only data of the catalogue, and a photo if the creator has chosen to show photos. */
export const VotePlace = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  neighbourhood: z.string(),
  categoryId: z.string().nullable(),
  /** Whether the place may have closed. */
  hasClosed: z.boolean().default(false),
  /** The creator's first photo. A request for it must contain the id of the vote (`share`). */
  photoId: PhotoId.nullable().default(null),
});
export type VotePlace = z.infer<typeof VotePlace>;

/** A date of a vote that offers several dates. */
export const VoteDate = z.object({ id: z.uuid(), meetsOn: z.iso.date(), meetsAt: z.string().nullable() });
export type VoteDate = z.infer<typeof VoteDate>;

const DateAnswer = z.object({ dateId: z.uuid(), canCome: z.boolean() });

export const Voter = z.object({
  id: z.uuid(),
  name: z.string(),
  answers: z.array(z.object({ restaurantId: z.string(), answer: VoteAnswer })),
  /** Empty if the vote has one date, or if the voter answered with an earlier version of the app. */
  dates: z.array(DateAnswer).default([]),
});
export type Voter = z.infer<typeof Voter>;

/** The data of a vote that everyone with the link sees. Times are in milliseconds. */
export const Vote = z.object({
  id: z.string(),
  /** Every change of the vote or of an answer raises this version. */
  version: z.int(),
  title: z.string(),
  collectionName: z.string(),
  /** The date. If there are several, it is the one that was decided on, or else the one on which most voters can come. */
  meetsOn: z.iso.date(),
  meetsAt: z.string().nullable(),
  /** The dates to choose from, the earliest first. Empty if the vote has one date. */
  dates: z.array(VoteDate).default([]),
  closesAt: z.number(),
  isOpen: z.boolean(),
  /** The creator of the vote. */
  hostName: z.string().default(''),
  places: z.array(VotePlace),
  /** The place that was decided on; null before. */
  decidedId: z.string().nullable().default(null),
  /** The voters, in the order of their first answers. */
  voters: z.array(Voter),
  /** The collection of the vote, for members of the collection; null for all other people. */
  membership: z.object({ collectionId: z.string(), canManage: z.boolean() }).nullable(),
});
export type Vote = z.infer<typeof Vote>;

/** The part of a vote that is the same for all readers. */
export type PushedVote = Omit<Vote, 'membership'>;

export const VoteSummary = Vote.pick({
  id: true,
  title: true,
  meetsOn: true,
  meetsAt: true,
  dates: true,
  isOpen: true,
}).extend({
  voterCount: z.int(),
  /** The place that was decided on, or that is ranked first; null if there are no answers. */
  first: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type VoteSummary = z.infer<typeof VoteSummary>;

const CollectionParams = z.object({ collectionId: z.string().min(1).max(64) });
const VoteParams = z.object({ voteId: z.string().min(1).max(64) });

export const listVotes = endpoint({
  method: 'GET',
  url: '/api/collections/:collectionId/votes',
  access: 'member',
  schema: {
    summary: 'List the votes of a collection, newest first.',
    params: CollectionParams,
    response: { 200: z.object({ votes: z.array(VoteSummary) }) },
  },
  problems: ['collections.not_found'],
});

export const createVote = endpoint({
  method: 'POST',
  url: '/api/collections/:collectionId/votes',
  access: 'member',
  idempotent: true,
  schema: {
    summary: 'Create a vote on some places of a collection. It ends at the end of its last date in Korea.',
    params: CollectionParams,
    body: NewVote,
    response: { 201: Vote },
  },
  problems: [
    'collections.not_found',
    'collections.not_allowed',
    'collections.read_only',
    'collections.place_not_found',
    'votes.too_many',
  ],
});

export const getVote = endpoint({
  method: 'GET',
  url: '/api/votes/:voteId',
  access: 'anyone',
  schema: {
    summary: 'Get a vote with its answers, by its link.',
    params: VoteParams,
    response: { 200: Vote },
  },
  problems: ['votes.not_found', 'request.too_many'],
});

export const followVote = endpoint({
  method: 'GET',
  url: '/api/votes/:voteId/changes',
  access: 'anyone',
  schema: {
    summary:
      'Follow a vote by server-sent events. Each event without a name is the version of the vote; the first one is sent at once. After a change, an event `update` with the vote (without `membership`) comes before the new version, unless the vote is too large for an event.',
    params: VoteParams,
    produces: ['text/event-stream'],
    response: { 200: z.string() },
  },
  problems: ['votes.not_found', 'request.too_many'],
});

export const VoteAnswers = z.object({
  /** A random key. The device stores the key and uses it to change its answers later. */
  key: z.string().min(22).max(64),
  name: LineOfText.min(1, 'votes.name_missing').max(VOTER_NAME_MAXIMUM),
  answers: z.array(z.object({ restaurantId: PlaceId, answer: VoteAnswer })).max(VOTE_PLACES_MAXIMUM),
  /** An answer for each date; empty to keep the earlier answers. */
  dates: z.array(DateAnswer).max(VOTE_DATES_MAXIMUM).default([]),
});
export type VoteAnswers = z.infer<typeof VoteAnswers>;

export const answerVote = endpoint({
  method: 'PUT',
  url: '/api/votes/:voteId/answers',
  access: 'anyone',
  schema: {
    summary: 'Answer a vote, or change the answers given with the same key. Needs no account.',
    params: VoteParams,
    body: VoteAnswers,
    response: { 200: z.object({ voterId: z.uuid(), vote: Vote }) },
  },
  problems: [
    'votes.not_found',
    'votes.closed',
    'votes.too_many_voters',
    'votes.place_not_found',
    'votes.date_not_found',
    'request.too_many',
  ],
});

export const closeVote = endpoint({
  method: 'POST',
  url: '/api/votes/:voteId/close',
  access: 'member',
  schema: {
    summary: 'End a vote. Allowed for its creator and the owner of the collection. Idempotent.',
    params: VoteParams,
    response: { 200: Vote },
  },
  problems: ['votes.not_found', 'votes.not_allowed'],
});

export const decideVote = endpoint({
  method: 'PUT',
  url: '/api/votes/:voteId/decision',
  access: 'member',
  schema: {
    summary:
      'Decide on a place and a date of a vote, which ends the vote. Allowed for its creator and the owner of the collection. A later decision replaces it.',
    params: VoteParams,
    body: z.object({
      restaurantId: PlaceId,
      /** One of several dates; without it, the date on which most voters can come. */
      dateId: z.uuid().optional(),
    }),
    response: { 200: Vote },
  },
  problems: ['votes.not_found', 'votes.not_allowed', 'votes.place_not_found', 'votes.date_not_found'],
});

export const deleteVote = endpoint({
  method: 'DELETE',
  url: '/api/votes/:voteId',
  access: 'member',
  schema: {
    summary:
      'Delete a vote with its answers. Allowed for its creator and the owner of the collection. Idempotent.',
    params: VoteParams,
    response: { 200: z.object({ deleted: z.literal(true) }) },
  },
  problems: ['votes.not_allowed', 'request.too_many'],
});

export const getVoteCalendar = endpoint({
  method: 'GET',
  url: '/api/votes/:voteId/date.ics',
  access: 'anyone',
  schema: {
    summary:
      'Get the date of a vote as an iCalendar file (RFC 5545). The location is the place that was decided on, or that is ranked first.',
    params: VoteParams,
    produces: ['text/calendar'],
    response: { 200: z.string() },
  },
  problems: ['votes.not_found', 'request.too_many'],
});
