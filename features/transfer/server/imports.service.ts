import { isDeepStrictEqual } from 'node:util';
import { v4 as uuidv4 } from 'uuid';
import type { z } from 'zod';
import { requireCollectable } from '#features/collections/server/collections.public.ts';
import type { PlacesProvider } from '#features/places/server/places.public.ts';
import { countRoom, selectMyRestaurants } from '#features/restaurants/server/restaurants.public.ts';
import {
  NEW_IMPORT_FIELDS,
  REVIEW_KEPT_MS,
  IMPORT_UNDO_MS,
  isDone,
  isNew,
  isSavable,
  mergedFields,
} from '#features/transfer/import-rows.rules.ts';
import {
  IMPORT_ROWS_AT_ONCE,
  IMPORT_ROWS_MAXIMUM,
  type ImportFields,
  type ImportRow,
  importsProblems,
  MATCHES_AT_ONCE,
  type NewRows,
  type PlaceImport,
  type RowChange,
  type RowFields,
} from '#features/transfer/imports.contract.ts';
import { NO_FIELDS } from '#features/transfer/new-rows.ts';
import { rowKeyOf } from '#features/transfer/row-key.rules.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import {
  countRows,
  deleteImport as deleteImportRow,
  deleteOldImports,
  deleteOpenRows,
  type ImportKey,
  insertRows,
  isUndoing,
  type LockedImport,
  lockImport,
  lockOpenImport,
  markWanted,
  selectImports,
  selectRememberedPlaces,
  selectRows,
  selectRowsAt,
  selectRowsByKey,
  selectUndoableAdditions,
  selectUndoableRows,
  selectUnmatchedRows,
  storeMatches,
  storeRows,
  touchImport,
} from './imports.sql.ts';
import { matchImported, readSavedByName } from './match-rows.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'transfer.run_import': { importId: string };
  }
}

/** Maximum number of finished imports that are kept for a member until they expire. */
const FINISHED_MAXIMUM = 5;
/** One request matches rows for at most this number of milliseconds. */
const MATCHING_MS = 3_000;

export const listImports = (database: Database, { userId }: Person): Promise<PlaceImport[]> =>
  selectImports(database, { userId });

/** @throws transfer.import_not_found */
export async function readImport(
  connection: Connection,
  { userId, importId }: ImportKey,
): Promise<PlaceImport> {
  const [found] = await selectImports(connection, { userId, importId });
  if (!found) throw problem(importsProblems, 'transfer.import_not_found');
  return found;
}

/**
 * Adds rows to the member's open import.
 * @throws transfer.too_many_rows, transfer.import_busy, collections.not_found, collections.not_allowed,
 * collections.read_only
 */
export const addRows = ({
  database,
  person: { userId },
  rows,
}: {
  database: Database;
  person: Person;
  rows: z.output<typeof NewRows>['rows'];
}): Promise<PlaceImport> =>
  database.transaction().execute(async (transaction) => {
    const collectionIds = rows.flatMap(({ fields }) => fields.collectionId || []);
    await requireCollectable(transaction, { userId, collectionIds });
    // No rows can be added while an import is being undone, because the undone import will be open again.
    if (await isUndoing(transaction, userId)) throw problem(importsProblems, 'transfer.import_busy');
    const open = await lockOpenImport(transaction, {
      id: uuidv4(),
      userId,
      fields: NEW_IMPORT_FIELDS,
      expiresAt: new Date(Date.now() + REVIEW_KEPT_MS),
    });
    rejectBusy(open);
    await addToOpen(transaction, open, rows);
    if (IMPORT_ROWS_MAXIMUM < (await countRows(transaction, open)))
      throw problem(importsProblems, 'transfer.too_many_rows', { limit: IMPORT_ROWS_MAXIMUM });
    await keepOpen(transaction, open);
    await deleteOldImports(transaction, { userId, kept: FINISHED_MAXIMUM });
    return readImport(transaction, { userId, importId: open.id });
  });

/**
 * Adds rows. If the import already contains a place, the new row adds its fields to the earlier row. If the earlier row
 * is already saved, or if it has no room for the new values, a new row is added.
 */
async function addToOpen(
  transaction: Connection,
  open: LockedImport,
  rows: z.output<typeof NewRows>['rows'],
): Promise<void> {
  const joined = new Map<string, (typeof rows)[number]>();
  for (const row of rows) {
    const key = rowKeyOf(row.place);
    const earlier = joined.get(key);
    const fields = earlier && mergedFields(earlier.fields, row.fields);
    if (fields === null) joined.set(ownKeyOf(row), row);
    else joined.set(key, earlier && fields ? { ...earlier, fields } : row);
  }
  const known = await selectRowsByKey(transaction, open, [...joined.keys()]);
  const changed: ImportRow[] = [];
  const added: { key: string; place: object; fields: object }[] = [];
  for (const [key, { place, fields }] of joined) {
    const earlier = known.get(key);
    const merged = earlier && mergedFields(earlier.fields, fields);
    if (!earlier) added.push({ key, place, fields });
    else if (!merged) added.push({ key: ownKeyOf({ place, fields }), place, fields });
    else if (isDeepStrictEqual(merged, mergedFields(earlier.fields, NO_FIELDS))) continue;
    else if (!isDone(earlier)) changed.push({ ...earlier, fields: merged });
    else added.push({ key: ownKeyOf({ place, fields }), place, fields });
  }
  if (changed.length > 0) await storeRows(transaction, open, changed);
  await insertRows(transaction, open, added);
}

