import { v7 as uuidv7 } from 'uuid';
import { writeAuditLog } from '#features/admin/server/admin.public.ts';
import { manualPlaceId, isManualPlaceId } from '#features/catalogue/catalogue.rules.ts';
import type { AdminRestaurant, ImportedRow } from '#features/catalogue/provided-admin.contract.ts';
import type { ProvidedSource } from '#features/catalogue/provided.contract.ts';
import type { PlaceDetails } from '#features/places/places.contract.ts';
import {
  cacheSearchResults,
  type PlacesProvider,
  selectCachedPlace,
} from '#features/places/server/places.public.ts';
import { TAGS_MAXIMUM } from '#features/catalogue/catalogue.limits.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { ProblemError } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import { insertPlace, selectCategories } from './catalogue.sql.ts';
import { announcePlaceChanges } from './place-changes.ts';
import {
  findPlacesNamed,
  insertPlaceFromProvider,
  knownPlaces,
  lockImports,
  lockPlaces,
  setProvided,
  rollBackToSavepoint,
  setSavepoint,
} from './provided-admin.sql.ts';
import { type ProvidedRow, readProvidedCsv } from './provided-csv.ts';
import { incrementProvidedVersion, selectSources } from './provided.sql.ts';
import { createEpisodes, type NamedEpisode } from './sources.service.ts';
import { setEpisodesOfPlace } from './sources.sql.ts';

export type Imported = { rows: ImportedRow[]; places: number; newSources: string[] };

export type ReadImport = { rows: ProvidedRow[]; detailsById: Map<string, PlaceDetails> };

/**
 * Parses the file, and fetches the details of places that are not in the catalogue from the maps service. The
 * function must run outside a transaction, because a transaction must not wait for the network.
 * @throws catalogue.csv_unreadable, catalogue.csv_empty, catalogue.csv_too_long, places.unavailable
 */
export async function readImport({
  database,
  maps,
  csv,
}: {
  database: Database;
  maps: PlacesProvider;
  csv: string;
}): Promise<ReadImport> {
  const rows = readProvidedCsv({ csv, categories: await selectCategories(database) });
  const { detailsById, notFetched } = await fetchFromMapsService({ database, maps, rows });
  for (const row of rows) {
    if (row.placeId && notFetched.has(row.placeId)) addError(row, 'place_id', 'catalogue.maps_used_up_today');
  }
  return { rows, detailsById };
}

/**
 * Imports the rows. A place may be in several rows, one for each of its episodes. Rows with errors are reported and
 * skipped. Fields that the file does not contain stay unchanged. Only one import runs at a time: an import looks for a
 * place without an id by its name and address, and would not see the uncommitted places of another import.
 *
 * A preview runs the whole import and then rolls back the changes, so that its report equals the report of the real
 * import.
 */
export async function importProvided(
  transaction: Connection,
  { admin, rows, detailsById, isPreview }: ReadImport & { admin: Person; isPreview: boolean },
): Promise<Imported> {
  await lockImports(transaction);
  await setSavepoint(transaction);
  const imported = await importRows(transaction, { admin, rows, detailsById });
  if (isPreview || imported.places === 0) {
    await rollBackToSavepoint(transaction);
  }
  return imported;
}

/**
 * Fetches the details of those places that are not in the catalogue. The details are kept for a day, so that an import
 * after its preview makes no further calls. If the daily budget is used up, the other places are returned as
 * `notFetched`.
 */
async function fetchFromMapsService({
  database,
  maps,
  rows,
}: {
  database: Database;
  maps: PlacesProvider;
  rows: readonly ProvidedRow[];
}): Promise<{ detailsById: Map<string, PlaceDetails>; notFetched: Set<string> }> {
  const ids = [...new Set(rows.flatMap(({ placeId }) => placeId ?? []))];
  const known = await knownPlaces(database, ids);
  const detailsById = new Map<string, PlaceDetails>();
  const notFetched = new Set<string>();
  for (const placeId of ids) {
    if (known.has(placeId) || isManualPlaceId(placeId)) continue;
    const cached = await selectCachedPlace(database, placeId);
    if (cached) detailsById.set(placeId, cached);
    else if (notFetched.size > 0) notFetched.add(placeId);
    else {
      try {
        const details = await maps.details({ placeId });
        if (!details) continue;
        detailsById.set(placeId, details);
        await cacheSearchResults(database, [{ ...details, placeId }]);
      } catch (error) {
        if (!isBudgetUsedUp(error)) throw error;
        notFetched.add(placeId);
      }
    }
  }
  return { detailsById, notFetched };
}

