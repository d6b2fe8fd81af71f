import { getSite } from '#features/site/site.contract.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';

export const siteRoutes: FeatureRoutes = (app, { settings }) => {
  const mapStyleUrl = settings.MAP_STYLE_URL === 'none' ? null : settings.MAP_STYLE_URL;

  app.route({
    ...getSite,
    handler: async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=300');
      return { mapStyleUrl };
    },
  });
};
