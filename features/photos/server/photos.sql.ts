import { sql } from 'kysely';
import type { Photo, PhotoPurpose } from '#features/photos/photos.contract.ts';
import { milliseconds, notNull } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import { statement } from '#server/database/prepared.ts';

declare const locked: unique symbol;

/** A locked photo whose owner was checked. Only `lockPhotos` and `lockPhoto` create this type. */
export type LockedPhoto = { readonly id: string; readonly usedBy: string | null; readonly [locked]: true };

type PhotoUse = Pick<LockedPhoto, 'id' | 'usedBy'>;

/** Columns of a photo. Width, height and thumbhash are null only until the photo is stored. */
const photoColumns = sql`
  id, purpose, ${notNull('width')} as width, ${notNull('height')} as height, ${notNull('thumbhash')} as thumbhash, alt,
  ${milliseconds('created_at')} as "createdAt"`;

const isShown = sql`stored_at is not null and removed_at is null`;

/**
 * Inserts the row of a photo before its files are stored. The owner's unused photos are counted under a lock.
 * @returns false if the owner already has `limit` unused photos
 */
export async function insertPhoto(
  connection: Connection,
  photo: { photoId: string; ownerId: string; purpose: PhotoPurpose; limit: number },
): Promise<boolean> {
  const { photoId, ownerId, purpose, limit } = photo;
  await lock(connection, `photos of ${ownerId}`);
  const { numAffectedRows } = await sql`
    insert into photos (id, owner_id, purpose)
    select ${photoId}, ${ownerId}, ${purpose}
    where (
      select count(*) from photos
      where owner_id = ${ownerId} and used_by is null and removed_at is null
    ) < ${limit}`.execute(connection);
  return numAffectedRows === 1n;
}

/** Inserts a photo that is already attached and has a past date. The files of the photo must be stored before. */
export async function insertSeededPhoto(
  connection: Connection,
  photo: {
    photoId: string;
    ownerId: string;
    purpose: PhotoPurpose;
    width: number;
    height: number;
    thumbhash: string;
    alt: string;
    usedBy: string;
    position: number;
    createdAt: Date;
  },
): Promise<void> {
  const { createdAt } = photo;
  await sql`
    insert into photos (
      id, owner_id, purpose, stored_at, width, height, thumbhash, alt, used_by, position, unused_since, created_at
    ) values (
      ${photo.photoId}, ${photo.ownerId}, ${photo.purpose}, ${createdAt}, ${photo.width}, ${photo.height},
      ${photo.thumbhash}, ${photo.alt}, ${photo.usedBy}, ${photo.position}, null, ${createdAt}
    )`.execute(connection);
}

const storedPhoto = statement(
  'photos_mark_stored',
  (
    _,
    {
      photoId,
      width,
      height,
      thumbhash,
    }: { photoId: string; width: number; height: number; thumbhash: string },
  ) => sql<Photo>`
    update photos
    set stored_at = now(), width = ${width}, height = ${height}, thumbhash = ${thumbhash}
    where id = ${photoId} and removed_at is null and owner_id is not null
    returning ${photoColumns}`,
);

/** Marks a photo as stored. From then on, the photo is visible. */
export async function markStored(
  connection: Connection,
  photo: { photoId: string; width: number; height: number; thumbhash: string },
): Promise<Photo | null> {
  const [row] = await storedPhoto(connection, photo);
  return row ?? null;
}

const shownPhoto = statement(
  'photos_shown',
  (_, { photoId }: { photoId: string }) => sql<{
    ownerId: string;
    purpose: PhotoPurpose;
    usedBy: string | null;
  }>`
    select ${notNull('owner_id')} as "ownerId", purpose, used_by as "usedBy"
    from photos where id = ${photoId} and owner_id is not null and ${isShown}`,
);

/** Returns a visible photo. Returns null if there is none. */
export async function selectShownPhoto(
  connection: Connection,
  { photoId }: { photoId: string },
): Promise<{ ownerId: string; purpose: PhotoPurpose; usedBy: string | null } | null> {
  const [row] = await shownPhoto(connection, { photoId });
  return row ?? null;
}

