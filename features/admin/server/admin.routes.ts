import { getAdminCounts, listAdminActs } from '#features/admin/admin.contract.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { eraseStatesAbout, selectActs, selectCounts } from './admin.sql.ts';

export const adminRoutes: FeatureRoutes = (app, { database, personalData }) => {
  personalData.declare(
    { table: 'admin_acts', column: 'admin_uid', whenLeaving: 'anonymous' },
    { table: 'admin_acts', column: 'about_uid', whenLeaving: 'anonymous', erase: eraseStatesAbout },
  );

  app.route({
    ...getAdminCounts,
    handler: () => selectCounts(database, Date.now()),
  });

  app.route({
    ...listAdminActs,
    handler: async ({ query: { before = null, limit } }) => {
      const acts = await selectActs(database, { before, limit: limit + 1 });
      const page = acts.slice(0, limit);
      return { acts: page, next: acts.length > limit ? (page.at(-1)?.id ?? null) : null };
    },
  });
};
