import type { FastifyBaseLogger } from 'fastify';
import type { Connection, Database } from '#server/database/database.ts';
import type { Dependencies } from '#server/http/feature.ts';
import type { Locale } from '#server/http/locale.ts';
import { problem } from '#server/http/problem.ts';
import { SECOND_FACTOR_REMOVAL_DELAY_MS } from '../../account.rules.ts';
import { mailLinkProblems } from '../../mail-links/mail-links.contract.ts';
import type { ProviderId } from '../../providers/providers.contract.ts';
import type { Review, SecurityNotices } from '../recovery.contract.ts';
import { passwordOfUser, lockUser } from '../../server/account.sql.ts';
import { issueToken } from '../../mail-links/server/account-tokens.ts';
import { deleteTokensOfUser } from '../../mail-links/server/account-tokens.sql.ts';
import { ownerOfLink } from '../../mail-links/server/mail-links.service.ts';
import { deletePasskey } from '../../passkeys/server/passkeys.sql.ts';
import { deleteIdentity, identitiesOfUser, setProviderOfUser } from '../../providers/server/providers.sql.ts';
import { deleteSecondSteps } from '../../second-factor/server/second-factor.sql.ts';
import { rejectRemovingLastSignInMethod } from '../../sign-in/server/sign-in-methods.ts';
import { removalDoneMail, removalLinkMail, removalStartedMail } from './recovery-mails.ts';
import {
  deleteRemoval,
  deleteSecondFactor,
  endReview,
  insertRemoval,
  isReviewDue,
  nextDueRemoval,
  removalOf,
  secondFactorOf,
  takeDueRemoval,
} from './recovery.sql.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'account.remove_second_factors': Record<string, never>;
  }
}

export async function noticesOf({
  database,
  userId,
}: {
  database: Connection;
  userId: string;
}): Promise<SecurityNotices> {
  const [isDue, removal] = await Promise.all([
    isReviewDue(database, { userId }),
    removalOf(database, { userId }),
  ]);
  return {
    isReviewDue: isDue,
    secondFactorRemoval: removal ? { dueAt: removal.dueAt.getTime() } : null,
  };
}

/** Whether a review is due. Waits for a concurrent password reset, which may not have seen a new second step. */
export const isReviewDueAfterReset = ({
  database,
  userId,
}: {
  database: Database;
  userId: string;
}): Promise<boolean> =>
  database.transaction().execute(async (transaction) => {
    await lockUser(transaction, { userId });
    return isReviewDue(transaction, { userId });
  });

/**
 * Removes the chosen sign-in methods and enables the other methods again.
 * @throws account.last_sign_in_method
 */
export async function completeReview({
  database,
  userId,
  review: { passkeys, providers, secondFactor },
  offered,
}: {
  database: Database;
  userId: string;
  review: Review;
  offered: readonly ProviderId[];
}): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockUser(transaction, { userId });
    for (const passkeyId of passkeys) await deletePasskey(transaction, { userId, passkeyId });
    for (const provider of providers) await deleteIdentity(transaction, { userId, provider });
    if (secondFactor) await endSecondFactor(transaction, { userId });
    await rejectRemovingLastSignInMethod(transaction, { userId, offered });
    const password = await passwordOfUser(transaction, { userId });
    const [other] = await identitiesOfUser(transaction, { userId });
    const to = password?.password ? 'password' : (other?.provider ?? null);
    for (const from of providers) await setProviderOfUser(transaction, { userId, from, to });
    await endReview(transaction, { userId });
  });
}

async function endSecondFactor(transaction: Connection, { userId }: { userId: string }): Promise<void> {
  await deleteSecondFactor(transaction, { userId });
  await deleteSecondSteps(transaction, { userId });
  await forgetRemovalLinks(transaction, { userId });
}

async function forgetRemovalLinks(transaction: Connection, { userId }: { userId: string }): Promise<void> {
  for (const purpose of ['second_factor_removal', 'second_factor_removal_cancel'] as const)
    await deleteTokensOfUser(transaction, { userId, purpose });
}

/**
 * Handles removals of a second factor. A mailed link starts the removal. For 24 hours the removal can be cancelled by
 * mail and on every signed-in device.
 */
