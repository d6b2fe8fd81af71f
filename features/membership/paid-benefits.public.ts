import { m } from '#messages';

/** What a paid membership includes. The landing page and the pages of the payment show the same list. */
export const PAID_BENEFITS = [
  m.payment_benefit_places,
  m.payment_benefit_provided,
  m.payment_benefit_photos,
  m.payment_benefit_collections,
  m.payment_benefit_sharing,
] as const;
