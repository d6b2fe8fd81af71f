import type { PlacesProvider } from '#features/places/server/places.public.ts';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { selectMyRestaurants } from '#features/restaurants/server/restaurants.public.ts';
import type { Candidate, ImportedPlace, RowMatch } from '#features/transfer/imports.contract.ts';
import { isSamePlace, matchPlace, nameKey, searchesFor } from '#features/transfer/matching.rules.ts';
import type { Connection } from '#server/database/database.ts';

/**
 * The member's list, grouped by name. A row is compared only with restaurants of the same name. Comparing every row
 * with every restaurant would take minutes.
 */
export type SavedByName = ReadonlyMap<string, readonly MyRestaurant[]>;

export async function readSavedByName(connection: Connection, userId: string): Promise<SavedByName> {
  const byName = new Map<string, MyRestaurant[]>();
  for (const restaurant of await selectMyRestaurants(connection, userId)) {
    const key = nameKey(restaurant.name);
    const namesakes = byName.get(key);
    if (namesakes) namesakes.push(restaurant);
    else byName.set(key, [restaurant]);
  }
  return byName;
}

/** Returns the id of the saved restaurant that is this place; null if there is none. */
export const savedRestaurantOf = (place: ImportedPlace, saved: SavedByName): string | null =>
  saved.get(nameKey(place.name))?.find((each) => each.id === place.placeId || isSamePlace(place, each))?.id ??
  null;

/**
 * Finds an imported place in the index of places. The searches run one after another until a match is certain.
 * @param chosenEarlier the saved restaurant that the member chose for this place in an earlier import
 */
export async function matchImported({
  place,
  index,
  saved,
  chosenEarlier,
}: {
  place: ImportedPlace;
  index: Pick<PlacesProvider, 'autocomplete' | 'details'>;
  saved: SavedByName;
  chosenEarlier: string | null;
}): Promise<RowMatch> {
  const namesakes = saved.get(nameKey(place.name)) ?? [];
  const own = chosenEarlier ?? savedRestaurantOf(place, saved);
  if (own !== null) return { state: 'saved', candidates: [], restaurantId: own };
  const found = new Map<string, PlaceSuggestion>();
  let match = matchPlace<PlaceSuggestion>({ place, candidates: [], saved: [] });
  for (const query of searchesFor(place)) {
    const near = place.coordinates ?? undefined;
    for (const each of await index.autocomplete({ query, near })) found.set(each.placeId, each);
    match = matchPlace({ place, candidates: [...found.values()], saved: namesakes });
    if (match.state === 'certain') break;
  }
  return asRowMatch(match, saved);
}

function asRowMatch(match: ReturnType<typeof matchPlace<PlaceSuggestion>>, saved: SavedByName): RowMatch {
  if (match.state === 'saved') return { state: 'saved', candidates: [], restaurantId: match.restaurantId };
  if (match.state === 'none') return { state: 'none', candidates: [], restaurantId: null };
  if (match.state === 'choose')
    return { state: 'choose', candidates: match.candidates.map(asCandidate), restaurantId: null };
  const { candidate } = match;
  const isSaved = saved.get(nameKey(candidate.name))?.some(({ id }) => id === candidate.placeId);
  return isSaved
    ? { state: 'saved', candidates: [], restaurantId: candidate.placeId }
    : { state: 'certain', candidates: [asCandidate(candidate)], restaurantId: null };
}

const asCandidate = ({
  placeId,
  name,
  address,
  categoryId,
  kind,
  businessStatus,
}: PlaceSuggestion): Candidate => ({
  placeId,
  name,
  address,
  categoryId,
  kind,
  businessStatus,
});
