import { DAY_MS, yearsLater } from '#common/dates.ts';

/**
 * The stored membership of a person. A person without a stored membership is a free member. Times are in milliseconds.
 */
export type Membership = {
  accountTier: string;
  paidTierExpiresAt: number | null;
};

export type Tier = 'free' | 'paid';

/** Maximum number of restaurants in the list of a free member. Restaurants from a shared list do not count. */
export const FREE_RESTAURANT_LIMIT = 10;

/** The price in won, VAT included, for one calendar year (specification, section 9). */
export const MEMBERSHIP_PRICE = { amount: 9900, currency: 'KRW', years: 1 } as const;

/**
 * Number of years of the admin's membership. Each sign-in of the admin starts this period again (specification, section
 * 9).
 */
export const ADMIN_MEMBERSHIP_YEARS = 100;

export function effectiveTier(membership: Membership | null, now: number): Tier {
  if (membership?.accountTier !== 'paid') return 'free';
  return isExpired(membership, now) ? 'free' : 'paid';
}

/** Whether a paid membership has ended. An ended membership counts as free, and its stored row must be updated. */
export function isExpired(membership: Membership, now: number): boolean {
  const { accountTier, paidTierExpiresAt } = membership;
  return accountTier === 'paid' && paidTierExpiresAt !== null && paidTierExpiresAt <= now;
}

export const restaurantLimit = (tier: Tier): number => (tier === 'paid' ? Infinity : FREE_RESTAURANT_LIMIT);

/** A person who may pay. `paidTierExpiresAt` is in milliseconds. */
type Payer = { isAdmin: boolean; tier: Tier; paidTierExpiresAt: number | null };

export const needsNoPayment = ({ isAdmin, tier, paidTierExpiresAt }: Payer): boolean =>
  isAdmin || (tier === 'paid' && paidTierExpiresAt === null);

/** Returns the period that the next payment would add. Returns null if no payment is needed. */
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

/** A person who reads provided restaurants. `createdAt` is the time in milliseconds when the account was created. */
type Viewer = { tier: Tier; createdAt: number };

/**
 * Returns the time in milliseconds until which the person sees provided restaurants; null if there is no end.
 * @param visibilityDays days after sign-up during which free members see provided restaurants
 * (`PROVIDED_VISIBILITY_DAYS`)
 */
export const providedVisibleUntil = ({
  tier,
  createdAt,
  visibilityDays,
}: Viewer & { visibilityDays: number }): number | null =>
  tier === 'paid' ? null : createdAt + visibilityDays * DAY_MS;

export function canSeeProvided({ now, ...given }: Viewer & { visibilityDays: number; now: number }): boolean {
  const until = providedVisibleUntil(given);
  return until === null || now < until;
}

/** Returns the price per day in won, rounded to ten won. */
export const pricePerDay = (amount: number): number => Math.round(amount / 365 / 10) * 10;
