import type { FastifyBaseLogger } from 'fastify';
import { DAY_MS } from '#common/dates.ts';
import type { MailKind } from '#features/following/following.contract.ts';
import { nextMailAt, reminderDueBefore } from '#features/following/following.rules.ts';
import { forgottenPlaces } from '#features/following/forgotten-places.rules.ts';
import { canSeeProvided, effectiveTier } from '#features/membership/membership.rules.ts';
import { notify } from '#features/notifications/server/notifications.public.ts';
import type { Connection } from '#server/database/database.ts';
import type { Dependencies } from '#server/http/feature.ts';
import type { MailMessage } from '#server/mail/mail.ts';
import { episodesMail, forgottenMail, reminderMail } from './following-mails.ts';
import {
  lockFollower,
  lockSubscription,
  presentVersion,
  selectDueReminders,
  selectDueSubscriptions,
  selectEpisodesToSend,
  selectFollowersToNotify,
  selectRecentVisits,
  selectSavedPlaces,
  updateMailedVersion,
  updateNotifiedVersion,
  updateSubscription,
} from './following.sql.ts';

/**
 * The last subscription of the previous batch. If the fields are missing, the job starts with the first subscription.
 */
type Position = { userId?: string; kind?: string };

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'following.send_mails': Position;
    'following.send_reminders': Position;
    'following.notify': Position;
  }
}

/**
 * Number of subscriptions per job. The number is small, because a job counts as abandoned after a quarter of an hour.
 */
const BATCH = 500;
/** The member's usual area is determined from the visits of these last milliseconds. */
const VISITS_SINCE_MS = 365 * DAY_MS;

type Locked = NonNullable<Awaited<ReturnType<typeof lockSubscription>>>;
type Subscriber = Locked & { userId: string; now: number };

export function followingJobs({
  jobs,
  mailer,
  settings,
  log,
}: Pick<Dependencies, 'jobs' | 'mailer' | 'settings'> & { log: FastifyBaseLogger }): void {
  const { database } = jobs;

  /** Handles the subscriptions of a batch, and queues a job for the next batch. */
  const handleBatch = async (
    task: 'following.send_mails' | 'following.send_reminders',
    due: readonly { userId: string; kind: MailKind }[],
    handle: (subscription: { userId: string; kind: MailKind }) => Promise<void>,
  ) => {
    for (const subscription of due)
      await handle(subscription).catch((error: unknown) => {
        // An error with one subscription must not block the other subscriptions.
        log.error({ event: 'following.mail_failed', task, kind: subscription.kind, err: error });
      });
    const last = due.at(-1);
    if (last && due.length === BATCH) await jobs.add(database, task, last);
  };

  jobs.handle('following.send_mails', async ({ userId = '', kind = '' }) => {
    const now = Date.now();
    const due = await selectDueSubscriptions(database, { userId, kind, now: new Date(now), limit: BATCH });
    await handleBatch('following.send_mails', due, (subscription) => sendMail({ ...subscription, now }));
  });
  // The job runs at 11:00 in Korea.
  jobs.schedule('following.send_mails', '0 2 * * *');

  const sendMail = ({ userId, kind, now }: { userId: string; kind: MailKind; now: number }) =>
    database.transaction().execute(async (transaction) => {
      const locked = await lockSubscription(transaction, { userId, kind });
      if (!locked || now < locked.nextMailAt.getTime()) return;
      const subscriber = { ...locked, userId, now };
      const mail = await mailOfKind[kind](transaction, subscriber);
      if (mail) await mailer.send(transaction, mail);
      await updateSubscription(transaction, {
        userId,
        kind,
        next_mail_at: new Date(nextMailAt({ kind, wasSent: mail !== null, now })),
      });
    });

  const mailOfKind: Record<
    MailKind,
    (transaction: Connection, subscriber: Subscriber) => Promise<MailMessage | null>
  > = {
    episodes: async (transaction, { userId, now, ...subscriber }) => {
      if (!seesProvided({ subscriber, now, visibilityDays: settings.PROVIDED_VISIBILITY_DAYS })) return null;
      const version = await presentVersion(transaction);
      const episodes = await selectEpisodesToSend(transaction, { userId, sent: 'mailed_version' });
      if (episodes.length === 0) return null;
      await updateMailedVersion(transaction, { userId, version });
      return episodesMail(settings, { ...subscriber, address: subscriber.email, episodes });
    },
    forgotten: async (transaction, { userId, now, lastPlaces, ...subscriber }) => {
      const saved = await selectSavedPlaces(transaction, userId);
      const visits = await selectRecentVisits(transaction, {
        userId,
        since: new Date(now - VISITS_SINCE_MS),
      });
      const chosen = forgottenPlaces({
        saved: saved.map(({ lat, lng, ...place }) => ({ ...place, coordinates: { lat, lng } })),
        visits,
        lastIds: lastPlaces,
        now,
      });
      if (chosen === null) return null;
      const ids = chosen.map(({ id }) => id);
      await updateSubscription(transaction, { userId, kind: 'forgotten', last_places: ids });
      const places = ids.flatMap((id) => saved.find((place) => place.id === id) ?? []);
      return forgottenMail(settings, { ...subscriber, address: subscriber.email, places });
    },
  };

  jobs.handle('following.send_reminders', async ({ userId = '', kind = '' }) => {
    const now = new Date();
    const before = new Date(reminderDueBefore(now.getTime()));
    const due = await selectDueReminders(database, { userId, kind, before, limit: BATCH });
    await handleBatch('following.send_reminders', due, (subscription) =>
      database.transaction().execute(async (transaction) => {
        const locked = await lockSubscription(transaction, subscription);
        if (!locked || before < locked.confirmedAt) return;
        await updateSubscription(transaction, { ...subscription, confirmed_at: now });
        await mailer.send(
          transaction,
          reminderMail(settings, { ...locked, address: locked.email, kind: subscription.kind }),
        );
      }),
    );
  });
  // The job runs at 10:00 in Korea.
  jobs.schedule('following.send_reminders', '0 1 * * *');

  notificationJob({ jobs, settings, log });
}

