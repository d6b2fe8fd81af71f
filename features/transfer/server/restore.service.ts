import { v5 as uuidv5 } from 'uuid';
import type { z } from 'zod';
import { objectIdOf } from '#common/object-id.ts';
import { manualPlaceId } from '#features/catalogue/catalogue.rules.ts';
import { ManualPlace } from '#features/catalogue/new-place.contract.ts';
import { addArchivedCollection } from '#features/collections/server/collections.public.ts';
import { addArchivedEntry } from '#features/journal/server/journal.public.ts';
import { placesProblems } from '#features/places/places.contract.ts';
import type { PlacesProvider } from '#features/places/server/places.public.ts';
import { findPlaceToAdd, type FoundPlace } from '#features/catalogue/server/catalogue.public.ts';
import { addRestaurant } from '#features/restaurants/server/restaurants.public.ts';
import type { Database } from '#server/database/database.ts';
import { InvalidRequest, ProblemError } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import type {
  ArchivedCollection,
  Restored,
  RestoredCollections,
  RestoredEntry,
  RestoredRestaurant,
} from '../archive.contract.ts';
import { manualPlaceOf } from '../archived-place.rules.ts';
import { selectEntryIdsAmong, selectSavedLike } from './archive.sql.ts';

type Row = Restored['rows'][number];
const added = (id: string): Row => ({ outcome: 'added', code: null, id });
const alreadyThere = (id: string): Row => ({ outcome: 'already_there', code: null, id });

/**
 * Returns the result of a row that cannot be restored because of its data or a limit. Any other error is thrown and
 * ends the request.
 */
function failed(error: unknown): Row {
  if (error instanceof InvalidRequest) {
    return { outcome: 'failed', code: error.errors[0]?.code ?? 'request.invalid', id: null };
  }
  if (error instanceof ProblemError && error.status < 500) {
    return { outcome: 'failed', code: error.code, id: null };
  }
  throw error;
}

/**
 * Adds places of an archive with their dates, each in its own transaction. A place that this installation does not know
 * is added as a manual place.
 * @param now milliseconds
 */
export async function restorePlaces({
  database,
  maps,
  person,
  restaurants,
  now,
}: {
  database: Database;
  maps: PlacesProvider;
  person: Person;
  restaurants: readonly z.output<typeof RestoredRestaurant>[];
  now: number;
}): Promise<Row[]> {
  // The screen checks which places are in the list before it uploads photos. The check is repeated here, because other
  // programs may omit the check, and a repeated request must not add a place twice.
  const known = await knownPlaces({
    database,
    person,
    places: restaurants.map(({ placeId, place }) => ({ placeId, name: place.name, address: place.address })),
  });
  const rows: Row[] = [];
  for (const [index, { placeId, place, savedAt, visitedAt, ...record }] of restaurants.entries()) {
    const saved = known[index];
    if (saved) {
      rows.push(alreadyThere(saved));
      continue;
    }
    try {
      const context = { database, maps, person, placeId };
      const found = (await findKnownPlace(context)) ?? (await placeByHand({ ...context, place }));
      const wanted = { ...record, place: { from: 'hand' as const, ...place } };
      const past = {
        linkedAt: atMost(savedAt, now),
        visitedAt: visitedAt === null ? null : atMost(visitedAt, now),
      };
      const { restaurant } = await database
        .transaction()
        .execute((transaction) => addRestaurant(transaction, { person, found, wanted, past }));
      rows.push(added(restaurant?.id ?? found.placeId));
    } catch (error) {
      const row = failed(error);
      rows.push(row.code === 'restaurants.already_added' ? alreadyThere(placeId) : row);
    }
  }
  return rows;
}

/**
 * Returns the id that a place of an archive gets if this installation does not know the place. The id depends only on
 * the member and the archived id. Therefore the place is recognised even after it was renamed.
 */
const restoredPlaceId = ({ userId }: Person, placeId: string): string =>
  manualPlaceId(objectIdOf({ userId, id: placeId }));

/** Returns, for each place of an archive, the id of the member's saved place; null if the place is not in the list. */
export const knownPlaces = ({
  database,
  person,
  places,
}: {
  database: Database;
  person: Person;
  places: readonly { placeId: string; name: string; address: string }[];
}): Promise<(string | null)[]> =>
  selectSavedLike(database, {
    userId: person.userId,
    places: places.map((place) => ({ ...place, restoredId: restoredPlaceId(person, place.placeId) })),
  });

const atMost = (time: string, now: number): Date => new Date(Math.min(Date.parse(time), now));

type Context = { database: Database; maps: PlacesProvider; person: Person };

/** Returns a place of the catalogue or of the maps service; null if neither knows the place. */
async function findKnownPlace({
  placeId,
  ...context
}: Context & { placeId: string }): Promise<FoundPlace | null> {
  // The second id is the id of a place that was restored before and then deleted from the list.
  for (const id of [placeId, restoredPlaceId(context.person, placeId)]) {
    try {
      return await findPlaceToAdd({ ...context, place: { from: 'maps', placeId: id } });
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'restaurants.place_not_found') throw error;
    }
  }
  return null;
}