const ownPhoto = statement(
  'photos_own',
  (_, { photoId, ownerId }: { photoId: string; ownerId: string }) => sql<Photo>`
    select ${photoColumns} from photos where id = ${photoId} and owner_id = ${ownerId} and ${isShown}`,
);

export const selectOwnPhoto = async (
  connection: Connection,
  key: { photoId: string; ownerId: string },
): Promise<Photo | null> => (await ownPhoto(connection, key))[0] ?? null;

const photosUsedBy = statement(
  'photos_used_by',
  (_, { purpose, usedBy }: { purpose: PhotoPurpose; usedBy: readonly string[] }) => sql<
    Photo & { usedBy: string }
  >`
    select ${notNull('used_by')} as "usedBy", ${photoColumns}
    from photos
    where purpose = ${purpose} and used_by = any(${usedBy}::text[]) and ${isShown}
    order by used_by, position`,
);

/** Returns photos in their order, each with the id of its review or entry. */
export function selectPhotosUsedBy(
  connection: Connection,
  { purpose, usedBy }: { purpose: PhotoPurpose; usedBy: readonly string[] },
): Promise<(Photo & { usedBy: string })[]> {
  return photosUsedBy(connection, { purpose, usedBy });
}

export const lockPhotosOfUse = (
  connection: Connection,
  { purpose, usedBy }: { purpose: PhotoPurpose; usedBy: string },
): Promise<void> => lock(connection, `photos by ${purpose} ${usedBy}`);

const lockedPhotos = statement(
  'photos_lock',
  (
    _,
    {
      ownerId,
      purpose,
      usedBy,
      photoIds,
    }: { ownerId: string; purpose: PhotoPurpose; usedBy: string; photoIds: readonly string[] },
  ) => sql<PhotoUse>`
    select id, used_by as "usedBy" from photos
    where owner_id = ${ownerId} and purpose = ${purpose} and ${isShown}
      and (id = any(${photoIds}::text[]) or used_by = ${usedBy})
    order by id
    for update`,
);

/** Locks the given photos, and the photos that are attached to the review or entry, until the transaction ends. */
export async function lockPhotos(
  connection: Connection,
  given: { ownerId: string; purpose: PhotoPurpose; usedBy: string; photoIds: readonly string[] },
): Promise<LockedPhoto[]> {
  const { ownerId, purpose, usedBy, photoIds } = given;
  const rows = await lockedPhotos(connection, { ownerId, purpose, usedBy, photoIds });
  return rows as LockedPhoto[];
}

const attachedPhotos = statement(
  'photos_attach',
  (_, { usedBy, photoIds }: { usedBy: string; photoIds: readonly string[] }) => sql<Photo>`
    update photos set used_by = ${usedBy}, position = wanted.position - 1, unused_since = null
    from unnest(${photoIds}::text[]) with ordinality as wanted (wanted_id, position)
    where id = wanted_id
    returning ${photoColumns}`,
);

/** Attaches the given photos, detaches all other photos, and returns the attached photos. */
export async function setPhotosUsedBy(
  connection: Connection,
  given: {
    purpose: PhotoPurpose;
    usedBy: string;
    photoIds: readonly string[];
    locked: readonly LockedPhoto[];
  },
): Promise<Photo[]> {
  const { purpose, usedBy, photoIds } = given;
  await sql`
    update photos set used_by = null, position = null, unused_since = now()
    where purpose = ${purpose} and used_by = ${usedBy} and id <> all(${photoIds}::text[])`.execute(
    connection,
  );
  const rows = await attachedPhotos(connection, { usedBy, photoIds });
  return photoIds.flatMap((photoId) => rows.find(({ id }) => id === photoId) ?? []);
}

const photoWithAlt = statement(
  'photos_update_alt',
  (_, { photoId, ownerId, alt }: { photoId: string; ownerId: string; alt: string }) => sql<Photo>`
    update photos set alt = ${alt}
    where id = ${photoId} and owner_id = ${ownerId} and ${isShown}
    returning ${photoColumns}`,
);

