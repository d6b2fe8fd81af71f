import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import { NotificationKind } from './notifications.contract.ts';

export const pushProblems = defineProblems({
  /** The server does not send to the push service of this browser. */
  'notifications.push_service_unknown': 409,
  /** Push messages can be turned on from the second day of an account. */
  'notifications.push_too_early': 409,
});

const PushSettings = z.object({
  /** The public key of this installation (VAPID) in base64url, for `PushManager.subscribe`. */
  publicKey: z.string(),
  /** Whether the account is old enough. */
  isPossible: z.boolean(),
  /** The kinds that this device gets. */
  kinds: z.array(NotificationKind),
});

export const getPushSettings = endpoint({
  method: 'GET',
  url: '/api/push-subscription',
  access: 'member',
  schema: {
    summary: 'Get the push messages of this session; only from a browser.',
    response: { 200: PushSettings },
  },
  problems: [],
});

/** Keys in base64url: an uncompressed point of P-256, and 16 random bytes. */
const P256DH = z.string().regex(/^B[\w-]{86}$/);
const Auth = z.string().regex(/^[\w-]{22}$/);

export const putPushSubscription = endpoint({
  method: 'PUT',
  url: '/api/push-subscription',
  access: 'member',
  schema: {
    summary:
      'Send notifications of these kinds to this device. Replaces the subscription of this session. Idempotent; only from a browser.',
    body: z.object({
      endpoint: z.url({ protocol: /^https$/ }).max(1000),
      p256dh: P256DH,
      auth: Auth,
      kinds: z.array(NotificationKind).min(1).max(NotificationKind.options.length),
    }),
    response: { 200: PushSettings },
  },
  problems: ['notifications.push_service_unknown', 'notifications.push_too_early'],
});

export const deletePushSubscription = endpoint({
  method: 'DELETE',
  url: '/api/push-subscription',
  access: 'member',
  schema: {
    summary: 'Send no notifications to this device. Idempotent; only from a browser.',
    response: { 200: PushSettings },
  },
  problems: [],
});
