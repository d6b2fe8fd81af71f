import { koreanCollator } from '#common/collation.ts';
import { asRestaurant } from '#features/collections/collection-places.rules.ts';
import type {
  Collection,
  CollectionPlace,
  CollectionUpdate,
  PlaceReaction,
  PushedUpdate,
} from '#features/collections/collections.contract.ts';
import { isWantedByAll } from '#features/collections/joint.rules.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { placeFactsOf } from '#features/restaurants/restaurants.rules.ts';
import type { ListEntry } from '#features/restaurants/list-view.rules.ts';

export function splitByMine(
  places: readonly CollectionPlace[],
  mine: readonly MyRestaurant[],
): { saved: MyRestaurant[]; others: MyRestaurant[] } {
  const own = new Map(mine.map((restaurant) => [restaurant.id, restaurant]));
  const saved: MyRestaurant[] = [];
  const others: MyRestaurant[] = [];
  for (const place of places) {
    const record = own.get(place.id);
    (record ? saved : others).push(asRestaurant(place, record));
  }
  return { saved, others };
}

/** Returns the entries in the given sort order. Equal entries keep the collection's own order. */
export function inOrder({
  entries,
  places,
  sort,
  first,
}: {
  entries: readonly ListEntry[];
  /** The places in the collection's own order. */
  places: Collection['places'];
  sort: Collection['sort'];
  /** The ids of the places that come before all other places: 모두 가고 싶은 곳. */
  first: ReadonlySet<string>;
}): ListEntry[] {
  const at = new Map(places.map(({ id, addedAt }, position) => [id, { position, addedAt }]));
  const placeOf = ({ restaurant }: ListEntry) => at.get(restaurant.id) ?? { position: 0, addedAt: 0 };
  const compare: Record<Collection['sort'], (a: ListEntry, b: ListEntry) => number> = {
    manual: () => 0,
    recent: (a, b) => placeOf(b).addedAt - placeOf(a).addedAt,
    // Places with an unknown distance come last.
    distance: (a, b) => (a.distance ?? 1e9) - (b.distance ?? 1e9),
    rating: (a, b) => (b.restaurant.rating ?? 0) - (a.restaurant.rating ?? 0),
    name: (a, b) => koreanCollator.compare(a.restaurant.name, b.restaurant.name),
  };
  const rank = ({ restaurant }: ListEntry) => (first.has(restaurant.id) ? 0 : 1);
  return [...entries].sort(
    (a, b) => rank(a) - rank(b) || compare[sort](a, b) || placeOf(a).position - placeOf(b).position,
  );
}

/**
 * Moves the place `id` after the place `after`. If `after` is null, the place is moved to the start. If `after` is not
 * in the collection, nothing is moved, as on the server.
 */
export function withMoved<Place extends { id: string }>(
  places: readonly Place[],
  { id, after }: { id: string; after: string | null },
): Place[] {
  const moved = places.find((place) => place.id === id);
  const others = places.filter((place) => place.id !== id);
  const at = after === null ? -1 : others.findIndex((place) => place.id === after);
  if (!moved || (after !== null && at === -1)) return [...places];
  return others.toSpliced(at + 1, 0, moved);
}

/** Returns the ids of the places that every member wants to visit: 모두 가고 싶은 곳. */
export const wantedByAll = ({ people, places }: Pick<Collection, 'people' | 'places'>): Set<string> => {
  const members = people.filter(({ role }) => role !== null).length;
  return new Set(
    places.filter(({ wants }) => isWantedByAll({ wants: wants.length, people: members })).map(({ id }) => id),
  );
};

/** Converts a place, so that the collection can show it until the server has added it. */
export const asCollectionPlace = (
  place: MyRestaurant,
  { addedBy, addedAt }: Pick<CollectionPlace, 'addedBy' | 'addedAt'>,
): CollectionPlace => ({
  ...placeFactsOf(place),
  // The place is shown at the end until the server has answered.
  position: Number.MAX_SAFE_INTEGER,
  note: '',
  addedAt,
  addedBy,
  wants: [],
  visits: [],
  comments: [],
});

export function withReaction(
  place: CollectionPlace,
  { me, reaction: { wants, visitedOn } }: { me: string; reaction: PlaceReaction },
): CollectionPlace {
  const others = place.visits.filter(({ by }) => by !== me);
  return {
    ...place,
    ...(wants !== undefined && {
      wants: [...place.wants.filter((key) => key !== me), ...(wants ? [me] : [])],
    }),
    ...(visitedOn !== undefined && {
      visits: visitedOn === null ? others : [...others, { by: me, on: visitedOn }],
    }),
  };
}

/**
 * Applies an update to the collection. Returns null if the update does not fit the collection. The caller must then
 * read the whole collection.
 */
export function withUpdate(
  before: Collection,
  { places, removed, count, ...head }: CollectionUpdate,
): Collection | null {
  if (before.id !== head.id || before.me !== head.me) return null;
  const byId = new Map(before.places.map((place) => [place.id, place]));
  for (const place of places) byId.set(place.id, place);
  for (const id of removed) byId.delete(id);
  if (byId.size !== count) return null;
  const inPosition = [...byId.values()].toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
  return { ...head, places: inPosition };
}

/**
 * Applies an update that the server has pushed. Returns null if changes before the update are missing, or if the update
 * is not newer than the collection.
 */
export const withPushed = (before: Collection, { since, update }: PushedUpdate): Collection | null =>
  since <= before.version && before.version < update.version ? withUpdate(before, update) : null;
