import { yearsLater } from '#common/dates.ts';
import type { Connection } from '#server/database/database.ts';
import { ADMIN_MEMBERSHIP_YEARS } from '../membership.rules.ts';
import { setExpiredMembershipFree, setMembershipEnd } from './membership.sql.ts';

/** Grants the admin's membership. The caller has verified that the person is the admin. */
export async function grantAdminMembership(
  connection: Connection,
  { userId, now }: { userId: string; now: number },
): Promise<void> {
  await grantMembership(connection, {
    userId,
    until: yearsLater({ from: now, years: ADMIN_MEMBERSHIP_YEARS }),
    now,
  });
}

/** Stores that a membership has ended. `effectiveTier` does not depend on this write. */
export async function expireMembership(
  connection: Connection,
  { userId, now }: { userId: string; now: number },
): Promise<void> {
  await setExpiredMembershipFree(connection, { userId, now: new Date(now) });
}

export async function grantMembership(
  connection: Connection,
  { userId, until, now }: { userId: string; until: number; now: number },
): Promise<void> {
  await setMembershipEnd(connection, { userId, end: new Date(until), now: new Date(now) });
}
