import type { Connection } from '#server/database/database.ts';
import { ADMIN_MEMBERSHIP_YEARS, yearsLater } from '../membership.rules.ts';
import { setLapsedMembershipFree, upsertPaidMembership } from './membership.sql.ts';

/** Makes the admin a paid member for about 100 years from now. The caller has made sure that it is the admin. */
export async function grantAdminMembership(
  connection: Connection,
  { userId, now }: { userId: string; now: number },
): Promise<void> {
  const expiresAt = new Date(yearsLater({ from: now, years: ADMIN_MEMBERSHIP_YEARS }));
  await upsertPaidMembership(connection, { userId, expiresAt });
}

/** Rewrites a lapsed paid membership to free. Reading the tier (`tierInForce`) does not wait for this. */
export async function endLapsedMembership(
  connection: Connection,
  { userId, now }: { userId: string; now: number },
): Promise<void> {
  await setLapsedMembershipFree(connection, { userId, now: new Date(now) });
}

/** Makes a person a paid member until a moment. */
export async function grantMembership(
  connection: Connection,
  { userId, until }: { userId: string; until: number },
): Promise<void> {
  await upsertPaidMembership(connection, { userId, expiresAt: new Date(until) });
}