export function createSecondFactorRemovals({
  database,
  settings,
  jobs,
  mailer,
  log,
}: Dependencies & { log: FastifyBaseLogger }) {
  jobs.handle('account.remove_second_factors', async () => {
    for (;;) {
      const due = await nextDueRemoval(jobs.database, { now: new Date() });
      if (!due) return;
      await jobs.database.transaction().execute((transaction) => finish(transaction, due));
    }
  });
  jobs.schedule('account.remove_second_factors', '*/10 * * * *');

  async function finish(transaction: Connection, { userId }: { userId: string }): Promise<void> {
    await lockUser(transaction, { userId });
    const taken = await takeDueRemoval(transaction, { userId, now: new Date() });
    if (!taken) return;
    await endSecondFactor(transaction, { userId });
    await mailer.send(transaction, removalDoneMail(settings, { address: taken.email, locale: taken.locale }));
    log.info({ event: 'account.second_factor_removed_by_mail', userId });
  }

  return {
    request: ({ userId, email, locale }: { userId: string; email: string; locale: Locale }): Promise<void> =>
      database.transaction().execute(async (transaction) => {
        const now = Date.now();
        const token = await issueToken(transaction, { userId, email, purpose: 'second_factor_removal', now });
        await mailer.send(transaction, removalLinkMail(settings, { address: email, locale, token }));
        log.info({ event: 'account.second_factor_removal_asked', userId });
      }),

    /**
     * Starts a removal. If a removal is already pending, the end of its 24 hours does not change.
     * @returns the end of the 24 hours
     * @throws account.link_invalid, also if the second factor is off
     */
    start: ({ token, locale }: { token: string; locale: Locale }): Promise<Date> =>
      database.transaction().execute(async (transaction) => {
        const { userId } = await ownerOfLink(transaction, { token, purpose: 'second_factor_removal' });
        const factor = await secondFactorOf(transaction, { userId });
        if (!factor) throw problem(mailLinkProblems, 'account.link_invalid');
        const pending = await removalOf(transaction, { userId });
        if (pending) return pending.dueAt;
        const requestedAt = new Date();
        const dueAt = new Date(requestedAt.getTime() + SECOND_FACTOR_REMOVAL_DELAY_MS);
        const { secondFactorId, email } = factor;
        await insertRemoval(transaction, { userId, secondFactorId, locale, requestedAt, dueAt });
        const cancelToken = await issueToken(transaction, {
          userId,
          email,
          purpose: 'second_factor_removal_cancel',
          now: requestedAt.getTime(),
        });
        await mailer.send(
          transaction,
          removalStartedMail(settings, { address: email, locale, dueAt, token: cancelToken }),
        );
        // The job runs one second after the due time, because the clocks of this process and of the database can
        // differ.
        const runAt = new Date(dueAt.getTime() + 1000);
        await jobs.add(transaction, 'account.remove_second_factors', {}, { runAt });
        log.info({ event: 'account.second_factor_removal_started', userId });
        return dueAt;
      }),

    /** @throws account.link_invalid, also if the removal was cancelled or done */
    cancelByMail: ({ token }: { token: string }): Promise<void> =>
      database.transaction().execute(async (transaction) => {
        const { userId } = await ownerOfLink(transaction, { token, purpose: 'second_factor_removal_cancel' });
        if (!(await cancel(transaction, { userId }))) throw problem(mailLinkProblems, 'account.link_invalid');
      }),

    cancel: ({ userId }: { userId: string }): Promise<boolean> =>
      database.transaction().execute(async (transaction) => {
        await lockUser(transaction, { userId });
        return cancel(transaction, { userId });
      }),
  };

  /** Cancels a removal. Also deletes the mailed links, because they could start another removal. */
  async function cancel(transaction: Connection, { userId }: { userId: string }): Promise<boolean> {
    await forgetRemovalLinks(transaction, { userId });
    const wasPending = await deleteRemoval(transaction, { userId });
    if (wasPending) log.info({ event: 'account.second_factor_removal_cancelled', userId });
    return wasPending;
  }
}
