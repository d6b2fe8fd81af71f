import {
  countOfficialProvided,
  decideEntry as decideEntryEndpoint,
  getOfficialLists,
  getUnmatchedEntries,
  listMyOfficialBadges,
  listOfficialBadges,
  listOfficialLists,
  listOfficialPlaces,
  listOfficialRegions,
  provideOfficial as provideOfficialEndpoint,
  withdrawOfficial as withdrawOfficialEndpoint,
} from '#features/official-lists/official-lists.contract.ts';
import { approximateLocation } from '#features/places/approximate-location.rules.ts';
import { onPricedSearch } from '#features/places/server/places.public.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { requireUser } from '#server/http/require-user.ts';
import { selectBadges, selectMyBadges } from './badges.sql.ts';
import { selectEntriesToCheck } from './matching.sql.ts';
import { decideEntry } from './official-lists.service.ts';
import { selectListStates } from './official-lists.sql.ts';
import {
  countProvided,
  countShown,
  selectOfficialPlaces,
  selectRegions,
  selectShownLists,
  selectUnmatched,
} from './official-pages.sql.ts';
import { provideOfficial, withdrawOfficial } from './provide-official.service.ts';
import { searchByPrice } from './search-by-price.ts';
import { unmatchedCsv } from './unmatched-csv.ts';

export const officialListsRoutes: FeatureRoutes = (app, { database }) => {
  app.route({
    ...listOfficialBadges,
    handler: async (request) => ({ badges: await selectBadges(database, request.query.placeIds) }),
  });

  app.route({
    ...listMyOfficialBadges,
    handler: async (request) => ({ badges: await selectMyBadges(database, requireUser(request).userId) }),
  });

  onPricedSearch(searchByPrice);

  app.route({ ...listOfficialLists, handler: async () => ({ lists: await selectShownLists(database) }) });

  app.route({
    ...listOfficialRegions,
    handler: async (request) => ({ regions: await selectRegions(database, request.params.list) }),
  });

  app.route({
    ...listOfficialPlaces,
    handler: async (request) => {
      const { list } = request.params;
      const { lat, lng, offset, ...region } = request.query;
      // Rounding also avoids an error: the cosine of a number next to zero underflows in PostgreSQL.
      const near = lat === undefined || lng === undefined ? null : approximateLocation({ lat, lng });
      return {
        places: await selectOfficialPlaces(database, { list, region, near, offset }),
        ...(await countShown(database, { list, region })),
      };
    },
  });

  app.route({
    ...countOfficialProvided,
    handler: (request) => countProvided(database, { ...request.params, region: request.query }),
  });

  app.route({
    ...provideOfficialEndpoint,
    handler: (request) => {
      const { memo, ...region } = request.body;
      return provideOfficial(database, { admin: requireUser(request), ...request.params, region, memo });
    },
  });

  app.route({
    ...withdrawOfficialEndpoint,
    handler: (request) =>
      withdrawOfficial(database, { admin: requireUser(request), ...request.params, region: request.body }),
  });

  app.route({
    ...getUnmatchedEntries,
    handler: async (request, reply) => {
      const { list } = request.params;
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="official-list-${list}.csv"`)
        .send(unmatchedCsv(await selectUnmatched(database, list)));
    },
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
