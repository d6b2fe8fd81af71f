import { v7 as uuidv7 } from 'uuid';
import { manualPlaceId } from '#features/catalogue/catalogue.rules.ts';
import { findPlaceToAdd, type FoundPlace } from '#features/catalogue/server/catalogue.public.ts';
import {
  type OpenCollection,
  openCollections,
  openForRemoval,
} from '#features/collections/server/collections.public.ts';
import { effectiveTier, type Tier } from '#features/membership/membership.rules.ts';
import type { PlacesProvider } from '#features/places/server/places.public.ts';
import type { Additive } from '#features/restaurants/another-source.rules.ts';
import {
  addSeveral,
  addSource,
  lockList,
  removeSeveral,
  removeSource,
} from '#features/restaurants/server/restaurants.public.ts';
import { collectionOf, savedFieldsOf, sourceOf, targetOf } from '#features/transfer/import-rows.rules.ts';
import type { ImportRow } from '#features/transfer/imports.contract.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { ProblemError } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import {
  hasOpenRows,
  hasOtherOpenImport,
  type LockedImport,
  lockImport,
  markAdditionsUndone,
  markUndone,
  markWanted,
  rememberPlaces,
  type RowOutcome,
  selectCollectionsOfRows,
  selectOwner,
  selectUndoableAdditions,
  selectUndoableRows,
  selectWantedRows,
  storeOutcomes,
  touchImport,
} from './imports.sql.ts';
import { finish } from './imports.service.ts';
import { readSavedByName, savedRestaurantOf } from './match-rows.ts';

/** Number of rows that one transaction saves or removes. */
const CHUNK = 200;

type Owner = { userId: string; tier: Tier };
type Job = { database: Database; maps: PlacesProvider; importId: string; owner: Owner };

/**
 * Saves or removes the rows of an import, chunk by chunk, until no row is left or the member cancels. Each chunk has
 * its own transaction, and reads the waiting rows under the lock. Therefore the function can be called again after an
 * interruption.
 */
export async function runImport({ database, maps, importId }: Omit<Job, 'owner'>): Promise<void> {
  const found = await selectOwner(database, importId);
  if (!found) return;
  const { userId, accountTier, paidTierExpiresAt } = found;
  const membership =
    accountTier === null ? null : { accountTier, paidTierExpiresAt: paidTierExpiresAt?.getTime() ?? null };
  const owner = { userId, tier: effectiveTier(membership, Date.now()) };
  const job = { database, maps, importId, owner };
  while ((await saveChunk(job)) || (await undoChunk(job)));
}

/** @returns whether rows are left */
async function saveChunk({ database, maps, importId, owner }: Job): Promise<boolean> {
  const next = await selectWantedRows(database, { importId, limit: CHUNK });
  // Places are requested before the transaction, because a lock must not wait for another service.
  const found = new Map<number, FoundPlace | string>();
  for (const row of next)
    if (row.match?.state !== 'saved')
      found.set(row.position, await findPlace({ database, maps, owner, row }));
  const save = (rows: readonly ImportRow[]) =>
    database.transaction().execute((transaction) => saveRows({ transaction, importId, owner, rows, found }));
  try {
    return await save(next);
  } catch (error) {
    if (next.length < 2 || !isDataError(error)) throw error;
    // Saves each row in its own transaction, so that one invalid row does not block the others.
    let isLeft = true;
    for (const row of next) {
      isLeft = await save([row]).catch((fault) => {
        if (!isDataError(fault)) throw fault;
        found.set(row.position, 'server.failed');
        return save([row]);
      });
    }
    return isLeft;
  }
}

/** Returns the place to add, or the code of the problem with the place. */
async function findPlace({
  database,
  maps,
  owner: { userId },
  row,
}: Omit<Job, 'importId'> & { row: ImportRow }): Promise<FoundPlace | string> {
  const target = targetOf(row);
  if (!target) return 'restaurants.place_not_found';
  const { name, address, coordinates, phoneNumber } = row.place;
  try {
    if (target.from === 'hand' && coordinates !== null) {
      const place = { name, address, coordinates, phoneNumber };
      return { from: 'hand', placeId: manualPlaceId(uuidv7()), place };
    }
    return await findPlaceToAdd({
      database,
      maps,
      person: { userId } as Person,
      place:
        target.from === 'hand'
          ? { from: 'hand', name, address, coordinates, phoneNumber }
          : { from: 'maps', placeId: target.place.placeId },
    });
  } catch (error) {
    if (error instanceof ProblemError && error.status < 500) return error.code;
    throw error;
  }
}

