import { type ExpressionBuilder, sql } from 'kysely';
import type { Photo, PhotoPurpose } from '#features/photos/photos.contract.ts';
import { anyOf, milliseconds } from '#server/database/columns.ts';
import type { Connection } from '#server/database/database.ts';
import type { DB } from '#server/database/tables.ts';

declare const locked: unique symbol;

/** A locked photo whose owner was checked. Only `lockPhotos` and `lockPhoto` create this type. */
export type LockedPhoto = { readonly id: string; readonly usedBy: string | null; readonly [locked]: true };

/** The columns of a photo. Width, height and thumbhash are null only until the photo is stored. */
const photoColumns = ({ ref }: ExpressionBuilder<DB, 'photos'>) =>
  [
    'photos.id',
    'photos.purpose',
    ref('photos.width').$notNull().as('width'),
    ref('photos.height').$notNull().as('height'),
    ref('photos.thumbhash').$notNull().as('thumbhash'),
    'photos.alt',
    milliseconds(ref('photos.created_at')).as('createdAt'),
  ] as const;

/** The photos that are stored and not removed. */
const shownPhotos = (connection: Connection) =>
  connection.selectFrom('photos').where('stored_at', 'is not', null).where('removed_at', 'is', null);

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

/** Marks a photo as stored. From then on, the photo is visible. */
export async function markStored(
  connection: Connection,
  {
    photoId,
    width,
    height,
    thumbhash,
  }: { photoId: string; width: number; height: number; thumbhash: string },
): Promise<Photo | null> {
  const photo = await connection
    .updateTable('photos')
    .set({ stored_at: sql`now()`, width, height, thumbhash })
    .where('id', '=', photoId)
    .where('removed_at', 'is', null)
    .where('owner_id', 'is not', null)
    .returning(photoColumns)
    .executeTakeFirst();
  return photo ?? null;
}

/** Returns a visible photo. Returns null if there is none. */
export async function selectShownPhoto(
  connection: Connection,
  { photoId }: { photoId: string },
): Promise<{ ownerId: string; purpose: PhotoPurpose; usedBy: string | null } | null> {
  const photo = await shownPhotos(connection)
    .where('id', '=', photoId)
    .where('owner_id', 'is not', null)
    .select(({ ref }) => [ref('owner_id').$notNull().as('ownerId'), 'purpose', 'used_by as usedBy'])
    .executeTakeFirst();
  return photo ?? null;
}

export async function selectOwnPhoto(
  connection: Connection,
  { photoId, ownerId }: { photoId: string; ownerId: string },
): Promise<Photo | null> {
  const photo = await shownPhotos(connection)
    .where('id', '=', photoId)
    .where('owner_id', '=', ownerId)
    .select(photoColumns)
    .executeTakeFirst();
  return photo ?? null;
}

/** Returns photos in their order, each with the id of its review or entry. */
export const selectPhotosUsedBy = (
  connection: Connection,
  { purpose, usedBy }: { purpose: PhotoPurpose; usedBy: readonly string[] },
): Promise<(Photo & { usedBy: string })[]> =>
  shownPhotos(connection)
    .where('purpose', '=', purpose)
    .where('used_by', '=', anyOf(usedBy))
    .select(({ ref }) => ref('used_by').$notNull().as('usedBy'))
    .select(photoColumns)
    .orderBy('used_by')
    .orderBy('position')
    .execute();

export const lockPhotosOfUse = (
  connection: Connection,
  { purpose, usedBy }: { purpose: PhotoPurpose; usedBy: string },
): Promise<void> => lock(connection, `photos by ${purpose} ${usedBy}`);

/** Locks the given photos, and the photos that are attached to the review or entry, until the transaction ends. */
export async function lockPhotos(
  connection: Connection,
  {
    ownerId,
    purpose,
    usedBy,
    photoIds,
  }: { ownerId: string; purpose: PhotoPurpose; usedBy: string; photoIds: readonly string[] },
): Promise<LockedPhoto[]> {
  const photos = await shownPhotos(connection)
    .where('owner_id', '=', ownerId)
    .where('purpose', '=', purpose)
    .where(({ eb, or }) => or([eb('id', '=', anyOf(photoIds)), eb('used_by', '=', usedBy)]))
    .select(['id', 'used_by as usedBy'])
    .orderBy('id')
    .forUpdate()
    .execute();
  return photos as LockedPhoto[];
}

