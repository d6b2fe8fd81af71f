import { v7 as uuidv7 } from 'uuid';
import type { Connection, Database } from '#server/database/database.ts';
import type { Dependencies } from '#server/http/feature.ts';
import type { Locale } from '#server/http/locale.ts';
import { problem } from '#server/http/problem.ts';
import { mailLinkProblems } from '../mail-links.contract.ts';
import { passwordResetMail, verificationMail } from '../../server/account-mails.ts';
import { hashPassword } from '../../server/account.passwords.ts';
import { insertPassword } from '../../server/account.sql.ts';
import { issueToken, redeemToken } from './account-tokens.ts';
import { deleteApiTokensOfUser } from '../../api-tokens/server/api-tokens.sql.ts';
import { deleteSecondSteps } from '../../second-factor/server/second-factor.sql.ts';
import { deleteTokensOfUser, type TokenPurpose } from './account-tokens.sql.ts';
import { setReviewDue } from '../../recovery/server/recovery.sql.ts';
import { deleteSessionsOfUser, setEmailVerified, setPassword, userByEmail } from './mail-links.sql.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'account.password_reset_mail': { email: string; locale: Locale };
  }
}

/**
 * Mails links that reset the password. A job looks up the account, so the request takes the same time for every
 * address.
 */
export function mailPasswordResets({ database, settings, jobs, mailer }: Dependencies) {
  jobs.handle(
    'account.password_reset_mail',
    ({ email, locale }) =>
      jobs.database.transaction().execute(async (transaction) => {
        const user = await userByEmail(transaction, { email });
        if (!user) return;
        const token = await issueToken(transaction, { ...user, purpose: 'password_reset', now: Date.now() });
        await mailer.send(transaction, passwordResetMail(settings, { address: user.email, locale, token }));
      }),
    { workers: 'mail' },
  );
  return {
    request: (given: { email: string; locale: Locale }) =>
      jobs.add(database, 'account.password_reset_mail', given),
  };
}

/**
 * Sets a new password. Ends all sessions, API tokens, trusted browsers and secret URLs of the account, because an
 * attacker may have had access. Passkeys and identity providers cannot sign in until the owner has reviewed them. The
 * account is locked, so that the session of a concurrent sign-in ends too, here or in `withUnchangedPassword`.
 * @throws account.link_invalid
 */
export async function resetPasswordByLink({
  database,
  personalData,
  token,
  newPassword,
}: Pick<Dependencies, 'database' | 'personalData'> & {
  token: string;
  newPassword: string;
}): Promise<{ userId: string; email: string }> {
  const password = await hashPassword(newPassword);
  return database.transaction().execute(async (transaction) => {
    const owner = await ownerOfLink(transaction, { token, purpose: 'password_reset' });
    const { userId } = owner;
    if (!(await setPassword(transaction, { userId, password }))) {
      await insertPassword(transaction, { accountId: uuidv7(), userId, password, createdAt: new Date() });
    }
    await deleteTokensOfUser(transaction, { userId, purpose: 'password_reset' });
    await deleteSessionsOfUser(transaction, { userId });
    await deleteApiTokensOfUser(transaction, { userId });
    await deleteSecondSteps(transaction, { userId });
    await personalData.revoke(transaction, { userId });
    await setReviewDue(transaction, { userId, now: new Date() });
    return owner;
  });
}

/** Mails a link that verifies the e-mail address. Earlier links stay valid. */
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
  database
    .transaction()
    .execute((transaction) => ownerOfLink(transaction, { token, purpose: 'email_verification' }));

/**
 * Locks the account of a link and returns its id. The address of the account is marked as verified, because the link
 * was mailed to this address.
 * @throws account.link_invalid
 */
export async function ownerOfLink(
  transaction: Connection,
  { token, purpose }: { token: string; purpose: TokenPurpose },
): Promise<{ userId: string; email: string }> {
  const owner = await redeemToken(transaction, { token, purpose, now: Date.now() });
  const isTheirs = owner && (await setEmailVerified(transaction, owner));
  if (!isTheirs) throw problem(mailLinkProblems, 'account.link_invalid');
  return owner;
}
