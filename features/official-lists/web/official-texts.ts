import { m } from '#messages';
import type { OfficialBadge, OfficialList } from '#features/official-lists/official-lists.contract.ts';
import { numberOf } from '#web/number-of.ts';
import { OFFICIAL_NAMES } from './official-names.ts';

/** The publishers of the lists. */
const SOURCES: Record<OfficialList, () => string> = {
  good_price: m.official_source_ministry,
  excellent: m.official_source_ministry,
  tourist: m.official_source_ministry,
  century: m.official_source_market,
};

export const sourceNameOf = (list: OfficialList): string => SOURCES[list]();

export const listNameOf = (list: OfficialList): string => OFFICIAL_NAMES[list]();

/** Returns the name of the list, with the cheapest dish if the list has prices: 착한가격업소 · 칼국수 8,000원. */
export function badgeText({ list, menus }: Pick<OfficialBadge, 'list' | 'menus'>): string {
  const [cheapest] = menus.toSorted((a, b) => a.price - b.price);
  if (!cheapest) return listNameOf(list);
  return [listNameOf(list), menuText(cheapest)].join(' · ');
}

export const menuText = ({ name, price }: OfficialBadge['menus'][number]): string =>
  `${name} ${m.official_price({ price: numberOf(price) })}`;