const isBudgetUsedUp = (error: unknown): boolean =>
  error instanceof ProblemError &&
  (error.code === 'places.too_many_today' || error.code === 'places.quota_used_up');

async function importRows(
  transaction: Connection,
  {
    admin,
    rows,
    detailsById,
  }: { admin: Person; rows: readonly ProvidedRow[]; detailsById: ReadonlyMap<string, PlaceDetails> },
): Promise<Imported> {
  const sourcesBefore = await selectSources(transaction);
  const titlesBefore = new Set(sourcesBefore.map(({ title }) => title));
  // At least one row of a new source must contain the kind of the source.
  const titlesWithKind = new Set(titlesBefore);
  for (const { source } of rows) if (source && source.kind !== null) titlesWithKind.add(source.title);
  for (const row of rows) {
    if (row.source && !titlesWithKind.has(row.source.title)) addError(row, 'source_kind', 'required');
  }

  const placed = await placeRows(transaction, { rows, detailsById });
  const ids = [...new Set(placed.values())];
  for (const row of rows) {
    const id = placed.get(row);
    if (id) await addToCatalogue(transaction, { row, id, details: detailsById.get(id), admin });
  }
  const before = await lockPlaces(transaction, ids);
  await incrementProvidedVersion(transaction);

  const good = rows.filter(({ errors }) => errors.length === 0);
  const episodeId = await createEpisodes(transaction, {
    admin,
    named: good.flatMap(({ source }) => source ?? []),
  });

  const sources = await selectSources(transaction);
  const changedEpisodeIds = changedEpisodes({ before: sourcesBefore, after: sources });

  const byPlace = Map.groupBy(good, (row) => placed.get(row));
  const outcomes = new Map<string, ImportedRow['outcome']>();
  for (const id of ids) {
    const place = before.get(id);
    const of = byPlace.get(id);
    if (!place || !of) continue;
    const outcome = await provide(transaction, { place, rows: of, episodeId, admin });
    const hasChanges = of.some(({ source }) => source && changedEpisodeIds.has(episodeId(source)));
    outcomes.set(id, outcome === 'unchanged' && hasChanges ? 'updated' : outcome);
  }
  const titles = sources.map(({ title }) => title);
  return {
    rows: rows.map((row) => {
      const { line, name, errors } = row;
      const outcome = outcomes.get(placed.get(row) ?? '') ?? 'unchanged';
      return { line, name, errors, outcome: errors.length > 0 ? 'refused' : outcome };
    }),
    places: [...outcomes.values()].filter((outcome) => outcome !== 'unchanged').length,
    newSources: titles.filter((title) => !titlesBefore.has(title)),
  };
}

/** Returns the ids of episodes that the import has added or changed, for example with a new date. */
function changedEpisodes({
  before,
  after,
}: {
  before: readonly ProvidedSource[];
  after: readonly ProvidedSource[];
}): Set<string> {
  const all = (sources: readonly ProvidedSource[]) => sources.flatMap(({ episodes }) => episodes);
  const known = new Set(all(before).map((episode) => JSON.stringify(episode)));
  return new Set(
    all(after)
      .filter((episode) => !known.has(JSON.stringify(episode)))
      .map(({ id }) => id),
  );
}

/**
 * Finds or adds the place of each row. A place is found by its id, or by its name and address if the row has no id. A
 * place that is not found is added. The changes are announced first, because lists must be locked before places.
 */
