import { listCategories } from '#features/catalogue/catalogue.contract.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { selectCategories } from './catalogue.sql.ts';

export const catalogueRoutes: FeatureRoutes = (app, { database, personalData }) => {
  personalData.declare(
    // If a member's account is deleted, the public places that this member added stay, because other members may have
    // saved them.
    { table: 'restaurants_public', column: 'added_by_uid', onDeletion: 'anonymous' },
    { table: 'restaurants_public', column: 'private_to_uid', onDeletion: 'deleted' },
  );
  app.route({
    ...listCategories,
    handler: async () => ({ categories: await selectCategories(database) }),
  });
};
