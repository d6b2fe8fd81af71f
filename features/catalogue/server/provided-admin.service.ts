import type { z } from 'zod';
import { writeAuditLog } from '#features/admin/server/admin.public.ts';
import {
  type AdminRestaurant,
  catalogueProblems,
  type NewProvided,
  type ProvidedChanges,
} from '#features/catalogue/provided-admin.contract.ts';
import type { Connection, Database } from '#server/database/database.ts';
import { InvalidRequest, problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import { categoryExists, insertPlace } from './catalogue.sql.ts';
import type { FoundPlace } from './find-place-to-add.ts';
import { announcePlaceChanges } from './place-changes.ts';
import {
  insertPlaceFromProvider,
  lockPlaces,
  setProvided,
  setPublished,
  unsetProvided,
  updateManualPlaceDetails,
} from './provided-admin.sql.ts';
import { incrementProvidedVersion } from './provided.sql.ts';
import { selectEpisodes, setEpisodesOfPlace } from './sources.sql.ts';

/* The lock order is: lists, the place, the document of provided restaurants, sources. */

/**
 * Makes a restaurant a provided restaurant. A restaurant that is not in the catalogue is added to the catalogue
 * first.
 * @throws catalogue.already_provided, catalogue.not_published, request.invalid (categoryId, episodeIds)
 */
export async function addProvided(
  transaction: Connection,
  { admin, found, wanted }: { admin: Person; found: FoundPlace; wanted: z.output<typeof NewProvided> },
): Promise<AdminRestaurant> {
  const { placeId: restaurantId } = found;
  await announcePlaceChanges(transaction, [restaurantId]);
  await addToCatalogue(transaction, { found, admin });
  const before = await lockPlace(transaction, restaurantId);
  if (before.providedAt !== null) throw problem(catalogueProblems, 'catalogue.already_provided');
  if (before.isPrivate) throw problem(catalogueProblems, 'catalogue.not_published');
  await rejectUnknownCategory(transaction, wanted.categoryId);
  await incrementProvidedVersion(transaction);
  await rejectUnknownEpisodes(transaction, wanted.episodeIds);
  const { memo, tags, episodeIds, categoryId } = wanted;
  await setProvided(transaction, restaurantId, { memo, tags, categoryId: categoryId ?? before.categoryId });
  await setEpisodesOfPlace(transaction, { restaurantId, episodeIds });
  return withAuditLog(transaction, { admin, act: 'provided.added', restaurantId, before: null });
}

/**
 * Updates a provided restaurant. The facts of the place can be changed if it is a manual place.
 * @throws catalogue.not_found, catalogue.place_not_editable, request.invalid (categoryId, episodeIds)
 */
export async function updateProvided(
  database: Database,
  { admin, restaurantId, changes }: { admin: Person; restaurantId: string; changes: ProvidedChanges },
): Promise<AdminRestaurant> {
  return database.transaction().execute(async (transaction) => {
    await announcePlaceChanges(transaction, [restaurantId]);
    const before = await lockPlace(transaction, restaurantId);
    if (before.providedAt === null) throw problem(catalogueProblems, 'catalogue.not_found');
    if (changes.place) {
      if (before.provider !== 'own') throw problem(catalogueProblems, 'catalogue.place_not_editable');
      await updateManualPlaceDetails(transaction, restaurantId, changes.place);
    }
    await rejectUnknownCategory(transaction, changes.categoryId);
    await incrementProvidedVersion(transaction);
    const { memo = before.memo, tags = before.tags, episodeIds } = changes;
    const categoryId = changes.categoryId === undefined ? before.categoryId : changes.categoryId;
    await setProvided(transaction, restaurantId, { memo, tags, categoryId });
    if (episodeIds) {
      await rejectUnknownEpisodes(transaction, episodeIds);
      await setEpisodesOfPlace(transaction, { restaurantId, episodeIds });
    }
    return withAuditLog(transaction, { admin, act: 'provided.changed', restaurantId, before });
  });
}

/**
 * Makes a restaurant no longer provided.
 * @throws catalogue.not_found
 */
export async function removeProvided(
  database: Database,
  { admin, restaurantId }: { admin: Person; restaurantId: string },
): Promise<AdminRestaurant> {
  return database.transaction().execute(async (transaction) => {
    const before = await lockPlace(transaction, restaurantId);
    if (before.providedAt === null) throw problem(catalogueProblems, 'catalogue.not_found');
    await incrementProvidedVersion(transaction);
    await unsetProvided(transaction, restaurantId);
    return withAuditLog(transaction, { admin, act: 'provided.removed', restaurantId, before });
  });
}

/**
 * Publishes a manual place. The author keeps the place in their list, but can no longer change its facts.
 * @throws catalogue.not_found
 */
export async function publishPlace(
  database: Database,
  { admin, restaurantId }: { admin: Person; restaurantId: string },
): Promise<AdminRestaurant> {
  return database.transaction().execute(async (transaction) => {
    await announcePlaceChanges(transaction, [restaurantId]);
    const before = await lockPlace(transaction, restaurantId);
    if (!before.isPrivate) return before;
    await setPublished(transaction, restaurantId);
    return withAuditLog(transaction, { admin, act: 'place.published', restaurantId, before });
  });
}

async function withAuditLog(
  transaction: Connection,
  {
    admin,
    act,
    restaurantId,
    before,
  }: { admin: Person; act: `${string}.${string}`; restaurantId: string; before: AdminRestaurant | null },
): Promise<AdminRestaurant> {
  const after = await lockPlace(transaction, restaurantId);
  await writeAuditLog(transaction, { admin, act, subject: restaurantId, before, after });
  return after;
}

async function lockPlace(transaction: Connection, restaurantId: string): Promise<AdminRestaurant> {
  const place = (await lockPlaces(transaction, [restaurantId])).get(restaurantId);
  if (!place) throw problem(catalogueProblems, 'catalogue.not_found');
  return place;
}

/** Adds the place to the catalogue. If the admin entered the place by hand, the place is public immediately. */
async function addToCatalogue(
  transaction: Connection,
  { found, admin }: { found: FoundPlace; admin: Person },
): Promise<void> {
  if (found.from === 'catalogue') return;
  if (found.from === 'maps') {
    await insertPlace(transaction, { details: found.details, addedByUid: admin.userId, note: null });
    return;
  }
  await insertPlaceFromProvider(transaction, {
    id: found.placeId,
    provider: 'own',
    place: found.place,
    adminUid: admin.userId,
  });
}

async function rejectUnknownCategory(
  transaction: Connection,
  categoryId: string | null | undefined,
): Promise<void> {
  if (categoryId == null || (await categoryExists(transaction, categoryId))) return;
  throw new InvalidRequest([{ path: 'categoryId', code: 'restaurants.category_unknown' }]);
}

async function rejectUnknownEpisodes(transaction: Connection, ids: readonly string[]): Promise<void> {
  const known = await selectEpisodes(transaction, ids);
  const errors = ids.flatMap((id, at) =>
    known.has(id) ? [] : [{ path: `episodeIds.${at}`, code: 'catalogue.episode_unknown' }],
  );
  if (errors.length > 0) throw new InvalidRequest(errors);
}