async function saveRows({
  transaction,
  importId,
  owner,
  rows,
  found,
}: {
  transaction: Connection;
  importId: string;
  owner: Owner;
  rows: readonly ImportRow[];
  found: ReadonlyMap<number, FoundPlace | string>;
}): Promise<boolean> {
  await lockList(transaction, owner.userId);
  const collectionIds = await selectCollectionsOfRows(transaction, { importId, isUndoing: false });
  const collections = await openCollections(transaction, { userId: owner.userId, collectionIds });
  const open = await lockImport(transaction, { importId, userId: owner.userId });
  if (open?.state !== 'saving') return false;
  // While this transaction waited for the lock, the import may have been changed. The next call then locks the missing
  // collections.
  const needed = await selectCollectionsOfRows(transaction, { importId, isUndoing: false });
  if (needed.some((id) => !collections.has(id))) return true;
  const positions = new Set(rows.map(({ position }) => position));
  const waiting = (await selectWantedRows(transaction, { importId, limit: CHUNK })).filter(({ position }) =>
    positions.has(position),
  );
  const outcomes = await addRows({ transaction, open, owner, rows: waiting, found, collections });
  await storeOutcomes(transaction, open, outcomes);
  await rememberPlaces(
    transaction,
    open,
    outcomes.map(({ position }) => position),
  );
  const [next] = await selectWantedRows(transaction, { importId, limit: 1 });
  if (!next) await endSaving(transaction, open);
  else await touchImport(transaction, open, {});
  return next !== undefined;
}

async function addRows({
  transaction,
  open,
  owner,
  rows,
  found,
  collections,
}: {
  transaction: Connection;
  open: LockedImport;
  owner: Owner;
  rows: readonly ImportRow[];
  found: ReadonlyMap<number, FoundPlace | string>;
  collections: ReadonlyMap<string, OpenCollection | string>;
}): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = [];
  const adding: { row: ImportRow; found: FoundPlace }[] = [];
  // A row that does not fit into its collection is refused as a whole, so that it can be saved again later.
  const problemOf = (row: ImportRow, restaurantId: string): string | null => {
    const collectionId = collectionOf(row, open.fields);
    const collection = collectionId === null ? undefined : collections.get(collectionId);
    if (collection === undefined || typeof collection === 'string') return collection ?? null;
    return collection.reserve(restaurantId) ? null : 'collections.full';
  };
  const hasManual = rows.some(({ choice }) => choice?.from === 'hand');
  const saved = hasManual ? await readSavedByName(transaction, owner.userId) : null;
  const alreadyInList = (row: ImportRow, restaurantId: string): RowOutcome => ({
    position: row.position,
    restaurantId: null,
    collectionId: null,
    added: null,
    problem: problemOf(row, restaurantId),
    match: { state: 'saved', candidates: [], restaurantId },
  });
  for (const row of rows) {
    const place = found.get(row.position);
    const known = row.match?.state === 'saved' ? row.match.restaurantId : null;
    const own = known ?? (row.choice?.from === 'hand' && saved ? savedRestaurantOf(row.place, saved) : null);
    if (own !== null && typeof place !== 'string') outcomes.push(alreadyInList(row, own));
    else if (place === undefined || typeof place === 'string')
      outcomes.push(failed(row, place ?? 'server.failed'));
    else {
      const refusal = problemOf(row, place.placeId);
      if (refusal === null) adding.push({ row, found: place });
      else outcomes.push(failed(row, refusal));
    }
  }
  const results = await addSeveral(transaction, {
    person: owner,
    wanted: adding.map((each) => ({
      found: each.found,
      fields: savedFieldsOf({ row: each.row, imported: open.fields }),
      linkedAt: pastDate(each.row.fields.savedAt),
      visitedAt: pastDate(each.row.fields.visitedAt),
    })),
  });
  for (const [at, { row, found: place }] of adding.entries()) {
    const { placeId } = place;
    if (results[at] === 'added') outcomes.push({ ...failed(row, null), restaurantId: placeId });
    else if (results[at] === 'already_added') outcomes.push(alreadyInList(row, placeId));
    else outcomes.push(failed(row, 'restaurants.limit_reached'));
  }
  const withAdditions = await addToSaved({ transaction, owner, rows, outcomes });
  return putIntoCollections({ open, rows, outcomes: withAdditions, collections });
}

