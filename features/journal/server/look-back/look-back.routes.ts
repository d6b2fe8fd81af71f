import { getLookBack, getLookBackCard, lookBackProblems } from '#features/journal/look-back.contract.ts';
import { lookBackOn } from '#features/journal/look-back.rules.ts';
import type { Connection } from '#server/database/database.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { localeOf } from '#server/http/locale.ts';
import { problem } from '#server/http/problem.ts';
import { signedIn } from '#server/http/signed-in.ts';
import { drawLookBackCard } from './draw-card.ts';
import { selectCategoryNames, selectMeals, selectYears } from './look-back.sql.ts';

export const lookBackRoutes: FeatureRoutes = (app, { database }) => {
  app.route({
    ...getLookBack,
    handler: (request) => readLookBack(database, { ...signedIn(request), ...request.params }),
  });

  app.route({
    ...getLookBackCard,
    handler: async (request, reply) => {
      const person = signedIn(request);
      const lookBack = await readLookBack(database, { ...person, ...request.params });
      if (lookBack.entryCount === 0) throw problem(lookBackProblems, 'journal.year_empty');
      const png = await drawLookBackCard({
        lookBack,
        nickname: person.displayName,
        categoryNames: await selectCategoryNames(database),
        locale: localeOf(request),
      });
      reply.header('cache-control', 'private, no-cache').type('image/png');
      // Raw bytes: no response schema describes them.
      return reply.send(png as never);
    },
  });
};

async function readLookBack(connection: Connection, { userId, year }: { userId: string; year: number }) {
  const [years, meals] = await Promise.all([
    selectYears(connection, userId),
    selectMeals(connection, { userId, year }),
  ]);
  return lookBackOn({ year, years, meals });
}
