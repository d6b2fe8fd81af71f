import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import { ProvidedSourceKind } from '#features/catalogue/provided.contract.ts';

export const followingProblems = defineProblems({
  /** The source does not exist, or the member no longer sees provided restaurants. */
  'following.source_not_found': 404,
  /** The member's e-mail address is not verified. Mails are sent only to a verified address. */
  'following.email_not_verified': 409,
  /** The consent text has changed since the page was loaded. */
  'following.text_outdated': 409,
  /** The token of the link is unknown. For example, the account was deleted. */
  'following.link_unknown': 404,
});

const NewEpisode = z.object({
  id: z.string(),
  /** The name of the episode; '' if the source has no parts. */
  name: z.string(),
  /** The date in the form YYYY-MM-DD; null if unknown. */
  publishedOn: z.string().nullable(),
  places: z.int(),
});
export type NewEpisode = z.infer<typeof NewEpisode>;

export const Follow = z.object({
  sourceId: z.string(),
  title: z.string(),
  kind: ProvidedSourceKind,
  /** The new episodes, latest first. The list is empty if the member does not see provided restaurants. */
  newEpisodes: z.array(NewEpisode),
});
export type Follow = z.infer<typeof Follow>;

const Follows = z.object({ follows: z.array(Follow) });
const SourceParams = z.object({ sourceId: z.string().min(1).max(36) });

export const listFollows = endpoint({
  method: 'GET',
  url: '/api/follows',
  access: 'member',
  schema: {
    summary: 'List the sources that I follow, with the episodes that are new to me.',
    response: { 200: Follows },
  },
  problems: [],
});

export const followSource = endpoint({
  method: 'PUT',
  url: '/api/follows/:sourceId',
  access: 'member',
  schema: {
    summary: 'Follow a source. Its existing episodes are not marked as new. Idempotent.',
    params: SourceParams,
    response: { 200: Follows },
  },
  problems: ['following.source_not_found'],
});

export const unfollowSource = endpoint({
  method: 'DELETE',
  url: '/api/follows/:sourceId',
  access: 'member',
  schema: {
    summary: 'Stop following a source. Idempotent.',
    params: SourceParams,
    response: { 200: Follows },
  },
  problems: [],
});

export const markEpisodesSeen = endpoint({
  method: 'PUT',
  url: '/api/follows/:sourceId/seen',
  access: 'member',
  schema: {
    summary: 'Mark the episodes of a followed source as seen. Idempotent.',
    params: SourceParams,
    body: z.object({
      /** The version of the document that the screen showed. Episodes that were added after this version stay new. */
      version: z.int().min(0),
    }),
    response: { 200: Follows },
  },
  problems: [],
});

/**
 * The kind of news mail. `episodes`: a weekly mail about new episodes of followed sources. `forgotten`: a monthly
 * mail with three saved places that the member has not visited.
 */
export const MailKind = z.enum(['episodes', 'forgotten']);
export type MailKind = z.infer<typeof MailKind>;

export const MailSubscription = z.object({
  kind: MailKind,
  isActive: z.boolean(),
  /** When the member last agreed or withdrew, in milliseconds; null if the member has done neither. */
  changedAt: z.number().nullable(),
});
export type MailSubscription = z.infer<typeof MailSubscription>;

const MailSubscriptions = z.object({ subscriptions: z.array(MailSubscription) });

export const listMailSubscriptions = endpoint({
  method: 'GET',
  url: '/api/mail-subscriptions',
  access: 'member',
  schema: {
    summary: 'List the kinds of news mail with the state of my subscription.',
    response: { 200: MailSubscriptions },
  },
  problems: [],
});

export const changeMailSubscription = endpoint({
  method: 'PUT',
  url: '/api/mail-subscriptions/:kind',
  access: 'member',
  schema: {
    summary:
      'Agree to advertising mails of a kind, or withdraw the consent. Each change is recorded and confirmed by mail. Idempotent; only from a browser.',
    params: z.object({ kind: MailKind }),
    body: z.object({
      isActive: z.boolean(),
      /** Version of the consent text that was shown. */
      textVersion: z.string().max(20),
    }),
    response: { 200: MailSubscriptions },
  },
  problems: ['following.email_not_verified', 'following.text_outdated'],
});

export const endMailSubscription = endpoint({
  method: 'POST',
  url: '/api/mail-subscriptions/end',
  access: 'anyone',
  schema: {
    summary: 'End a subscription with the token of a mail, without sign-in. Idempotent.',
    body: z.object({ token: z.string().min(1).max(200) }),
    response: { 200: z.object({ kind: MailKind, endedAt: z.number() }) },
  },
  problems: ['following.link_unknown'],
});