/** Adds the values of rows whose place is already in the list to the saved restaurants. */
async function addToSaved({
  transaction,
  owner: { userId },
  rows,
  outcomes,
}: {
  transaction: Connection;
  owner: Owner;
  rows: readonly ImportRow[];
  outcomes: readonly RowOutcome[];
}): Promise<RowOutcome[]> {
  const byPosition = new Map(rows.map((row) => [row.position, row]));
  const completed: RowOutcome[] = [];
  for (const outcome of outcomes) {
    const row = byPosition.get(outcome.position);
    const restaurantId = outcome.match?.state === 'saved' ? outcome.match.restaurantId : null;
    const added =
      row && restaurantId !== null && outcome.problem === null
        ? await addSource(transaction, { userId, restaurantId, source: notInFuture(sourceOf(row)) })
        : null;
    completed.push({ ...outcome, added });
  }
  return completed;
}

async function putIntoCollections({
  open,
  rows,
  outcomes,
  collections,
}: {
  open: LockedImport;
  rows: readonly ImportRow[];
  outcomes: readonly RowOutcome[];
  collections: ReadonlyMap<string, OpenCollection | string>;
}): Promise<RowOutcome[]> {
  const byPosition = new Map(outcomes.map((outcome) => [outcome.position, outcome]));
  const chosen = rows.flatMap((row) => {
    const outcome = byPosition.get(row.position);
    const collectionId = collectionOf(row, open.fields);
    const restaurantId = outcome?.restaurantId ?? outcome?.match?.restaurantId;
    if (!outcome || outcome.problem !== null || collectionId === null || !restaurantId) return [];
    return [{ outcome, collectionId, restaurantId }];
  });
  for (const [collectionId, ofCollection] of Map.groupBy(chosen, (each) => each.collectionId)) {
    const collection = collections.get(collectionId);
    if (collection === undefined || typeof collection === 'string') continue;
    const added = await collection.collect(ofCollection.map(({ restaurantId }) => restaurantId));
    for (const { outcome, restaurantId } of ofCollection)
      // If two rows have the same place, only the first row put the place into the collection.
      if (added.delete(restaurantId)) byPosition.set(outcome.position, { ...outcome, collectionId });
  }
  return [...byPosition.values()];
}

const notInFuture = (source: Additive): Additive => ({
  ...source,
  visitedAt: source.visitedAt === null ? null : Math.min(source.visitedAt, Date.now()),
});

const pastDate = (time: number | undefined): Date | null =>
  time === undefined ? null : new Date(Math.min(time, Date.now()));

const failed = ({ position, match }: ImportRow, problem: string | null): RowOutcome => ({
  position,
  restaurantId: null,
  collectionId: null,
  added: null,
  problem,
  match,
});

/** Whether PostgreSQL has refused the data: SQLSTATE classes 22 and 23. */
const isDataError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && /^2[23]/.test(String(error.code));

async function endSaving(transaction: Connection, open: LockedImport): Promise<void> {
  if (await hasOpenRows(transaction, open)) await touchImport(transaction, open, { state: 'review' });
  else await finish(transaction, open);
}

/** @returns whether rows are left */
const undoChunk = ({ database, importId, owner: { userId } }: Job): Promise<boolean> =>
  database.transaction().execute(async (transaction) => {
    await lockList(transaction, userId);
    const collectionIds = await selectCollectionsOfRows(transaction, { importId, isUndoing: true });
    const collections = await openForRemoval(transaction, { userId, collectionIds });
    const open = await lockImport(transaction, { importId, userId });
    if (open?.state !== 'undoing') return false;
    const additions = await selectUndoableAdditions(transaction, open, CHUNK);
    if (additions.length > 0) {
      for (const { added } of additions) await removeSource(transaction, { userId, added });
      await markAdditionsUndone(
        transaction,
        open,
        additions.map(({ position }) => position),
      );
      return true;
    }
    const rows = await selectUndoableRows(transaction, open, CHUNK);
    const collected = rows.flatMap((row) =>
      row.collected ? [{ ...row.collected, position: row.position }] : [],
    );
    const uncollected = await collections.remove(collected);
    const removed = await removeSeveral(transaction, {
      userId,
      restaurantIds: rows.flatMap(({ restaurantId, isUnchanged }) =>
        restaurantId !== null && isUnchanged ? [restaurantId] : [],
      ),
    });
    const isRemoved = ({ restaurantId }: { restaurantId: string | null }) =>
      restaurantId === null || removed.has(restaurantId);
    await markUndone(transaction, open, {
      removed: rows.filter(isRemoved).map(({ position }) => position),
      kept: rows.filter((row) => !isRemoved(row)).map(({ position }) => position),
      uncollected: [...uncollected].map(({ position }) => position),
    });
    if (rows.length < CHUNK) {
      await markWanted(transaction, open, []);
      const isOtherOpen = await hasOtherOpenImport(transaction, open);
      await touchImport(transaction, open, { state: isOtherOpen ? 'done' : 'review' });
    }
    return rows.length === CHUNK;
  });
