import { yearsLater } from '#common/dates.ts';
import type { Connection } from '#server/database/database.ts';
import { ADMIN_MEMBERSHIP_YEARS } from '../membership.rules.ts';
import { setExpiredMembershipFree, setMembershipEnd } from './membership.sql.ts';

/** Makes the admin a paid member for about 100 years. The caller has verified that the person is the admin. */
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

/** Sets a lapsed paid membership to free. The tier (`effectiveTier`) does not depend on this write. */
export async function expireMembership(
  connection: Connection,
  { userId, now }: { userId: string; now: number },
): Promise<void> {
  await setExpiredMembershipFree(connection, { userId, now: new Date(now) });
}

/** Makes a person a paid member until a timestamp. */
export async function grantMembership(
  connection: Connection,
  { userId, until, now }: { userId: string; until: number; now: number },
): Promise<void> {
  await setMembershipEnd(connection, { userId, end: new Date(until), now: new Date(now) });
}
