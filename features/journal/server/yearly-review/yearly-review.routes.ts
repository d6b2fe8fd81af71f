import {
  getYearlyReview,
  getYearlyReviewImage,
  yearlyReviewProblems,
} from '#features/journal/yearly-review.contract.ts';
import { yearlyReviewOf } from '#features/journal/yearly-review.rules.ts';
import type { Connection } from '#server/database/database.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { localeOf } from '#server/http/locale.ts';
import { problem } from '#server/http/problem.ts';
import { requireUser } from '#server/http/require-user.ts';
import { renderYearlyReviewImage } from './yearly-review-image.ts';
import { selectCategoryNames, selectMeals, selectYears } from './yearly-review.sql.ts';

export const yearlyReviewRoutes: FeatureRoutes = (app, { database }) => {
  app.route({
    ...getYearlyReview,
    handler: (request) => readYearlyReview(database, { ...requireUser(request), ...request.params }),
  });

  app.route({
    ...getYearlyReviewImage,
    handler: async (request, reply) => {
      const person = requireUser(request);
      const yearlyReview = await readYearlyReview(database, { ...person, ...request.params });
      if (yearlyReview.entryCount === 0) throw problem(yearlyReviewProblems, 'journal.year_empty');
      const png = await renderYearlyReviewImage({
        yearlyReview,
        nickname: person.displayName,
        categoryNames: await selectCategoryNames(database),
        locale: localeOf(request),
      });
      reply.header('cache-control', 'private, no-cache').type('image/png');
      // The cast is needed, because the response schema is a string but the handler sends bytes.
      return reply.send(png as never);
    },
  });
};

async function readYearlyReview(connection: Connection, { userId, year }: { userId: string; year: number }) {
  const [years, meals] = await Promise.all([
    selectYears(connection, userId),
    selectMeals(connection, { userId, year }),
  ]);
  return yearlyReviewOf({ year, years, meals });
}