/** Attaches the given photos, detaches all other photos, and returns the attached photos. */
export async function setPhotosUsedBy(
  connection: Connection,
  given: {
    purpose: PhotoPurpose;
    usedBy: string;
    photoIds: readonly string[];
    /** Proves that the caller has locked the photos and checked their owner. The statements do not check it again. */
    locked: readonly LockedPhoto[];
  },
): Promise<Photo[]> {
  const { purpose, usedBy, photoIds } = given;
  await sql`
    update photos set used_by = null, position = null, unused_since = now()
    where purpose = ${purpose} and used_by = ${usedBy} and id <> all(${photoIds}::text[])`.execute(
    connection,
  );
  const rows = await connection
    .updateTable('photos')
    .from(
      sql<{ id: string; position: number }>`unnest(${photoIds}::text[]) with ordinality`.as<'wanted'>(
        sql`wanted (id, position)`,
      ),
    )
    .set({ used_by: usedBy, position: sql`wanted.position - 1`, unused_since: null })
    .whereRef('photos.id', '=', 'wanted.id')
    .returning(photoColumns)
    .execute();
  return photoIds.flatMap((photoId) => rows.find(({ id }) => id === photoId) ?? []);
}

export async function updateAlt(
  connection: Connection,
  { photoId, ownerId, alt }: { photoId: string; ownerId: string; alt: string },
): Promise<Photo | null> {
  const photo = await connection
    .updateTable('photos')
    .set({ alt })
    .where('id', '=', photoId)
    .where('owner_id', '=', ownerId)
    .where('stored_at', 'is not', null)
    .where('removed_at', 'is', null)
    .returning(photoColumns)
    .executeTakeFirst();
  return photo ?? null;
}

/** Locks a photo until the transaction ends. The photo may still be uploading. */
export async function lockPhoto(
  connection: Connection,
  { photoId, ownerId }: { photoId: string; ownerId: string },
): Promise<LockedPhoto | null> {
  const photo = await connection
    .selectFrom('photos')
    .where('id', '=', photoId)
    .where('owner_id', '=', ownerId)
    .where('removed_at', 'is', null)
    .select(['id', 'used_by as usedBy'])
    .forUpdate()
    .executeTakeFirst();
  return photo ? (photo as LockedPhoto) : null;
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

export const selectRemoved = (
  connection: Connection,
  { limit }: { limit: number },
): Promise<{ photoId: string; purpose: PhotoPurpose }[]> =>
  connection
    .selectFrom('photos')
    .where(({ eb, or }) => or([eb('removed_at', 'is not', null), eb('owner_id', 'is', null)]))
    .select(['id as photoId', 'purpose'])
    .orderBy('id')
    .limit(limit)
    .execute();

/** Key of the advisory lock that a backup holds while it reads the files of photos. */
export const FILES_KEPT_LOCK = 770_110;

/**
 * Whether a running backup needs the files of photos. The call must be outside a transaction, so that the shared lock ends
 * with the statement.
 */
export async function isBackupReadingFiles(connection: Connection): Promise<boolean> {
  const { isFree } = await connection
    .selectNoFrom(sql<boolean>`pg_try_advisory_xact_lock_shared(${sql.lit(FILES_KEPT_LOCK)})`.as('isFree'))
    .executeTakeFirstOrThrow();
  return !isFree;
}

/** Deletes rows of photos. The files must be deleted before. */
export async function deletePhotoRows(connection: Connection, photoIds: readonly string[]): Promise<void> {
  await sql`
    delete from photos where id = any(${photoIds}::text[]) and (removed_at is not null or owner_id is null)
  `.execute(connection);
}

const lock = async (connection: Connection, name: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(connection));
