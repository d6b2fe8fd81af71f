import { v7 as uuidv7 } from 'uuid';
import type { Connection, Database } from '#server/database/database.ts';
import type { Dependencies } from '#server/http/feature.ts';
import type { Locale } from '#server/http/locale.ts';
import { problem } from '#server/http/problem.ts';
import { mailLinkProblems } from '../mail-links.contract.ts';
import { passwordResetMail, verificationMail } from './account-mails.ts';
import { hashPassword } from './account.passwords.ts';
import { insertPassword } from './account.sql.ts';
import { issueToken, redeemToken } from './account-tokens.ts';
import { deleteApiTokensOfUser } from './api-tokens.sql.ts';
import { forgetSecondSteps } from './second-factor/second-factor.sql.ts';
import { deleteTokensOfUser } from './account-tokens.sql.ts';
import { deleteSessionsOfUser, setEmailVerified, setPassword, userByEmail } from './mail-links.sql.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'account.password_reset_mail': { email: string; locale: Locale };
  }
}

/**
 * Mails links for a new password. Whether an address has an account is looked up by a job: the request that asks
 * does the same work for every address, and takes the same time.
 */
export function mailPasswordResets({ database, settings, jobs, mailer }: Dependencies) {
  jobs.handle('account.password_reset_mail', ({ email, locale }) =>
    jobs.database.transaction().execute(async (transaction) => {
      const user = await userByEmail(transaction, { email });
      if (!user) return;
      const token = await issueToken(transaction, { ...user, purpose: 'password_reset', now: Date.now() });
      await mailer.send(transaction, passwordResetMail(settings, { address: user.email, locale, token }));
    }),
  );
  return {
    ask: (given: { email: string; locale: Locale }) =>
      jobs.add(database, 'account.password_reset_mail', given),
  };
}

/**
 * Sets the password of the account that a link was mailed to. The link is used up, every other one of the account
 * too, every session ends, API tokens are revoked and no browser is trusted any more: whoever has lost the account
 * gets it back for themselves alone. Who got the mail has also proved the address.
 * @throws account.link_invalid
 */
export async function resetPasswordByLink({
  database,
  token,
  newPassword,
}: {
  database: Database;
  token: string;
  newPassword: string;
}): Promise<{ userId: string }> {
  const password = await hashPassword(newPassword);
  return database.transaction().execute(async (transaction) => {
    const userId = await ownerOfLink(transaction, { token, purpose: 'password_reset' });
    if (!(await setPassword(transaction, { userId, password }))) {
      await insertPassword(transaction, { accountId: uuidv7(), userId, password, createdAt: new Date() });
    }
    await deleteTokensOfUser(transaction, { userId, purpose: 'password_reset' });
    await deleteSessionsOfUser(transaction, { userId });
    await deleteApiTokensOfUser(transaction, { userId });
    await forgetSecondSteps(transaction, { userId });
    return { userId };
  });
}

/** Mails the link that proves the address; links mailed before go on to work. */
export async function mailVerification(
  { database, settings, mailer }: Pick<Dependencies, 'database' | 'settings' | 'mailer'>,
  { userId, email, locale }: { userId: string; email: string; locale: Locale },
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const token = await issueToken(transaction, {
      userId,
      email,
      purpose: 'email_verification',
      now: Date.now(),
    });
    await mailer.send(transaction, verificationMail(settings, { address: email, locale, token }));
  });
}

/** @throws account.link_invalid */
export const verifyEmailByLink = ({ database, token }: { database: Database; token: string }) =>
  database.transaction().execute(async (transaction) => ({
    userId: await ownerOfLink(transaction, { token, purpose: 'email_verification' }),
  }));

/** Uses the link up, and marks its address as proved. */
async function ownerOfLink(
  transaction: Connection,
  { token, purpose }: { token: string; purpose: 'password_reset' | 'email_verification' },
): Promise<string> {
  const owner = await redeemToken(transaction, { token, purpose, now: Date.now() });
  const isTheirs = owner && (await setEmailVerified(transaction, owner));
  if (!isTheirs) throw problem(mailLinkProblems, 'account.link_invalid');
  return owner.userId;
}