async function placeRows(
  transaction: Connection,
  { rows, detailsById }: { rows: readonly ProvidedRow[]; detailsById: ReadonlyMap<string, PlaceDetails> },
): Promise<Map<ProvidedRow, string>> {
  const givenIds = rows.flatMap(({ placeId }) => placeId ?? []);
  const sameName = await findPlacesNamed(
    transaction,
    rows.map(({ name, address }) => ({ name, address })),
  );
  await announcePlaceChanges(transaction, [...givenIds, ...sameName.map(({ id }) => id)]);
  const named = await lockPlaces(transaction, givenIds);
  const keyOf = ({ name, address }: { name: string; address: string }) => `${name}\n${address}`;
  const ids = new Map(sameName.map((place) => [keyOf(place), place.id]));
  const placed = new Map<ProvidedRow, string>();
  for (const row of rows) {
    if (row.errors.length > 0) continue;
    const { placeId } = row;
    const hasLocation = row.address !== '' || row.coordinates !== null;
    if (placeId) {
      const place = named.get(placeId);
      const isThere = place ? !place.isPrivate : detailsById.has(placeId);
      if (isThere || (!place && !isManualPlaceId(placeId) && hasLocation)) placed.set(row, placeId);
      else addError(row, 'place_id', 'restaurants.place_not_found');
    } else if (!hasLocation) {
      addError(row, 'address', 'restaurants.address_or_pin_missing');
    } else {
      const id = ids.get(keyOf(row)) ?? manualPlaceId(uuidv7());
      ids.set(keyOf(row), id);
      placed.set(row, id);
    }
  }
  return placed;
}

/** Adds the place of a row to the catalogue, if the catalogue does not contain it. */
async function addToCatalogue(
  transaction: Connection,
  {
    row,
    id,
    details,
    admin,
  }: { row: ProvidedRow; id: string; details: PlaceDetails | undefined; admin: Person },
): Promise<void> {
  if (details) {
    await insertPlace(transaction, {
      details: { ...details, placeId: id },
      addedByUid: admin.userId,
      note: null,
    });
    return;
  }
  await insertPlaceFromProvider(transaction, {
    id,
    provider: isManualPlaceId(id) ? 'own' : 'google',
    place: row,
    adminUid: admin.userId,
  });
}

/**
 * Makes the place a provided restaurant. If the place has several rows, it gets the last memo and category, and the
 * tags and episodes of all rows.
 */
async function provide(
  transaction: Connection,
  {
    place,
    rows,
    episodeId,
    admin,
  }: {
    place: AdminRestaurant;
    rows: readonly ProvidedRow[];
    episodeId: (of: NamedEpisode) => string;
    admin: Person;
  },
): Promise<ImportedRow['outcome']> {
  const episodeIds = new Set(place.episodeIds);
  for (const { source } of rows) if (source) episodeIds.add(episodeId(source));
  const mergedFields = {
    memo: rows.findLast(({ memo }) => memo !== '')?.memo ?? place.memo,
    tags: [...new Set([...place.tags, ...rows.flatMap(({ tags }) => tags)])].slice(0, TAGS_MAXIMUM),
    categoryId: rows.findLast(({ categoryId }) => categoryId !== null)?.categoryId ?? place.categoryId,
  };
  const isNew = place.providedAt === null;
  const isSame =
    !isNew &&
    mergedFields.memo === place.memo &&
    mergedFields.categoryId === place.categoryId &&
    mergedFields.tags.length === place.tags.length &&
    episodeIds.size === place.episodeIds.length;
  if (isSame) return 'unchanged';
  await setProvided(transaction, place.id, mergedFields);
  await setEpisodesOfPlace(transaction, { restaurantId: place.id, episodeIds: [...episodeIds] });
  await writeAuditLog(transaction, {
    admin,
    act: isNew ? 'provided.added' : 'provided.changed',
    subject: place.id,
    before: isNew ? null : place,
    after: { ...place, ...mergedFields, episodeIds: [...episodeIds] },
  });
  return isNew ? 'added' : 'updated';
}

function addError(row: ProvidedRow, column: string, code: string): void {
  row.errors.push({ column, code });
}