export async function updateAlt(
  connection: Connection,
  { photoId, ownerId, alt }: { photoId: string; ownerId: string; alt: string },
): Promise<Photo | null> {
  const [row] = await photoWithAlt(connection, { photoId, ownerId, alt });
  return row ?? null;
}

const lockedPhoto = statement(
  'photos_lock_one',
  (_, { photoId, ownerId }: { photoId: string; ownerId: string }) => sql<PhotoUse>`
    select id, used_by as "usedBy" from photos
    where id = ${photoId} and owner_id = ${ownerId} and removed_at is null
    for update`,
);

/** Locks a photo until the transaction ends. The photo may still be uploading. */
export async function lockPhoto(
  connection: Connection,
  { photoId, ownerId }: { photoId: string; ownerId: string },
): Promise<LockedPhoto | null> {
  const [row] = await lockedPhoto(connection, { photoId, ownerId });
  return row ? (row as LockedPhoto) : null;
}

const removal = sql`removed_at = now(), used_by = null, position = null, unused_since = null, alt = ''`;

export async function markRemoved(connection: Connection, { id }: LockedPhoto): Promise<void> {
  await sql`update photos set ${removal} where id = ${id}`.execute(connection);
}

/**
 * Marks an upload as abandoned. Returns false if the upload is complete. After a lost connection, the caller cannot
 * know whether the upload is complete.
 */
export async function markAbandoned(
  connection: Connection,
  { photoId }: { photoId: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update photos set ${removal} where id = ${photoId} and stored_at is null`.execute(connection);
  return numAffectedRows === 1n;
}

/** Marks the photos of reviews or entries as removed. @returns the number of photos */
export async function markRemovedUsedBy(
  connection: Connection,
  { purpose, usedBy }: { purpose: PhotoPurpose; usedBy: readonly string[] },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update photos set ${removal}
    where purpose = ${purpose} and used_by = any(${usedBy}::text[])`.execute(connection);
  return Number(numAffectedRows ?? 0);
}

/** Marks all photos of an account as removed, for account deletion. The reference to the owner is deleted. */
export async function markRemovedOf(connection: Connection, { userId }: { userId: string }): Promise<void> {
  await sql`update photos set ${removal}, owner_id = null where owner_id = ${userId}`.execute(connection);
}

/** Marks photos that became unused earlier than `before`, including abandoned uploads. */
export async function markUnusedRemoved(connection: Connection, { before }: { before: Date }): Promise<void> {
  await sql`
    update photos set ${removal}
    where unused_since < ${before} and removed_at is null`.execute(connection);
}

const removedPhotos = statement(
  'photos_removed',
  (_, { limit }: { limit: number }) => sql<{ photoId: string; purpose: PhotoPurpose }>`
    select id as "photoId", purpose from photos
    where removed_at is not null or owner_id is null
    order by id limit ${limit}`,
);

export function selectRemoved(
  connection: Connection,
  { limit }: { limit: number },
): Promise<{ photoId: string; purpose: PhotoPurpose }[]> {
  return removedPhotos(connection, { limit });
}

/** Key of the advisory lock that a backup holds while it reads the files of photos. */
export const FILES_KEPT_LOCK = 770_110;

const noFilesKept = statement(
  'photos_no_files_kept',
  () => sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock_shared(${sql.lit(FILES_KEPT_LOCK)}) as "isFree"`,
);

/** Whether a running backup needs the files of photos. */
export async function areFilesKept(connection: Connection): Promise<boolean> {
  const [row] = await noFilesKept(connection, {});
  return row?.isFree === false;
}

/** Deletes rows of photos. The files must be deleted before. */
export async function deletePhotoRows(connection: Connection, photoIds: readonly string[]): Promise<void> {
  await sql`
    delete from photos where id = any(${photoIds}::text[]) and (removed_at is not null or owner_id is null)
  `.execute(connection);
}

const lock = async (connection: Connection, name: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(connection));
