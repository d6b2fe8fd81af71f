import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import {
  type Follow,
  followingProblems,
  MailKind,
  type MailSubscription,
} from '#features/following/following.contract.ts';
import { CONSENT_TEXT_VERSION } from '#features/following/following.rules.ts';
import { canSeeProvided } from '#features/membership/membership.rules.ts';
import type { Connection, Database } from '#server/database/database.ts';
import type { Dependencies } from '#server/http/feature.ts';
import type { Locale } from '#server/http/locale.ts';
import { problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import { consentMail, unsubscribeUrlOf } from './following-mails.ts';
import {
  insertConsent,
  insertFollow,
  lockMember,
  selectFollows,
  selectSubscription,
  selectSubscriptionByToken,
  selectSubscriptions,
  selectTokens,
  sourceExists,
  upsertSubscription,
} from './following.sql.ts';

type Needs = Pick<Dependencies, 'settings' | 'mailer'>;

const isVisibleTo = (person: Person, { PROVIDED_VISIBILITY_DAYS }: Dependencies['settings']): boolean =>
  canSeeProvided({ ...person, visibilityDays: PROVIDED_VISIBILITY_DAYS, now: Date.now() });

export const readFollows = async ({
  database,
  settings,
  person,
}: {
  database: Connection;
  settings: Dependencies['settings'];
  person: Person;
}): Promise<{ follows: Follow[] }> => ({
  follows: await selectFollows(database, {
    userId: person.userId,
    isVisible: isVisibleTo(person, settings),
  }),
});

/**
 * Makes the person follow a source.
 * @throws following.source_not_found
 */
export async function followSource({
  database,
  settings,
  person,
  sourceId,
}: {
  database: Database;
  settings: Dependencies['settings'];
  person: Person;
  sourceId: string;
}): Promise<void> {
  if (!isVisibleTo(person, settings) || !(await sourceExists(database, sourceId)))
    throw problem(followingProblems, 'following.source_not_found');
  await insertFollow(database, { userId: person.userId, sourceId });
}

export async function readSubscriptions(
  database: Connection,
  { userId }: Pick<Person, 'userId'>,
): Promise<{ subscriptions: MailSubscription[] }> {
  const stored = await selectSubscriptions(database, userId);
  return {
    subscriptions: MailKind.options.map(
      (kind) => stored.find((one) => one.kind === kind) ?? { kind, isActive: false, changedAt: null },
    ),
  };
}

/**
 * Starts or ends a subscription.
 * @throws following.email_not_verified, following.text_outdated
 */
export function changeSubscription({
  database,
  userId,
  wanted,
  ...needs
}: Needs & {
  database: Database;
  userId: string;
  wanted: { kind: MailKind; isActive: boolean; textVersion: string; locale: Locale };
}): Promise<void> {
  return database.transaction().execute(async (transaction) => {
    const member = await lockMember(transaction, userId);
    if (!member) return;
    if (wanted.isActive && !member.emailVerified)
      throw problem(followingProblems, 'following.email_not_verified');
    if (wanted.isActive && wanted.textVersion !== CONSENT_TEXT_VERSION)
      throw problem(followingProblems, 'following.text_outdated');
    await setSubscription(transaction, {
      ...needs,
      ...wanted,
      userId,
      address: member.email,
      means: 'screen',
    });
  });
}

/**
 * Ends the subscription that the token belongs to.
 * @throws following.link_unknown
 */
export function endSubscription({
  database,
  token,
  means,
  ...needs
}: Needs & { database: Database; token: string; means: 'link' | 'mail_program' }): Promise<{
  kind: MailKind;
  endedAt: number;
}> {
  return database.transaction().execute(async (transaction) => {
    const subscription = await selectSubscriptionByToken(transaction, token);
    const member = subscription && (await lockMember(transaction, subscription.userId));
    if (!member) throw problem(followingProblems, 'following.link_unknown');
    const { userId, kind } = subscription;
    const { email: address, locale } = member;
    await setSubscription(transaction, { ...needs, userId, address, kind, locale, means, isActive: false });
    const { subscriptions } = await readSubscriptions(transaction, { userId });
    const endedAt = subscriptions.find((one) => one.kind === kind)?.changedAt ?? Date.now();
    return { kind, endedAt };
  });
}

/**
 * Changes a subscription, and confirms the change by mail. If the subscription ends, mails that have not been sent
 * are deleted from the mail outbox.
 */
async function setSubscription(
  transaction: Connection,
  {
    settings,
    mailer,
    userId,
    address,
    kind,
    isActive,
    locale,
    means,
  }: Needs & {
    userId: string;
    address: string;
    kind: MailKind;
    isActive: boolean;
    locale: Locale;
    means: 'screen' | 'link' | 'mail_program';
  },
): Promise<void> {
  const before = await selectSubscription(transaction, { userId, kind });
  if ((before?.isActive ?? false) === isActive) return;
  const now = new Date();
  const newToken = randomBytes(32).toString('base64url');
  const { token } = await upsertSubscription(transaction, { userId, kind, token: newToken, isActive, now });
  const consentId = uuidv7();
  await insertConsent(transaction, {
    id: consentId,
    userId,
    kind,
    isGiven: isActive,
    textVersion: CONSENT_TEXT_VERSION,
    locale,
    means,
    now,
  });
  if (!isActive) await mailer.withdraw(transaction, { unsubscribeUrl: unsubscribeUrlOf(settings, token) });
  await mailer.send(
    transaction,
    consentMail(settings, { address, locale, kind, isGiven: isActive, at: now, consentId }),
  );
}

export const withdrawMailsOf =
  ({ settings, mailer }: Needs) =>
  async (transaction: Connection, { userId }: { userId: string }): Promise<void> => {
    for (const { token } of await selectTokens(transaction, userId))
      await mailer.withdraw(transaction, { unsubscribeUrl: unsubscribeUrlOf(settings, token) });
  };
