import type { ReactNode } from 'react';
import type { Found } from '#features/places/personal-search.rules.ts';
import { neighbourhoodAndRoad, shortAddress } from '#features/places/short-address.rules.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { distanceOf } from '#web/format/distance.ts';
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
  restaurant: Pick<MyRestaurant, 'name' | 'address' | 'neighbourhood' | 'customTags'>;
  categoryName: string;
  /** Metres from the member; null if the distance is unknown. */
  distance: number | null;
  /** The match of the search in this place; null if nothing is typed. */
  found: Found | null;
}): { name: ReactNode; meta: ReactNode[]; wraps?: boolean } {
  const here = distance !== null && <span {...notStored('now')}>{distanceOf(distance)}</span>;
  const [area, road] = neighbourhoodAndRoad({ address, neighbourhood });
  // The neighbourhood comes before the distance, because a narrow ticket cuts off the end of the line.
  if (!found) return { name, meta: [categoryName, area, here, road] };
  const isFound = (text: string) => 0 < found.elsewhere(text).length;
  const unlessFound = (text: string) => !isFound(text) && text;
  const marked = (text: string) => <Marked text={text} ranges={found.elsewhere(text)} />;
  const tags = customTags.filter(isFound).map((tag) => `#${tag}`);
  // The area and the road leave out the city and the district. If only these match, the whole address is shown.
  const whole = shortAddress(address);
  const isOnlyInWhole = isFound(whole) && !isFound(area) && !isFound(road);
  return {
    name: <Marked text={name} ranges={found.inName(name)} />,
    wraps: isOnlyInWhole || isFound(road),
    meta: isOnlyInWhole
      ? [...tags.map(marked), marked(categoryName), marked(whole)]
      : [
          // The matches come first, so that they are not cut off.
          ...[...tags, ...[categoryName, area, road].filter(isFound)].map(marked),
          unlessFound(categoryName),
          unlessFound(area),
          here,
          unlessFound(road),
        ],
  };
}
