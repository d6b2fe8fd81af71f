/** What a membership row says; a person without a row is a free member. Times in milliseconds. */
export type Membership = {
  accountTier: string;
  paidTierExpiresAt: number | null;
};

export type Tier = 'free' | 'paid';

/** Personal restaurants a free member may have, those from a shared list not counted. */
export const FREE_RESTAURANT_LIMIT = 10;

/** The tier in force now: anything but an unexpired `paid` reads as free. */
export function tierInForce(membership: Membership | null, now: number): Tier {
  if (membership?.accountTier !== 'paid') return 'free';
  const { paidTierExpiresAt } = membership;
  return paidTierExpiresAt !== null && paidTierExpiresAt <= now ? 'free' : 'paid';
}

/** Personal restaurants that this tier allows. */
export const restaurantLimit = (tier: Tier): number => (tier === 'paid' ? Infinity : FREE_RESTAURANT_LIMIT);
