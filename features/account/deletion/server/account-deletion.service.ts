import type { FastifyBaseLogger } from 'fastify';
import type { Connection } from '#server/database/database.ts';
import type { Dependencies } from '#server/http/feature.ts';
import type { Locale } from '#server/http/locale.ts';
import { problem } from '#server/http/problem.ts';
import { DELETION_GRACE_MS } from '../../account.rules.ts';
import { type DeletionRequest, accountDeletionProblems } from '../account-deletion.contract.ts';
import { deleteUsers, passwordOfUser } from '../../server/account.sql.ts';
import { deleteSecondSteps } from '../../second-factor/server/second-factor.sql.ts';
import { deletedMail, deletionRequestedMail } from './account-deletion-mails.ts';
import {
  deleteDeletionRequest,
  deletionRequestOf,
  insertDeletionRequest,
  lockAccount,
  makeDeletionDue,
  selectDueAccounts,
  selectDueDeletion,
} from './account-deletion.sql.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'account.process_user_deletion': Record<string, never>;
  }
}

type AccountToDelete = { userId: string; email: string; locale: Locale };

export function createAccountDeletions({
  database,
  settings,
  jobs,
  mailer,
  personalData,
  log,
}: Dependencies & { log: FastifyBaseLogger }) {
  /**
   * This job is `processUserDeletion` of the specification. Each account is deleted in its own transaction. If the
   * deletion of an account fails, the other accounts are deleted, and the job fails and is repeated.
   */
  jobs.handle('account.process_user_deletion', async () => {
    const failures: unknown[] = [];
    for (const userId of await selectDueAccounts(jobs.database, { now: new Date() })) {
      await jobs.database
        .transaction()
        .execute((transaction) => deleteDueAccount(transaction, { userId }))
        .catch((error) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Accounts that are due were not deleted.');
  });
  jobs.schedule('account.process_user_deletion', '*/10 * * * *');

  async function deleteDueAccount(transaction: Connection, due: { userId: string }): Promise<void> {
    await lockAccount(transaction, due);
    const account = await selectDueDeletion(transaction, { ...due, now: new Date() });
    if (account) await deleteAccount(transaction, account);
  }

  /** Deletes an account. Does nothing if a concurrent transaction has already deleted the account. */
  async function deleteAccount(
    transaction: Connection,
    { userId, email, locale }: AccountToDelete,
  ): Promise<void> {
    if (!(await lockAccount(transaction, { userId }))) return;
    await personalData.erase(transaction, { userId });
    await deleteSecondSteps(transaction, { userId });
    await deleteUsers(transaction, [userId]);
    await mailer.send(transaction, deletedMail({ address: email, locale }));
    log.info({ event: 'account.deleted', userId });
  }

  return {
    async status({ userId }: { userId: string }) {
      const [found, stored] = await Promise.all([
        deletionRequestOf(database, { userId }),
        passwordOfUser(database, { userId }),
      ]);
      const request: DeletionRequest | null = found
        ? { requestedAt: found.requestedAt.getTime(), dueAt: found.dueAt.getTime() }
        : null;
      const reauthenticatedBy = stored?.password ? ('password' as const) : ('fresh_sign_in' as const);
      return { request, reauthenticatedBy };
    },

    /** Schedules the deletion (`requestUserDeletion`). @throws account.deletion_already_scheduled */
    async request({ userId, email, locale, reason }: AccountToDelete & { reason: string }): Promise<void> {
      const requestedAt = new Date();
      const dueAt = new Date(requestedAt.getTime() + DELETION_GRACE_MS);
      await database.transaction().execute(async (transaction) => {
        const isNew = await insertDeletionRequest(transaction, {
          userId,
          reason,
          locale,
          requestedAt,
          dueAt,
        });
        if (!isNew) throw problem(accountDeletionProblems, 'account.deletion_already_scheduled');
        await mailer.send(transaction, deletionRequestedMail(settings, { address: email, locale, dueAt }));
        // The job runs one second after the due time, because the clocks of this process and of the database can
        // differ.
        const runAt = new Date(dueAt.getTime() + 1000);
        await jobs.add(transaction, 'account.process_user_deletion', {}, { runAt });
      });
      log.info({ event: 'account.deletion_requested', userId });
    },

    async cancelDeletion({ userId }: { userId: string }): Promise<void> {
      const { numDeletedRows } = await deleteDeletionRequest(database, { userId });
      if (numDeletedRows > 0n) log.info({ event: 'account.deletion_cancelled', userId });
    },

    /**
     * Deletes an account immediately (`deleteMyAccount` of the specification). After the first commit, requests of the
     * account are refused. If the process is killed before the second commit, the job deletes the account.
     */
    async deleteNow(account: AccountToDelete): Promise<void> {
      await database.transaction().execute(async (transaction) => {
        await makeDeletionDue(transaction, account);
        const runAt = new Date(Date.now() + 60_000);
        await jobs.add(transaction, 'account.process_user_deletion', {}, { runAt });
      });
      await database.transaction().execute((transaction) => deleteAccount(transaction, account));
    },
  };
}
