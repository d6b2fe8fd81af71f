import { m } from '#messages';
import type { OfficialList } from '#features/official-lists/official-lists.contract.ts';

export const OFFICIAL_NAMES: Record<OfficialList, () => string> = {
  good_price: m.official_good_price,
  excellent: m.official_excellent,
  tourist: m.official_tourist,
  century: m.official_century,
};
