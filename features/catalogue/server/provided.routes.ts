import { listProvidedRestaurants } from '#features/catalogue/provided.contract.ts';
import { canSeeProvided } from '#features/membership/membership.rules.ts';
import { matchesETag, notModified } from '#server/http/document-version.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { requireUser } from '#server/http/require-user.ts';
import { createProvidedDocuments, hiddenDocument } from './provided.service.ts';
import { countProvided, selectProvidedVersion } from './provided.sql.ts';

export const providedRoutes: FeatureRoutes = (app, { database, searchDatabase, settings }) => {
  const textOfVersion = createProvidedDocuments({ database, searchDatabase });
  const visibilityDays = settings.PROVIDED_VISIBILITY_DAYS;

  app.route({
    ...listProvidedRestaurants,
    handler: async (request, reply) => {
      const isVisible = canSeeProvided({ ...requireUser(request), visibilityDays, now: Date.now() });
      const version = await selectProvidedVersion(database);
      const tag = isVisible ? `"provided-${version}"` : `"provided-hidden-${version}"`;
      reply.header('etag', tag).header('cache-control', 'private, no-cache');
      if (matchesETag(request.headers['if-none-match'], tag)) return notModified(reply);
      if (!isVisible) return hiddenDocument({ version, total: await countProvided(database) });
      // The cached text is sent without serializing it against the schema. A test compares the text with the
      // contract.
      reply.type('application/json; charset=utf-8');
      return (await textOfVersion(version)) as never;
    },
  });
};
