import { listCategories } from '#features/catalogue/catalogue.contract.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { selectCategories } from './catalogue.sql.ts';

export const catalogueRoutes: FeatureRoutes = (app, { database }) => {
  app.route({
    ...listCategories,
    handler: async () => ({ categories: await selectCategories(database) }),
  });
};
