import type { ReactNode } from 'react';
import { formatDistance } from '#common/geo.ts';
import type { Found } from '#features/places/personal-search.rules.ts';
import { neighbourhoodFirst, shortAddress } from '#features/places/short-address.rules.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { notStored } from '#web/first-screen/not-stored.ts';
import { Marked } from '#web/ui/Marked.tsx';

/**
 * Returns the name and the facts of a ticket. After a search, the matches are marked. The facts then also contain the
 * tags that matched. Without a search, a ticket shows no tags.
 */
export function ticketTexts({
  restaurant: { name, address, neighbourhood, customTags },
  categoryName,
  distance,
  found,
}: {
  restaurant: MyRestaurant;
  categoryName: string;
  /** Metres from the member; null if the distance is unknown. */
  distance: number | null;
  /** The match of the search in this place; null if nothing is typed. */
  found: Found | null;
}): { name: ReactNode; meta: ReactNode[] } {
  const metres = distance === null ? null : formatDistance(distance);
  const line = neighbourhoodFirst({ address, neighbourhood });
  if (!found) {
    // The neighbourhood comes before the distance, because a narrow ticket cuts off the end of the line.
    const [area, ...road] = neighbourhood === '' ? [null, line] : line.split(' · ');
    const here = metres && <span {...notStored('now')}>{metres}</span>;
    return { name, meta: [categoryName, area, here, ...road] };
  }
  const marked = (text: string) => <Marked text={text} ranges={found.elsewhere(text)} />;
  const isFound = (text: string) => 0 < found.elsewhere(text).length;
  const tags = customTags.filter(isFound).map((tag) => `#${tag}`);
  // The line leaves out the city and the district. If only the city or the district matches, the whole address is
  // shown.
  const whole = shortAddress(address);
  const shown = !isFound(line) && isFound(whole) ? whole : line;
  return {
    name: <Marked text={name} ranges={found.inName(name)} />,
    meta: [marked(categoryName), metres, ...tags.map(marked), marked(shown)],
  };
}