/** Key of a row beside another row of the same place. */
const ownKeyOf = ({ place, fields }: Pick<z.output<typeof NewRows>['rows'][number], 'place' | 'fields'>) =>
  `${rowKeyOf(place)}\n${JSON.stringify(fields)}`;

/** @throws transfer.import_not_found */
export async function readRows({
  database,
  after,
  ...key
}: { database: Database; after: number } & ImportKey): Promise<{ rows: ImportRow[] }> {
  await readImport(database, key);
  return { rows: await selectRows(database, { ...key, after, limit: IMPORT_ROWS_AT_ONCE }) };
}

/**
 * Matches the next rows with the index. The searches run outside of transactions. If a row changes during its search,
 * the match is not stored.
 * @throws transfer.import_not_found, transfer.import_busy
 */
export async function matchRows({
  database,
  index,
  ...key
}: { database: Database; index: PlacesProvider } & ImportKey): Promise<{ rows: ImportRow[] }> {
  const { state } = await readImport(database, key);
  if (state === 'saving' || state === 'undoing') throw problem(importsProblems, 'transfer.import_busy');
  const rows = await selectUnmatchedRows(database, { ...key, limit: MATCHES_AT_ONCE });
  if (rows.length === 0) return { rows };
  const saved = await readSavedByName(database, key.userId);
  const remembered = await selectRememberedPlaces(database, {
    userId: key.userId,
    keys: rows.map(({ place }) => rowKeyOf(place)),
  });
  const until = Date.now() + MATCHING_MS;
  const matched: ImportRow[] = [];
  let fault: unknown;
  for (const row of rows) {
    if (until < Date.now() && matched.length > 0) break;
    try {
      const chosenEarlier = remembered.get(rowKeyOf(row.place)) ?? null;
      matched.push({ ...row, match: await matchImported({ place: row.place, index, saved, chosenEarlier }) });
    } catch (error) {
      // A search that fails or takes too long must not block the other rows. The next request repeats the search.
      fault = error;
    }
  }
  if (matched.length === 0) throw fault;
  await storeMatches(database, key.importId, matched);
  return {
    rows: await selectRowsAt(database, { ...key, positions: matched.map(({ position }) => position) }),
  };
}

/**
 * Changes rows that are not saved.
 * @throws transfer.import_not_found, transfer.import_busy, collections.not_found, collections.not_allowed,
 * collections.read_only
 */
export const changeRows = ({
  database,
  changes,
  ...key
}: { database: Database; changes: readonly RowChange[] } & ImportKey): Promise<{ rows: ImportRow[] }> => {
  const collectionIds = changes.flatMap(({ fields }) => fields?.collectionId || []);
  return changeOpen(database, { ...key, collectionIds }, async (transaction, open) => {
    const byPosition = new Map(changes.map((change) => [change.position, change]));
    const rows = await selectRowsAt(transaction, { ...key, positions: [...byPosition.keys()] });
    const changed = rows
      .filter((row) => !isDone(row))
      .map((row) => ({ ...withChange(row, byPosition.get(row.position)), problem: null }));
    await storeRows(transaction, open, changed);
    await keepOpen(transaction, open);
    return { rows: changed };
  });
};

function withChange(row: ImportRow, change: RowChange | undefined): ImportRow {
  if (!change) return row;
  const place = { ...row.place, ...change.place };
  const isMoved = place.name !== row.place.name || place.address !== row.place.address;
  const choice = change.choice === undefined ? row.choice : change.choice;
  return {
    ...row,
    // The coordinates and the place id belong to the old address. Therefore they are removed if the address changes.
    place:
      isMoved && place.address !== row.place.address ? { ...place, placeId: '', coordinates: null } : place,
    fields: { ...row.fields, ...definedOf(change.fields) },
    match: isMoved ? null : row.match,
    choice: isMoved && choice?.from === 'maps' ? null : choice,
    isChecked: change.isChecked === undefined ? row.isChecked : change.isChecked,
  };
}

const definedOf = (fields: RowChange['fields'] = {}): Partial<RowFields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/**
 * @throws transfer.import_not_found, transfer.import_busy, collections.not_found, collections.not_allowed,
 * collections.read_only
 */
export const changeFields = ({
  database,
  fields,
  ...key
}: { database: Database; fields: ImportFields } & ImportKey): Promise<PlaceImport> =>
  changeOpen(
    database,
    { ...key, collectionIds: [fields.collectionId || []].flat() },
    async (transaction, open) => {
      await touchImport(transaction, open, { fields, expiresAt: new Date(Date.now() + REVIEW_KEPT_MS) });
      return readImport(transaction, key);
    },
  );

