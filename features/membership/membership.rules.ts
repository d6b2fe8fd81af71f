import { DAY_MS, yearsLater } from '#common/dates.ts';

/** A stored membership; a person without one is a free member. Times in milliseconds. */
export type Membership = {
  accountTier: string;
  paidTierExpiresAt: number | null;
};

export type Tier = 'free' | 'paid';

/** Maximum number of restaurants of a free member. Restaurants from a shared list do not count. */
export const FREE_RESTAURANT_LIMIT = 10;

/** Price of a paid membership in won, VAT included, and its calendar years (specification, section 9). */
export const MEMBERSHIP_PRICE = { amount: 9900, currency: 'KRW', years: 1 } as const;

/** How long the admin's membership lasts after each sign-in (specification, section 9). */
export const ADMIN_MEMBERSHIP_YEARS = 100;

/** The current tier: `paid` if the membership is paid and has not expired, otherwise `free`. */
export function effectiveTier(membership: Membership | null, now: number): Tier {
  if (membership?.accountTier !== 'paid') return 'free';
  return isExpired(membership, now) ? 'free' : 'paid';
}

/** Whether a paid membership has ended. An ended membership counts as free, and its stored row must be updated. */
export function isExpired(membership: Membership, now: number): boolean {
  const { accountTier, paidTierExpiresAt } = membership;
  return accountTier === 'paid' && paidTierExpiresAt !== null && paidTierExpiresAt <= now;
}

/** Maximum number of restaurants of a tier. */
export const restaurantLimit = (tier: Tier): number => (tier === 'paid' ? Infinity : FREE_RESTAURANT_LIMIT);

/** The facts that decide whether a payment is needed. `paidTierExpiresAt` is in milliseconds. */
type Payer = { isAdmin: boolean; tier: Tier; paidTierExpiresAt: number | null };

/** Whether no payment is needed: for the admin, and for a paid membership without an end. */
export const needsNoPayment = ({ isAdmin, tier, paidTierExpiresAt }: Payer): boolean =>
  isAdmin || (tier === 'paid' && paidTierExpiresAt === null);

/** The period that a payment made now would add; null if no payment is needed. */
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

/** A member's current tier and the creation time of their account (milliseconds). */
type Onlooker = { tier: Tier; createdAt: number };

/**
 * The time until which a member sees the provided restaurants, in milliseconds; null: no end.
 * @param visibilityDays days after sign-up during which free members see them (`PROVIDED_VISIBILITY_DAYS`)
 */
export const providedVisibleUntil = ({
  tier,
  createdAt,
  visibilityDays,
}: Onlooker & { visibilityDays: number }): number | null =>
  tier === 'paid' ? null : createdAt + visibilityDays * DAY_MS;

/** Whether a member sees the provided restaurants now. */
export function canSeeProvided({
  now,
  ...given
}: Onlooker & { visibilityDays: number; now: number }): boolean {
  const until = providedVisibleUntil(given);
  return until === null || now < until;
}

/** Price of a year's membership per day, rounded to ten won. */
export const pricePerDay = (amount: number): number => Math.round(amount / 365 / 10) * 10;
