import type { FastifyReply, FastifyRequest } from 'fastify';
import path from 'node:path';
import { Readable } from 'node:stream';
import {
  deletePhoto as deletePhotoEndpoint,
  describePhoto as describePhotoEndpoint,
  getPhoto,
  type Photo,
  photosProblems,
  uploadPhoto,
} from '#features/photos/photos.contract.ts';
import type { App, Dependencies } from '#server/http/feature.ts';
import { findCreatedObject } from '#server/http/created-objects.sql.ts';
import { type Creation, runIdempotently } from '#server/http/idempotency.ts';
import { storageUnavailable } from '#server/http/disk-reserve.ts';
import { problem } from '#server/http/problem.ts';
import { requireUser } from '#server/http/require-user.ts';
import { byteRange } from './byte-range.ts';
import { createPhotoStorage, type PhotoStorage } from './photo-storage.ts';
import { addFileRemoval, deletePhoto, describePhoto, findReadablePhoto } from './photos.service.ts';
import { markRemovedOf, selectOwnPhoto } from './photos.sql.ts';
import { receiveUpload } from './receive-upload.ts';
import { removeFiles, cleanUpPhotos } from './clean-up-photos.ts';
import { discardUpload, finishUpload, prepareUpload } from './upload-photo.service.ts';
import { createUploadSlots } from './upload-slots.ts';

/**
 * Time limit of an upload in milliseconds; the highest value that the server allows. This is enough for a megabyte over
 * a very slow mobile connection.
 */
const UPLOAD_TIMEOUT = 300_000;

export async function photosRoutes(app: App, dependencies: Dependencies): Promise<void> {
  const { database, settings, jobs, personalData, photoReaders } = dependencies;
  const storage = createPhotoStorage(settings);
  const incomingFolder = path.join(settings.DATA_DIR, 'photos-incoming');

  personalData.declare({
    table: 'photos',
    column: 'owner_id',
    onDeletion: 'anonymous',
    // The rows of the photos are kept until a job has deleted the files. The job runs right after the deletion of the
    // account.
    erase: async (transaction, person) => {
      await markRemovedOf(transaction, person);
      await addFileRemoval({ transaction, jobs });
    },
  });

  await app.register(async (uploads: App) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', (_request, body, done) => done(null, body));
    uploadRoute(uploads, { database, settings, storage, incomingFolder });
  });

  app.route({
    ...describePhotoEndpoint,
    handler: (request) =>
      describePhoto({ database, ownerId: requireUser(request).userId, ...request.params, ...request.body }),
  });

  app.route({
    ...deletePhotoEndpoint,
    handler: async (request) => {
      await deletePhoto({ database, jobs, ownerId: requireUser(request).userId, ...request.params });
      return { deleted: true as const };
    },
  });

  readRoute(app, { database, photoReaders, storage });

  jobs.handle('photos.remove_files', () => removeFiles({ database: jobs.database, storage }), {
    usesStorage: true,
  });
  jobs.handle(
    'photos.clean_up',
    () => cleanUpPhotos({ database: jobs.database, storage, incomingFolder, now: Date.now() }),
    { usesStorage: true },
  );
  jobs.schedule('photos.clean_up', '23 * * * *');
}

type PhotoDependencies = Pick<Dependencies, 'database'> & { storage: PhotoStorage };

