import { writeAuditLog } from '#features/admin/server/admin.public.ts';
import {
  type OfficialList,
  officialListsProblems,
} from '#features/official-lists/official-lists.contract.ts';
import {
  type EntryMatch,
  entryNameKey,
  houseKeysOf,
  type ListedEntry,
  matchEntry,
  phoneKey,
  type RegisteredPlace,
} from '#features/official-lists/official-matching.rules.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import {
  lockEntryToCheck,
  selectEntriesToMatch,
  selectOpenPlaces,
  storeDecision,
  storeEntries,
  storeList,
  storeMatches,
} from './official-lists.sql.ts';
import type { OfficialListFile } from './read-official-list.ts';

/** Stores a file that was read. Entries that are not in the file leave the list and keep their history. */
export const importOfficialList = (
  database: Database,
  { list, file, year }: { list: OfficialList; file: OfficialListFile; year: number },
): Promise<{ added: number; changed: number; left: number }> =>
  database.transaction().execute(async (transaction) => {
    const result = await storeEntries(transaction, { list, entries: file.entries });
    await storeList(transaction, { list, rows: file.rows, year });
    return result;
  });

/** Number of places that are read at once. */
const PLACES_READ = 20_000;

/**
 * Compares the entries with the open places of the register. All places are read once, because 78,000 searches would
 * take longer. Decisions of the admin stay.
 * @returns the number of entries whose match has changed
 */
export async function matchOfficialLists(
  database: Connection,
  { signal }: { signal: AbortSignal },
): Promise<number> {
  const entries = await selectEntriesToMatch(database);
  if (entries.length === 0) return 0;
  const possible = possiblePlaces(entries);
  for (let after = 0; ;) {
    signal.throwIfAborted();
    const places = await selectOpenPlaces(database, { after, limit: PLACES_READ });
    for (const place of places) possible.add(place);
    const last = places.at(-1);
    if (last === undefined || places.length < PLACES_READ) break;
    after = last.id;
  }
  return storeMatches(
    database,
    entries.map((entry): EntryMatch & { id: number } => ({
      id: entry.id,
      ...matchEntry(entry, possible.of(entry)),
    })),
  );
}

type Found = Record<'byPhone' | 'byHouse' | 'byName', RegisteredPlace[]>;

/** Collects the places that have the phone number, the house or the name of an entry. */
function possiblePlaces(entries: readonly ListedEntry[]) {
  const found = new Map<number, Found>();
  const indexes = {
    byPhone: new Map<string, number[]>(),
    byHouse: new Map<string, number[]>(),
    byName: new Map<string, number[]>(),
  };
  const keysOf = (place: { name: string; phone: string; addresses: readonly string[] }) => ({
    byPhone: place.phone === '' ? [] : [place.phone],
    byHouse: houseKeysOf(...place.addresses),
    byName: [entryNameKey(place.name)].filter((key) => key !== ''),
  });
  const kinds = ['byPhone', 'byHouse', 'byName'] as const;
  for (const { id, name, phone, address } of entries) {
    found.set(id, { byPhone: [], byHouse: [], byName: [] });
    const keys = keysOf({ name, phone, addresses: [address] });
    for (const kind of kinds)
      for (const key of keys[kind]) indexes[kind].set(key, [...(indexes[kind].get(key) ?? []), id]);
  }
  return {
    add: (place: RegisteredPlace) => {
      const { name, address, lotAddress, phoneNumber } = place;
      const keys = keysOf({ name, phone: phoneKey(phoneNumber), addresses: [address, lotAddress] });
      for (const kind of kinds)
        for (const key of keys[kind])
          for (const id of indexes[kind].get(key) ?? []) found.get(id)?.[kind].push(place);
    },
    of: ({ id }: ListedEntry): Found => found.get(id) ?? { byPhone: [], byHouse: [], byName: [] },
  };
}

/**
 * Stores which place an entry means. Null: none of the candidates.
 * @throws official.entry_not_found, official.place_not_found
 */
export const decideEntry = (
  database: Database,
  { admin, id, placeId }: { admin: Person; id: number; placeId: string | null },
): Promise<{ id: number }> =>
  database.transaction().execute(async (transaction) => {
    const entry = await lockEntryToCheck(transaction, id);
    if (entry === null) throw problem(officialListsProblems, 'official.entry_not_found');
    if (placeId !== null && !entry.candidates.includes(placeId))
      throw problem(officialListsProblems, 'official.place_not_found');
    await storeDecision(transaction, { id, placeId });
    await writeAuditLog(transaction, {
      ...{ admin, act: 'official_lists.decided', subject: String(id) },
      before: null,
      after: { placeId },
    });
    return { id };
  });
