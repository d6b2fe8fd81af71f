import {
  decideEntry as decideEntryEndpoint,
  getOfficialLists,
  listMyOfficialBadges,
  listOfficialBadges,
} from '#features/official-lists/official-lists.contract.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { requireUser } from '#server/http/require-user.ts';
import { decideEntry } from './official-lists.service.ts';
import {
  selectBadges,
  selectEntriesToCheck,
  selectListStates,
  selectMyBadges,
} from './official-lists.sql.ts';

export const officialListsRoutes: FeatureRoutes = (app, { database }) => {
  app.route({
    ...listOfficialBadges,
    handler: async (request) => ({ badges: await selectBadges(database, request.query.placeIds) }),
  });

  app.route({
    ...listMyOfficialBadges,
    handler: async (request) => ({ badges: await selectMyBadges(database, requireUser(request).userId) }),
  });

  app.route({
    ...getOfficialLists,
    handler: async () => ({
      lists: await selectListStates(database),
      toCheck: await selectEntriesToCheck(database),
    }),
  });

  app.route({
    ...decideEntryEndpoint,
    handler: (request) =>
      decideEntry(database, {
        admin: requireUser(request),
        id: request.params.entryId,
        ...request.body,
      }),
  });
};
