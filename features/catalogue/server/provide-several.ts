import { writeAuditLog } from '#features/admin/server/admin.public.ts';
import type { PlaceDetails } from '#features/places/places.contract.ts';
import type { Connection } from '#server/database/database.ts';
import type { Person } from '#server/http/require-user.ts';
import { insertPlace } from './catalogue.sql.ts';
import { announcePlaceChanges } from './place-changes.ts';
import { lockPlaces, setProvided, unsetProvided } from './provided-admin.sql.ts';
import { incrementProvidedVersion } from './provided.sql.ts';

/**
 * Makes public places provided restaurants, and adds them to the catalogue first. Places that are already provided
 * stay as they are. The audit log gets one entry.
 * @returns the ids of the places that were not provided before
 */
export async function provideSeveral(
  transaction: Connection,
  {
    admin,
    places,
    memo,
    subject,
  }: { admin: Person; places: readonly PlaceDetails[]; memo: string; subject: string },
): Promise<string[]> {
  const ids = places.map(({ placeId }) => placeId).toSorted();
  // The listeners lock lists. Lists are locked before places, so this comes first.
  await announcePlaceChanges(transaction, ids);
  // Places that are in the catalogue stay as they are.
  for (const details of places)
    await insertPlace(transaction, { details, addedByUid: admin.userId, note: null });
  const locked = await lockPlaces(transaction, ids);
  const notYetProvided = [...locked.values()].filter(
    ({ providedAt, isPrivate }) => providedAt === null && !isPrivate,
  );
  await incrementProvidedVersion(transaction);
  for (const { id, categoryId, tags } of notYetProvided)
    await setProvided(transaction, id, { memo, tags, categoryId });
  const provided = notYetProvided.map(({ id }) => id);
  await writeAuditLog(transaction, {
    admin,
    act: 'provided.list_added',
    subject,
    before: null,
    after: { provided },
  });
  return provided;
}

/** Makes restaurants no longer provided. The audit log gets one entry. */
export async function withdrawSeveral(
  transaction: Connection,
  { admin, ids, subject }: { admin: Person; ids: readonly string[]; subject: string },
): Promise<void> {
  await lockPlaces(transaction, ids);
  await incrementProvidedVersion(transaction);
  for (const id of ids) await unsetProvided(transaction, id);
  await writeAuditLog(transaction, {
    admin,
    act: 'provided.list_removed',
    subject,
    before: { provided: ids },
    after: null,
  });
}
