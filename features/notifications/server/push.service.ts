import type { FastifyBaseLogger } from 'fastify';
import type { NotificationKind } from '#features/notifications/notifications.contract.ts';
import { pushProblems } from '#features/notifications/push.contract.ts';
import { isAllowedHost, isOldEnoughForPush } from '#features/notifications/push.rules.ts';
import type { Settings } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { problem } from '#server/http/problem.ts';
import { type Person, sessionOf } from '#server/http/require-user.ts';
import type { PushSubscription } from './push-message.ts';
import { upsertSubscription } from './push.sql.ts';

/**
 * Subscribes the device of the session.
 * @throws notifications.push_too_early, notifications.push_service_unknown
 */
export async function subscribeDevice({
  database,
  settings,
  person,
  wanted,
  log,
}: {
  database: Database;
  settings: Pick<Settings, 'PUSH_HOSTS'>;
  person: Person;
  wanted: PushSubscription & { kinds: readonly NotificationKind[] };
  log: FastifyBaseLogger;
}): Promise<void> {
  const { userId, createdAt } = person;
  if (!isOldEnoughForPush({ createdAt, now: Date.now() }))
    throw problem(pushProblems, 'notifications.push_too_early');
  const { host } = new URL(wanted.endpoint);
  if (!isAllowedHost(host, settings.PUSH_HOSTS)) {
    log.warn({ event: 'push.host_refused', host });
    throw problem(pushProblems, 'notifications.push_service_unknown');
  }
  const subscription = { ...wanted, sessionId: sessionOf(person), userId };
  await database.transaction().execute((transaction) => upsertSubscription(transaction, subscription));
}