function uploadRoute(
  app: App,
  {
    database,
    settings,
    storage,
    incomingFolder,
  }: PhotoDependencies & Pick<Dependencies, 'settings'> & { incomingFolder: string },
): void {
  const slots = createUploadSlots();

  app.route({
    ...uploadPhoto,
    // `receiveUpload` enforces the limit and reports it in megabytes.
    bodyLimit: Number.MAX_SAFE_INTEGER,
    config: { bodyTimeout: UPLOAD_TIMEOUT, fillsDisk: true },
    handler: (request, reply) => {
      const { userId: ownerId } = requireUser(request);
      const { purpose, id } = request.query;
      const creation = id === undefined ? null : creationOf({ ownerId, id });
      return slots.during(ownerId, () =>
        receiveUpload(
          {
            body: request.body instanceof Readable ? request.body : Readable.from([]),
            declaredLength: Number(request.headers['content-length'] ?? 0),
            folder: incomingFolder,
            megabytes: settings.PHOTO_MAX_MEGABYTES,
          },
          async (file) => {
            // The hash of the file identifies a repeated request.
            request.body = { sha256: file.sha256 };
            const known =
              id === undefined ? null : await findCreatedObject(database, { userId: ownerId, id });
            const stored = known && (await selectOwnPhoto(database, { photoId: known, ownerId }));
            if (stored) {
              request.answersOnce = true;
              reply.code(201).header('idempotency-replayed', 'true');
              return stored;
            }
            const prepared = await prepareUpload({
              database,
              storage,
              slots,
              ownerId,
              purpose,
              file,
              megapixels: settings.PHOTO_MAX_MEGAPIXELS,
            });
            let answered = false;
            try {
              const photo = await runIdempotently<Photo>(
                { request, reply, database, status: 201, creation },
                (transaction) => finishUpload(transaction, prepared),
              );
              answered = reply.getHeader('idempotency-replayed') === undefined;
              return photo;
            } finally {
              if (!answered) {
                await discardUpload({ database, storage, purpose, photoId: prepared.photoId });
              }
            }
          },
        ),
      );
    },
  });
}

function readRoute(
  app: App,
  { database, photoReaders, storage }: PhotoDependencies & Pick<Dependencies, 'photoReaders'>,
): void {
  app.route({
    ...getPhoto,
    handler: async (request, reply) => {
      const { photoId, size } = request.params;
      // Of a failure, browsers must keep nothing: the next request may get the photo.
      reply.header('cache-control', 'no-store');
      const { purpose } = await findReadablePhoto({
        database,
        photoReaders,
        photoId,
        person: await request.identify(),
        share: request.query.share ?? null,
      });
      const tag = `"${photoId}-${size}"`;
      // The bytes of a URL never change, but access to them may change. Therefore caches must be private. Photos from a
      // share link are revalidated each time, because the link can be revoked.
      const cacheDirectives = request.query.share === undefined ? 'max-age=31536000, immutable' : 'no-cache';
      const cacheable = { 'cache-control': `private, ${cacheDirectives}`, etag: tag };
      if (request.headers['if-none-match'] === tag) return unchanged(reply.headers(cacheable));
      const bytes = await storage.read({ photoId, purpose, size }).catch((cause: unknown) => {
        throw Object.assign(storageUnavailable(), { cause });
      });
      if (bytes === 'missing' || bytes === 'damaged') {
        request.log.error({ event: 'photo.file_lost', photoId, size, file: bytes }, 'a photo has no file');
        throw problem(photosProblems, 'photos.not_found');
      }
      reply.headers(cacheable);
      return sendBytes({ request, reply, bytes, tag });
    },
  });
}

/** Options for a repeated upload. If the clean-up has deleted the unused photo, the photo may be uploaded again. */
const creationOf = ({ ownerId, id }: { ownerId: string; id: string }): Creation<Photo> => ({
  id,
  existing: (transaction, photoId) => selectOwnPhoto(transaction, { photoId, ownerId }),
  objectIdOf: (photo) => photo.id,
});

/** Sends a 304 response. The result is cast, because this response has no schema. */
const unchanged = (reply: { code(status: number): FastifyReply }): never => reply.code(304).send() as never;

function sendBytes({
  request,
  reply,
  bytes,
  tag,
}: {
  request: FastifyRequest;
  reply: FastifyReply;
  bytes: Uint8Array;
  tag: string;
}): never {
  const size = bytes.byteLength;
  const ifRange = request.headers['if-range'];
  const isSame = ifRange === undefined || ifRange === tag;
  const range = isSame ? byteRange({ header: request.headers.range, size }) : null;
  reply.header('accept-ranges', 'bytes').header('content-disposition', 'inline').type('image/webp');
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${size}`).send(Buffer.alloc(0)) as never;
  }
  if (range === null) return reply.send(Buffer.from(bytes)) as never;
  reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${size}`);
  return reply.send(Buffer.from(bytes.subarray(range.first, range.last + 1))) as never;
}