/**
 * Starts the job that saves the given rows. Rows without a certain or chosen place are left out. Rows whose place is in
 * the list, goes into no collection and gets no values are left out too.
 * @throws transfer.import_not_found, transfer.import_busy, transfer.not_enough_room
 */
export const saveImport = ({
  database,
  jobs,
  person,
  importId,
  positions,
}: {
  database: Database;
  jobs: Jobs;
  person: Person;
  importId: string;
  positions: readonly number[];
}): Promise<PlaceImport> => {
  const key = { userId: person.userId, importId };
  return database.transaction().execute(async (transaction) => {
    // `countRoom` locks the list before the import is locked, in the order of docs/decisions/0030-lock-order.md.
    const room = await countRoom(transaction, person);
    const open = await lockOwn(transaction, key);
    rejectBusy(open);
    const rows = await selectRowsAt(transaction, { importId, positions });
    const list = await selectMyRestaurants(transaction, person.userId);
    const saved = new Map(list.map((restaurant) => [restaurant.id, restaurant]));
    const wanted = rows.filter((row) => isSavable(row, open.fields, saved));
    const added = wanted.filter(isNew).length;
    if (room < added)
      throw problem(importsProblems, 'transfer.not_enough_room', { limit: room, room, more: added - room });
    if (wanted.length > 0) {
      await markWanted(
        transaction,
        open,
        wanted.map(({ position }) => position),
      );
      await startJob({ transaction, jobs, open, state: 'saving' });
    }
    return readImport(transaction, key);
  });
};

/** @throws transfer.import_not_found */
export const cancelImport = ({
  database,
  ...key
}: { database: Database } & ImportKey): Promise<PlaceImport> =>
  database.transaction().execute(async (transaction) => {
    const found = await lockOwn(transaction, key);
    if (found.state === 'saving') await touchImport(transaction, found, { state: 'review' });
    return readImport(transaction, key);
  });

/** @throws transfer.import_not_found, transfer.import_busy, transfer.undo_expired */
export const undoImport = ({
  database,
  jobs,
  ...key
}: { database: Database; jobs: Jobs } & ImportKey): Promise<PlaceImport> =>
  database.transaction().execute(async (transaction) => {
    const found = await lockOwn(transaction, key);
    if (found.state === 'undoing') return readImport(transaction, key);
    if (found.state === 'saving') throw problem(importsProblems, 'transfer.import_busy');
    const [first] = await selectUndoableRows(transaction, found, 1);
    const [addition] = await selectUndoableAdditions(transaction, found, 1);
    if (!first && !addition) throw problem(importsProblems, 'transfer.undo_expired');
    await startJob({ transaction, jobs, open: found, state: 'undoing' });
    return readImport(transaction, key);
  });

/** @throws transfer.import_not_found, transfer.import_busy */
export const discardImport = ({
  database,
  ...key
}: { database: Database } & ImportKey): Promise<PlaceImport[]> =>
  changeOpen(database, key, async (transaction, open) => {
    await deleteOpenRows(transaction, open);
    if ((await countRows(transaction, open)) === 0) await deleteImportRow(transaction, open);
    else await finish(transaction, open);
    return selectImports(transaction, { userId: key.userId });
  });

/** Ends an import that has no open rows. The import is kept while it can be undone. */
export const finish = (transaction: Connection, open: LockedImport) =>
  touchImport(transaction, open, { state: 'done', expiresAt: new Date(Date.now() + IMPORT_UNDO_MS) });

async function startJob({
  transaction,
  jobs,
  open,
  state,
}: {
  transaction: Connection;
  jobs: Jobs;
  open: LockedImport;
  state: 'saving' | 'undoing';
}): Promise<void> {
  await touchImport(transaction, open, { state, expiresAt: new Date(Date.now() + REVIEW_KEPT_MS) });
  await jobs.add(transaction, 'transfer.run_import', { importId: open.id }, { key: `transfer ${open.id}` });
}

/** @param collectionIds the chosen collections; the member must be allowed to add places to them */
const changeOpen = <Result>(
  database: Database,
  { collectionIds = [], ...key }: ImportKey & { collectionIds?: readonly string[] },
  change: (transaction: Connection, open: LockedImport) => Promise<Result>,
): Promise<Result> =>
  database.transaction().execute(async (transaction) => {
    // Locks the collections before the import, in the order of docs/decisions/0030-lock-order.md.
    await requireCollectable(transaction, { userId: key.userId, collectionIds });
    const open = await lockOwn(transaction, key);
    rejectBusy(open);
    return change(transaction, open);
  });

async function lockOwn(transaction: Connection, key: ImportKey): Promise<LockedImport> {
  const found = await lockImport(transaction, key);
  if (!found) throw problem(importsProblems, 'transfer.import_not_found');
  return found;
}

function rejectBusy({ state }: LockedImport): void {
  if (state === 'saving' || state === 'undoing') throw problem(importsProblems, 'transfer.import_busy');
}

const keepOpen = (transaction: Connection, open: LockedImport) =>
  touchImport(transaction, open, { expiresAt: new Date(Date.now() + REVIEW_KEPT_MS) });