/** The member's manual place with the facts of the archive. */
const placeByHand = ({ placeId, place, ...context }: Context & { placeId: string; place: ManualPlace }) =>
  findPlaceToAdd({ ...context, place: { from: 'hand', ...place }, id: placeId });

/** Returns null if the place is unknown and the archive has no name or no location of it. */
async function findCollectedPlace({
  place: { placeId, ...facts },
  ...context
}: Context & { place: ArchivedCollection['places'][number] }): Promise<FoundPlace | null> {
  const known = await findKnownPlace({ ...context, placeId }).catch((error) => {
    // The collection is restored even if the maps service does not respond.
    if (error instanceof ProblemError && error.code in placesProblems) return null;
    throw error;
  });
  const place = ManualPlace.safeParse(manualPlaceOf(facts)).data;
  return known ?? (place ? placeByHand({ ...context, placeId, place }) : null);
}

/** UUID namespace of the ids of restored entries; generated once. */
const RESTORED = '5e0c4d0e-6a0c-4f0f-9b7e-0d7f6b0a9a51';

/**
 * Returns the id that an archived entry gets in a member's journal. The archived id is not used, because an entry of
 * another member, with its photos, may already have this id.
 */
const restoredId = ({ userId }: Person, entryId: string): string => uuidv5(`${userId} ${entryId}`, RESTORED);

/**
 * Adds entries of an archive with their dates, each in its own transaction.
 * @param now milliseconds
 */
export async function restoreJournal({
  database,
  person,
  entries,
  now,
}: {
  database: Database;
  person: Person;
  entries: readonly z.output<typeof RestoredEntry>[];
  now: number;
}): Promise<Row[]> {
  const known = await knownEntries({ database, person, ids: entries.map(({ id }) => id) });
  const rows: Row[] = [];
  for (const { id: archivedId, createdAt, ...draft } of entries) {
    const id = restoredId(person, archivedId);
    if (known.has(archivedId)) {
      rows.push(alreadyThere(id));
      continue;
    }
    try {
      const entry = await database
        .transaction()
        .execute((transaction) =>
          addArchivedEntry(transaction, { person, id, draft, createdAt: atMost(createdAt, now), now }),
        );
      rows.push(entry ? added(id) : alreadyThere(id));
    } catch (error) {
      rows.push(failed(error));
    }
  }
  return rows;
}

/**
 * Returns the given archived ids whose entries exist in the member's journal. Such an entry has either the archived id
 * or the id that a restore assigned.
 */
export async function knownEntries({
  database,
  person,
  ids,
}: {
  database: Database;
  person: Person;
  ids: readonly string[];
}): Promise<Set<string>> {
  const restored = new Map(ids.map((id) => [restoredId(person, id), id]));
  const found = await selectEntryIdsAmong(database, {
    userId: person.userId,
    ids: [...ids, ...restored.keys()],
  });
  return new Set([...found].map((id) => restored.get(id) ?? id));
}

/**
 * Adds collections of an archive, each in its own transaction. The dates of a collection, the lines of its places, and
 * the member's reactions and comments are restored too. A place that this installation does not know is added as a
 * manual place. If the archive contains no name or no location of such a place, the place is left out.
 * @param now milliseconds
 */
export async function restoreCollectionsOf({
  database,
  maps,
  person,
  collections,
  now,
}: {
  database: Database;
  maps: PlacesProvider;
  person: Person;
  collections: readonly ArchivedCollection[];
  now: number;
}): Promise<RestoredCollections['rows']> {
  const rows: RestoredCollections['rows'] = [];
  for (const { createdAt, places, ...fields } of collections) {
    const found = new Map<string, FoundPlace>();
    const missingPlaces: string[] = [];
    for (const place of places) {
      if (found.has(place.placeId)) continue;
      const one = await findCollectedPlace({ database, maps, person, place });
      if (one) found.set(place.placeId, one);
      else missingPlaces.push(place.name);
    }
    const archived = {
      ...fields,
      places: places.map(({ placeId, note, wants, visitedOn, comments }) => ({
        placeId: found.get(placeId)?.placeId ?? placeId,
        note,
        wants,
        visitedOn,
        comments: comments.map(({ text, ...comment }) => ({
          text,
          createdAt: atMost(comment.createdAt, now),
        })),
      })),
    };
    try {
      const { id, isNew } = await database.transaction().execute((transaction) =>
        addArchivedCollection(transaction, {
          person,
          archived,
          newPlaces: [...found.values()],
          createdAt: atMost(createdAt, now),
        }),
      );
      rows.push({ ...(isNew ? added(id) : alreadyThere(id)), missingPlaces: isNew ? missingPlaces : [] });
    } catch (error) {
      rows.push({ ...failed(error), missingPlaces: [] });
    }
  }
  return rows;
}
