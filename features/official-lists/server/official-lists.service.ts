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
  regionOf,
  type RegisteredPlace,
} from '#features/official-lists/official-matching.rules.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import {
  lockEntryToCheck,
  selectEntriesToMatch,
  selectOpenPlace,
  selectOpenPlaces,
  storeDecidedPlaces,
  storeDecision,
  storeMatches,
  type Whereabouts,
} from './matching.sql.ts';
import { storeEntries, storeList } from './official-lists.sql.ts';
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
  const all = await selectEntriesToMatch(database);
  if (all.length === 0) return 0;
  const entries = all.filter(({ decided }) => decided === null);
  const decided = new Map<string, Whereabouts | null>(all.map((entry) => [entry.decided ?? '', null]));
  const possible = possiblePlaces(entries);
  for (let after = 0; ;) {
    signal.throwIfAborted();
    const places = await selectOpenPlaces(database, { after, limit: PLACES_READ });
    for (const place of places) {
      possible.add(place);
      if (decided.has(place.placeId)) decided.set(place.placeId, whereaboutsOf(place));
    }
    const last = places.at(-1);
    if (last === undefined || places.length < PLACES_READ) break;
    after = last.id;
  }
  await storeDecidedPlaces(
    database,
    all.flatMap((entry) => (entry.decided === null ? [] : [{ id: entry.id, ...decided.get(entry.decided) }])),
  );
  return storeMatches(
    database,
    entries.map((entry): EntryMatch & { id: number } & Partial<Whereabouts> => {
      const found = possible.of(entry);
      const match = matchEntry(entry, found);
      const place = [...found.byPhone, ...found.byHouse, ...found.byName].find(
        ({ placeId }) => placeId === match.placeId,
      );
      return { id: entry.id, ...match, ...(place && whereaboutsOf(place)) };
    }),
  );
}

const whereaboutsOf = ({
  address,
  lotAddress,
  lat,
  lng,
}: Pick<RegisteredPlace, 'address' | 'lotAddress' | 'lat' | 'lng'>): Whereabouts | null => {
  const region = regionOf(address || lotAddress);
  return region && { ...region, lat, lng };
};

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
    const place = placeId === null ? undefined : await selectOpenPlace(transaction, placeId);
    await storeDecision(transaction, { id, placeId, whereabouts: place ? whereaboutsOf(place) : null });
    await writeAuditLog(transaction, {
      admin,
      act: 'official_lists.decided',
      subject: String(id),
      before: null,
      after: { placeId },
    });
    return { id };
  });
