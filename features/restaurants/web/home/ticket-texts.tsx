import type { ReactNode } from 'react';
import { formatDistance } from '#common/geo.ts';
import type { Found } from '#features/places/personal-search.rules.ts';
import { neighbourhoodFirst, shortAddress } from '#features/places/short-address.rules.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { notStored } from '#web/first-screen/not-stored.ts';
import { Marked } from '#web/ui/Marked.tsx';

/**
 * The name and the facts of a ticket. After a search, matches are marked, and the facts include the tags that matched,
 * which a ticket otherwise does not show.
 */
export function ticketTexts({
  restaurant: { name, address, neighbourhood, customTags },
  categoryName,
  distance,
  found,
}: {
  restaurant: MyRestaurant;
  categoryName: string;
  /** Metres from the member; null if unknown. */
  distance: number | null;
  /** null if nothing is typed. */
  found: Found | null;
}): { name: ReactNode; meta: ReactNode[] } {
  const metres = distance === null ? null : formatDistance(distance);
  const line = neighbourhoodFirst({ address, neighbourhood });
  if (!found) {
    // The neighbourhood precedes the distance, because a narrow ticket cuts off the end.
    const [area, ...road] = neighbourhood === '' ? [null, line] : line.split(' · ');
    const here = metres && <span {...notStored('now')}>{metres}</span>;
    return { name, meta: [categoryName, area, here, ...road] };
  }
  const marked = (text: string) => <Marked text={text} ranges={found.elsewhere(text)} />;
  const isFound = (text: string) => 0 < found.elsewhere(text).length;
  const tags = customTags.filter(isFound).map((tag) => `#${tag}`);
  // The line leaves out the city and the district. If only they match, the whole address is shown.
  const whole = shortAddress(address);
  const shown = !isFound(line) && isFound(whole) ? whole : line;
  return {
    name: <Marked text={name} ranges={found.inName(name)} />,
    meta: [marked(categoryName), metres, ...tags.map(marked), marked(shown)],
  };
}
