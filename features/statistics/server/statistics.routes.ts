import { getCategoryCounts, statisticsProblems } from '#features/statistics/statistics.contract.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { problem } from '#server/http/problem.ts';
import { foldChanges, selectCategoryCounts } from './statistics.sql.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'statistics.fold': Record<string, never>;
  }
}

export const statisticsRoutes: FeatureRoutes = (app, { database, jobs }) => {
  app.route({
    ...getCategoryCounts,
    handler: async (_request, reply) => {
      const categories = await selectCategoryCounts(database);
      const sum = (of: 'adminAdded' | 'userAdded' | 'total') =>
        categories.reduce((all, count) => all + count[of], 0);
      if (sum('total') === 0) throw problem(statisticsProblems, 'statistics.not_found');
      reply.header('cache-control', 'no-cache');
      return {
        totalCounts: { adminAdded: sum('adminAdded'), userAdded: sum('userAdded'), total: sum('total') },
        categories,
      };
    },
  });

  jobs.handle('statistics.fold', () => foldChanges(jobs.database));
  jobs.schedule('statistics.fold', '*/10 * * * *');
};
