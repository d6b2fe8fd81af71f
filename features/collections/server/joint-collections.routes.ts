import {
  addComment as addCommentEndpoint,
  changeCollectionMember,
  deleteComment as deleteCommentEndpoint,
  getCollectionInvite,
  joinCollection as joinCollectionEndpoint,
  previewInvite,
  putCollectionInvite,
  reactToPlace as reactToPlaceEndpoint,
  removeCollectionMember,
  revokeCollectionInvite,
  transferCollection as transferCollectionEndpoint,
} from '#features/collections/collections.contract.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { runIdempotently } from '#server/http/idempotency.ts';
import { limitUnknownIds } from '#server/http/limit-unknown-ids.ts';
import { requireUser } from '#server/http/require-user.ts';
import {
  addComment,
  changeMember,
  deleteComment,
  inviteOf,
  joinCollection,
  previewOf,
  putInvite,
  reactToPlace,
  removeMember,
  revokeInvite,
  transferCollection,
} from './joint-collections.service.ts';
import { leaveAllCollections } from './joint-collections.sql.ts';

export const jointCollectionsRoutes: FeatureRoutes = (app, { database, personalData }) => {
  personalData.declare(
    {
      table: 'collection_members',
      column: 'user_id',
      onDeletion: 'deleted',
      erase: (transaction, { userId }) => leaveAllCollections(transaction, userId),
    },
    { table: 'collection_reactions', column: 'user_id', onDeletion: 'deleted' },
    { table: 'collection_comments', column: 'user_id', onDeletion: 'deleted' },
  );
  const withUnknownIdLimit = limitUnknownIds(app, { code: 'collections.invite_not_found' });

  app.route({
    ...getCollectionInvite,
    handler: async (request) => ({
      invite: await inviteOf(database, { person: requireUser(request), ...request.params }),
    }),
  });

  app.route({
    ...putCollectionInvite,
    handler: async (request) => ({
      invite: await putInvite(database, {
        person: requireUser(request),
        ...request.params,
        ...request.body,
      }),
    }),
  });

  app.route({
    ...revokeCollectionInvite,
    handler: async (request) => {
      await revokeInvite(database, { person: requireUser(request), ...request.params });
      return { revoked: true as const };
    },
  });

  app.route({
    ...previewInvite,
    handler: async (request, reply) => {
      const person = await request.identify();
      reply.header('x-robots-tag', 'noindex');
      const key = { userId: person?.userId ?? null, ...request.params };
      return withUnknownIdLimit(request, () => previewOf(database, key));
    },
  });

  app.route({
    ...joinCollectionEndpoint,
    handler: (request) =>
      withUnknownIdLimit(request, () =>
        joinCollection(database, { person: requireUser(request), ...request.params }),
      ),
  });

  app.route({
    ...changeCollectionMember,
    handler: (request) =>
      changeMember(database, { person: requireUser(request), ...request.params, ...request.body }),
  });

  app.route({
    ...removeCollectionMember,
    handler: async (request) => {
      await removeMember(database, { person: requireUser(request), ...request.params });
      return { removed: true as const };
    },
  });

  app.route({
    ...transferCollectionEndpoint,
    handler: (request) =>
      transferCollection(database, { person: requireUser(request), ...request.params, ...request.body }),
  });

  app.route({
    ...reactToPlaceEndpoint,
    handler: (request) =>
      reactToPlace(database, {
        person: requireUser(request),
        ...request.params,
        reaction: request.body,
      }),
  });

  app.route({
    ...addCommentEndpoint,
    handler: (request, reply) =>
      runIdempotently({ request, reply, database, status: 201 }, (transaction) =>
        addComment(transaction, { person: requireUser(request), ...request.params, ...request.body }),
      ),
  });

  app.route({
    ...deleteCommentEndpoint,
    handler: (request) => deleteComment(database, { person: requireUser(request), ...request.params }),
  });
};
