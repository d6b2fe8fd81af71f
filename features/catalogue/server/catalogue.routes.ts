import { listCategories } from '#features/catalogue/catalogue.contract.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { selectCategories } from './catalogue.sql.ts';

export const catalogueRoutes: FeatureRoutes = (app, { database, personalData }) => {
  personalData.declare(
    // Other members may have saved a place that this member added.
    { table: 'restaurants_public', column: 'added_by_uid', whenLeaving: 'anonymous' },
    { table: 'restaurants_public', column: 'private_to_uid', whenLeaving: 'deleted' },
  );
  app.route({
    ...listCategories,
    handler: async () => ({ categories: await selectCategories(database) }),
  });
};
