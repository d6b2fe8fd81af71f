import { type Photo, type PhotoPurpose, photosProblems } from '#features/photos/photos.contract.ts';
import { canAttach } from '#features/photos/photos.rules.ts';
import type { Connection, Database } from '#server/database/database.ts';
import type { PhotoReaders } from '#server/http/photo-readers.ts';
import { problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import {
  lockPhoto,
  lockPhotos,
  lockPhotosOfUse,
  markRemoved,
  markRemovedUsedBy,
  selectPhotosUsedBy,
  selectShownPhoto,
  setPhotosUsedBy,
  updateAlt,
} from './photos.sql.ts';

/**
 * Attaches the given photos to a review or entry, and detaches all other photos of this review or entry. A detached
 * photo is deleted a day later if it is not attached again before. Must be called in the transaction that writes the
 * review or entry. Concurrent calls for one review or entry run one after another.
 * @param usedBy the id of the review or entry
 * @param limit maximum number of photos
 * @throws photos.not_found, photos.limit_reached
 */
export async function attachPhotos(
  transaction: Connection,
  {
    ownerId,
    purpose,
    usedBy,
    photoIds,
    limit,
  }: {
    ownerId: string;
    purpose: PhotoPurpose;
    usedBy: string;
    photoIds: readonly string[];
    limit: number;
  },
): Promise<Photo[]> {
  const wanted = [...new Set(photoIds)];
  await lockPhotosOfUse(transaction, { purpose, usedBy });
  const locked = await lockPhotos(transaction, { ownerId, purpose, usedBy, photoIds: wanted });
  const isFree = (photoId: string) =>
    locked.some((photo) => photo.id === photoId && (photo.usedBy === null || photo.usedBy === usedBy));
  if (!wanted.every(isFree)) throw problem(photosProblems, 'photos.not_found');

  const before = locked.filter((photo) => photo.usedBy === usedBy).map(({ id }) => id);
  const decision = canAttach({ before, after: wanted, limit });
  if (!decision.allowed) throw problem(photosProblems, 'photos.limit_reached', { limit: decision.limit });
  return setPhotosUsedBy(transaction, { purpose, usedBy, photoIds: wanted, locked });
}

/**
 * Removes the photos of reviews or entries. Must be called in the transaction that deletes the reviews or entries. A
 * job deletes the files after the commit, even if the server crashes.
 */
export async function removePhotos(
  transaction: Connection,
  { jobs, purpose, usedBy }: { jobs: Jobs; purpose: PhotoPurpose; usedBy: readonly string[] },
): Promise<void> {
  const removed = await markRemovedUsedBy(transaction, { purpose, usedBy });
  if (removed > 0) await addFileRemoval({ transaction, jobs });
}

/** Returns photos by the id of their review or entry. Ids without photos are not in the map. */
export async function photosUsedBy(
  connection: Connection,
  given: { purpose: PhotoPurpose; usedBy: readonly string[] },
): Promise<Map<string, Photo[]>> {
  const photos = new Map<string, Photo[]>();
  if (given.usedBy.length === 0) return photos;
  for (const { usedBy, ...photo } of await selectPhotosUsedBy(connection, given)) {
    photos.set(usedBy, [...(photos.get(usedBy) ?? []), photo]);
  }
  return photos;
}

/** @throws photos.not_found */
export async function describePhoto({
  database,
  ...given
}: {
  database: Database;
  photoId: string;
  ownerId: string;
  alt: string;
}): Promise<Photo> {
  const photo = await updateAlt(database, given);
  if (!photo) throw problem(photosProblems, 'photos.not_found');
  return photo;
}

/** @throws photos.not_found, photos.in_use */
export async function deletePhoto({
  database,
  jobs,
  ...given
}: {
  database: Database;
  jobs: Jobs;
  photoId: string;
  ownerId: string;
}): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const photo = await lockPhoto(transaction, given);
    if (!photo) throw problem(photosProblems, 'photos.not_found');
    if (photo.usedBy !== null) throw problem(photosProblems, 'photos.in_use');
    await markRemoved(transaction, photo);
    await addFileRemoval({ transaction, jobs });
  });
}

/**
 * Returns a photo that the person may see. The person must be the owner, or must be allowed to read the photo's review
 * or entry.
 * @throws photos.not_found for everyone else, as if the photo did not exist
 */
export async function findReadablePhoto({
  database,
  photoReaders,
  photoId,
  person,
  share,
}: {
  database: Database;
  photoReaders: PhotoReaders;
  photoId: string;
  person: Person | null;
  share: string | null;
}): Promise<{ photoId: string; purpose: PhotoPurpose }> {
  const photo = await selectShownPhoto(database, { photoId });
  if (!photo) throw problem(photosProblems, 'photos.not_found');
  const { ownerId, purpose, usedBy } = photo;
  const reader = { userId: person?.userId ?? null, isAdmin: person?.isAdmin ?? false, share };
  const mayRead =
    reader.userId === ownerId ||
    (usedBy !== null &&
      (await photoReaders.mayRead(database, { purpose, photoId, ownerId, usedBy, reader })));
  if (!mayRead) throw problem(photosProblems, 'photos.not_found');
  return { photoId, purpose };
}

/** Adds the job that deletes the files of removed photos. The job runs after the commit. */
export const addFileRemoval = ({
  transaction,
  jobs,
}: {
  transaction: Connection;
  jobs: Jobs;
}): Promise<void> => jobs.add(transaction, 'photos.remove_files', {}, { key: 'photos.remove_files' });
