import { isExpired, effectiveTier } from '#features/membership/membership.rules.ts';
import type { Settings } from '#server/config.ts';
import type { Connection } from '#server/database/database.ts';
import type { Person } from '#server/http/require-user.ts';
import type { Me } from '../account.contract.ts';
import { displayNameOf, isAdminAccount } from '../account.rules.ts';
import { type PersonRow, personBySessionToken } from './account.sql.ts';

type AdminSettings = Pick<Settings, 'ADMIN_UID' | 'ADMIN_EMAIL'>;

export type FoundPerson = {
  person: Person;
  sessionExpiresAt: number;
  /** Whether the stored membership must be updated, because it has ended, or because the admin has no membership. */
  isMembershipOutdated: boolean;
};

export async function findPerson(
  connection: Connection,
  { token, now, settings }: { token: string; now: number; settings: AdminSettings },
): Promise<FoundPerson | null> {
  const row = await personBySessionToken(connection, { token });
  if (!row || row.sessionExpiresAt.getTime() <= now) return null;
  const { person, isMembershipOutdated } = personOf({ row, now, settings });
  return {
    person: { ...person, sessionId: row.sessionId, tokenScope: null, tokenName: null },
    sessionExpiresAt: row.sessionExpiresAt.getTime(),
    isMembershipOutdated,
  };
}

export function personOf({ row, now, settings }: { row: PersonRow; now: number; settings: AdminSettings }): {
  person: Omit<Person, 'sessionId' | 'tokenScope' | 'tokenName'>;
  isMembershipOutdated: boolean;
} {
  const { userId, email, emailVerified } = row;
  const isAdmin = isAdminAccount({
    account: { userId, email, emailVerified },
    adminUid: settings.ADMIN_UID,
    adminEmail: settings.ADMIN_EMAIL,
  });
  const membership =
    row.accountTier === null
      ? null
      : { accountTier: row.accountTier, paidTierExpiresAt: row.paidTierExpiresAt?.getTime() ?? null };

  return {
    person: {
      userId,
      email,
      emailVerified,
      displayName: displayNameOf({ nickname: row.nickname, email }),
      providerId: row.providerId,
      tier: isAdmin ? 'paid' : effectiveTier(membership, now),
      paidTierExpiresAt: membership?.paidTierExpiresAt ?? null,
      endedByRefund: row.endedByRefund ?? false,
      isAdmin,
      createdAt: row.createdAt.getTime(),
      listVersion: row.listVersion ?? 0,
      hasHadExample: row.exampleAddedAt !== null,
    },
    isMembershipOutdated: isAdmin
      ? effectiveTier(membership, now) === 'free'
      : membership !== null && isExpired(membership, now),
  };
}

export function meOf(person: Person): Me {
  return {
    uid: person.userId,
    email: person.email,
    emailVerified: person.emailVerified,
    displayName: person.displayName,
    providerId: person.providerId,
    accountTier: person.tier,
    paidTierExpiresAt: person.paidTierExpiresAt,
    endedByRefund: person.endedByRefund,
    isAdmin: person.isAdmin,
    createdAt: person.createdAt,
  };
}
