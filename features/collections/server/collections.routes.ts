import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { onPlaceChange } from '#features/catalogue/server/catalogue.public.ts';
import {
  addToCollection as addToCollectionEndpoint,
  changeCollection as changeCollectionEndpoint,
  changeCollectionPlace as changeCollectionPlaceEndpoint,
  collectionsProblems,
  createCollection as createCollectionEndpoint,
  deleteCollection as deleteCollectionEndpoint,
  getCollection,
  getCollectionUpdate,
  listCollections,
  removeFromCollection as removeFromCollectionEndpoint,
  restoreCollection as restoreCollectionEndpoint,
  restoreToCollection as restoreToCollectionEndpoint,
} from '#features/collections/collections.contract.ts';
import { isReadOnly } from '#features/collections/joint.rules.ts';
import { documentETag, matchesETag, notModified } from '#server/http/document-version.ts';
import type { Database } from '#server/database/database.ts';
import type { App, FeatureRoutes } from '#server/http/feature.ts';
import { runIdempotently } from '#server/http/idempotency.ts';
import { limitUnknownIds } from '#server/http/limit-unknown-ids.ts';
import { problem } from '#server/http/problem.ts';
import { requireUser } from '#server/http/require-user.ts';
import { createCollectionUpdates } from './collection-updates.ts';
import {
  addToCollection,
  changeCollection,
  changeCollectionPlace,
  createCollection,
  deleteCollection,
  purgeCollections,
  readCollection,
  removeFromCollection,
  restoreCollection,
  restoreToCollection,
} from './collections.service.ts';
import { findCollection, incrementVersionsOfCollectionsWith, selectCollections } from './collections.sql.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'collections.purge_deleted': Record<string, never>;
  }
}

export const collectionsRoutes: FeatureRoutes = (app, { database, jobs, personalData }) => {
  personalData.declare(
    { table: 'collections', column: 'owner_id', onDeletion: 'deleted' },
    { table: 'collection_places', column: 'added_by', onDeletion: 'anonymous' },
  );
  onPlaceChange(incrementVersionsOfCollectionsWith);

  readRoutes(app, database);

  app.route({
    ...createCollectionEndpoint,
    handler: (request, reply) =>
      runIdempotently({ request, reply, database, status: 201 }, (transaction) =>
        createCollection(transaction, { person: requireUser(request), wanted: request.body }),
      ),
  });

  app.route({
    ...changeCollectionEndpoint,
    handler: (request) =>
      changeCollection(database, {
        person: requireUser(request),
        ...request.params,
        changes: request.body,
      }),
  });

  app.route({
    ...deleteCollectionEndpoint,
    handler: async (request) => {
      await deleteCollection(database, { person: requireUser(request), ...request.params });
      return { deleted: true as const };
    },
  });

  app.route({
    ...restoreCollectionEndpoint,
    handler: (request) =>
      restoreCollection(database, { person: requireUser(request), ...request.params, now: Date.now() }),
  });

  placeRoutes(app, database);

  jobs.handle('collections.purge_deleted', () => purgeCollections(jobs.database));
  jobs.schedule('collections.purge_deleted', '47 * * * *');
};

/** The routes that read collections. They answer 304 if the reader already has the current version. */
function readRoutes(app: App, database: Database): void {
  const withUnknownIdLimit = limitUnknownIds(app, { code: 'collections.not_found' });
  const updates = createCollectionUpdates({ database });

  app.route({
    ...listCollections,
    handler: async (request, reply) => {
      const { userId } = requireUser(request);
      const collections = await selectCollections(database, userId);
      const digest = hash('sha256', JSON.stringify(collections), 'base64url').slice(0, 22);
      const tag = `"${digest}-${userId}"`;
      reply.header('etag', tag).header('cache-control', 'private, no-cache');
      if (matchesETag(request.headers['if-none-match'], tag)) return notModified(reply);
      return { collections };
    },
  });

  /**
   * Finds the collection of the request. @returns null if the reader already has the current version of the collection
   */
  const findChanged = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { collectionId }: { collectionId: string },
  ) => {
    const { userId } = requireUser(request);
    const collection = await withUnknownIdLimit(request, async () => {
      const found = await findCollection(database, { userId, collectionId });
      if (!found) throw problem(collectionsProblems, 'collections.not_found');
      return found;
    });
    const { version, membershipStatus, namesVersion } = collection;
    // These parts of the document can change without a write of the collection.
    const state = `${namesVersion}${isReadOnly(membershipStatus) ? '-read-only' : ''}`;
    const tag = documentETag({ reader: `${userId}-${state}`, version });
    reply.header('etag', tag).header('cache-control', 'private, no-cache');
    return matchesETag(request.headers['if-none-match'], tag) ? null : collection;
  };

  app.route({
    ...getCollection,
    // The response is not validated, because the document is built field by field. A test compares the document with
    // the contract.
    serializerCompiler: () => JSON.stringify,
    handler: async (request, reply) => {
      const collection = await findChanged(request, reply, request.params);
      return collection ? readCollection(database, collection) : notModified(reply);
    },
  });

  app.route({
    ...getCollectionUpdate,
    handler: async (request, reply) => {
      const { version, ...params } = request.params;
      const collection = await findChanged(request, reply, params);
      if (!collection) return notModified(reply);
      reply.type('application/json; charset=utf-8');
      return (reply as FastifyReply).send(await updates.read(collection, version)) as never;
    },
  });
}

/** The routes that change the places of a collection. */
function placeRoutes(app: App, database: Database): void {
  app.route({
    ...addToCollectionEndpoint,
    handler: (request) =>
      addToCollection(database, { person: requireUser(request), ...request.params, ...request.body }),
  });

  app.route({
    ...changeCollectionPlaceEndpoint,
    handler: (request) =>
      changeCollectionPlace(database, {
        person: requireUser(request),
        ...request.params,
        changes: request.body,
      }),
  });

  app.route({
    ...removeFromCollectionEndpoint,
    handler: (request) => removeFromCollection(database, { person: requireUser(request), ...request.params }),
  });

  app.route({
    ...restoreToCollectionEndpoint,
    handler: (request) =>
      restoreToCollection(database, { person: requireUser(request), ...request.params, now: Date.now() }),
  });
}