/** Announces new episodes by notifications. */
function notificationJob({
  jobs,
  settings,
  log,
}: Pick<Dependencies, 'jobs' | 'settings'> & { log: FastifyBaseLogger }): void {
  const { database } = jobs;

  const notifyFollower = (userId: string, now: number) =>
    database.transaction().execute(async (transaction) => {
      const subscriber = await lockFollower(transaction, userId);
      if (!subscriber) return;
      const version = await presentVersion(transaction);
      const episodes = await selectEpisodesToSend(transaction, { userId, sent: 'notified_version' });
      await updateNotifiedVersion(transaction, { userId, version });
      if (!seesProvided({ subscriber, now, visibilityDays: settings.PROVIDED_VISIBILITY_DAYS })) return;
      for (const [sourceId, ofSource] of Map.groupBy(episodes, (episode) => episode.sourceId))
        await notify(transaction, {
          kind: 'episode',
          subjectId: sourceId,
          recipients: [userId],
          detail: ofSource.length === 1 ? (ofSource[0]?.name ?? null) : null,
          count: ofSource.length,
        });
    });

  jobs.handle('following.notify', async ({ userId: after = '' }) => {
    const due = await selectFollowersToNotify(database, { userId: after, limit: BATCH });
    for (const userId of due)
      await notifyFollower(userId, Date.now()).catch((error: unknown) => {
        log.error({ event: 'following.notification_failed', err: error });
      });
    const last = due.at(-1);
    if (last !== undefined && due.length === BATCH)
      await jobs.add(database, 'following.notify', { userId: last });
  });
  jobs.schedule('following.notify', '*/15 * * * *');
}

function seesProvided({
  subscriber: { membership, createdAt },
  now,
  visibilityDays,
}: {
  subscriber: Pick<Locked, 'membership' | 'createdAt'>;
  now: number;
  visibilityDays: number;
}): boolean {
  const paidTierExpiresAt = membership?.paidTierExpiresAt?.getTime() ?? null;
  const tier = effectiveTier(membership ? { ...membership, paidTierExpiresAt } : null, now);
  return canSeeProvided({ tier, createdAt: createdAt.getTime(), visibilityDays, now });
}
