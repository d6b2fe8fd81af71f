import { listCategories } from '#features/catalogue/catalogue.contract.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { selectCategories } from './catalogue.sql.ts';

export const catalogueRoutes: FeatureRoutes = (app, { database, personalData }) => {
  personalData.declare(
    // A place that others may have taken up from who added it first.
    { table: 'restaurants_public', column: 'added_by_uid', whenLeaving: 'anonymous' },
    { table: 'restaurants_public', column: 'private_to_uid', whenLeaving: 'deleted' },
  );
  app.route({
    ...listCategories,
    handler: async () => ({ categories: await selectCategories(database) }),
  });
};
