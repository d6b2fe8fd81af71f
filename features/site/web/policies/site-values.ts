import { DELETION_GRACE_MS, SESSION_LENGTH_MS } from '#features/account/account.rules.ts';
import { FREE_COLLECTION_LIMIT } from '#features/collections/collections.rules.ts';
import { COLLECTION_MEMBERS_MAXIMUM } from '#features/collections/joint.rules.ts';
import { PHOTO_LIMITS } from '#features/journal/journal.contract.ts';
import { FREE_RESTAURANT_LIMIT, MEMBERSHIP_PRICE } from '#features/membership/membership.rules.ts';
import { REFUND_DAYS } from '#features/membership/payments.rules.ts';
import { siteText } from '#features/site/site-pages.rules.ts';
import { m } from '#messages';
import { DAY_MS } from '#common/dates.ts';
import { numberOf } from '#web/number-of.ts';

/** Returns the figures for the texts. They come from the rules, so that each figure exists only once. */
export const policyValues = () => ({
  price: numberOf(MEMBERSHIP_PRICE.amount),
  freeLimit: FREE_RESTAURANT_LIMIT,
  freeCollections: FREE_COLLECTION_LIMIT,
  limitPeople: COLLECTION_MEMBERS_MAXIMUM,
  freePhotos: PHOTO_LIMITS.free,
  paidPhotos: PHOTO_LIMITS.paid,
  refundDays: REFUND_DAYS,
  graceDays: DELETION_GRACE_MS / DAY_MS,
  sessionDays: SESSION_LENGTH_MS / DAY_MS,
  supportHours: m.site_support_hours(),
});

export type FaqValues = ReturnType<typeof policyValues> & { companyEmail: string; providedDays: string };

const SETTINGS_TEXTS = [
  'companyName',
  'companyRepresentative',
  'companyEmail',
  'companyPhone',
  'companyHosting',
  'providedDays',
  'mailHost',
  'storageHost',
  'storageRegion',
  'tilesHost',
] as const;

export type PolicyValues = FaqValues & Record<(typeof SETTINGS_TEXTS)[number], string>;

/**
 * Returns the figures for prerendered pages. The values from the settings are placeholders, which the server fills in.
 */
export const prerenderedValues = (): PolicyValues => ({
  ...policyValues(),
  ...(Object.fromEntries(SETTINGS_TEXTS.map((name) => [name, siteText(name)])) as Record<
    (typeof SETTINGS_TEXTS)[number],
    string
  >),
});
