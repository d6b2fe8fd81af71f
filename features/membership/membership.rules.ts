/** What a membership row says; a person without a row is a free member. Times in milliseconds. */
export type Membership = {
  accountTier: string;
  paidTierExpiresAt: number | null;
};

export type Tier = 'free' | 'paid';

/** Personal restaurants a free member may have, those from a shared list not counted. */
export const FREE_RESTAURANT_LIMIT = 10;

/** What a paid membership costs in won, VAT included, and the calendar years it is for (specification, section 9). */
export const MEMBERSHIP_PRICE = { amount: 9900, currency: 'KRW', years: 1 } as const;

/** How long the admin's membership is made to last at every sign-in (specification, section 9). */
export const ADMIN_MEMBERSHIP_YEARS = 100;

/** The tier in force now: anything but an unexpired `paid` reads as free. */
export function tierInForce(membership: Membership | null, now: number): Tier {
  if (membership?.accountTier !== 'paid') return 'free';
  return isLapsed(membership, now) ? 'free' : 'paid';
}

/** A paid membership whose time is over: it reads as free, and what is stored is to be rewritten. */
export function isLapsed(membership: Membership, now: number): boolean {
  const { accountTier, paidTierExpiresAt } = membership;
  return accountTier === 'paid' && paidTierExpiresAt !== null && paidTierExpiresAt <= now;
}

/** Personal restaurants that this tier allows. */
export const restaurantLimit = (tier: Tier): number => (tier === 'paid' ? Infinity : FREE_RESTAURANT_LIMIT);

/** The end of a membership that begins to count at `from` and lasts so many calendar years (in UTC). */
export function yearsLater({ from, years }: { from: number; years: number }): number {
  const end = new Date(from);
  return end.setUTCFullYear(end.getUTCFullYear() + years);
}

/** A person as far as paying goes: the tier in force, and its end in milliseconds. */
type Payer = { isAdmin: boolean; tier: Tier; paidTierExpiresAt: number | null };

/** Whoever has no end to their membership has nothing to pay for. */
export const needsNoPayment = ({ isAdmin, tier, paidTierExpiresAt }: Payer): boolean =>
  isAdmin || (tier === 'paid' && paidTierExpiresAt === null);

/** The year that a payment made now would add; null: there is nothing to pay for. */
export function nextPeriod({
  payer,
  now,
}: {
  payer: Payer;
  now: number;
}): { from: number; to: number } | null {
  if (needsNoPayment(payer)) return null;
  const { tier, paidTierExpiresAt } = payer;
  const from = tier === 'paid' ? Math.max(now, paidTierExpiresAt ?? now) : now;
  return { from, to: yearsLater({ from, years: MEMBERSHIP_PRICE.years }) };
}

const DAY = 24 * 60 * 60 * 1000;

/** Whose eyes are asked about: a member's tier in force, and when their account was made (milliseconds). */
type Onlooker = { tier: Tier; createdAt: number };

/**
 * Until when a member sees the provided restaurants, in milliseconds; null: always.
 * @param visibilityDays how long free members see them from the making of their account, `PROVIDED_VISIBILITY_DAYS`
 */
export const providedVisibleUntil = ({
  tier,
  createdAt,
  visibilityDays,
}: Onlooker & { visibilityDays: number }): number | null =>
  tier === 'paid' ? null : createdAt + visibilityDays * DAY;

/** Whether a member sees the provided restaurants now. */
export function seesProvided({ now, ...given }: Onlooker & { visibilityDays: number; now: number }): boolean {
  const until = providedVisibleUntil(given);
  return until === null || now < until;
}
