import { getCategoryCounts, statisticsProblems } from '#features/statistics/statistics.contract.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { problem } from '#server/http/problem.ts';
import { readCategoryCounts } from './statistics.public.ts';
import { foldChanges } from './statistics.sql.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'statistics.fold': Record<string, never>;
  }
}

export const statisticsRoutes: FeatureRoutes = (app, { database, jobs }) => {
  app.route({
    ...getCategoryCounts,
    handler: async (_request, reply) => {
      const counts = await readCategoryCounts(database);
      if (!counts) throw problem(statisticsProblems, 'statistics.not_found');
      reply.header('cache-control', 'no-cache');
      return counts;
    },
  });

  jobs.handle('statistics.fold', () => foldChanges(jobs.database));
  jobs.schedule('statistics.fold', '*/10 * * * *');
};
