import { m } from '#messages';
import { selectCategories } from '#features/catalogue/server/catalogue.public.ts';
import { selectMyRestaurants } from '#features/restaurants/server/restaurants.public.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { localeOf } from '#server/http/locale.ts';
import { requireUser } from '#server/http/require-user.ts';
import { exportMyList } from '../export.contract.ts';
import { writeListFile } from '../list-files.ts';

export const exportRoutes: FeatureRoutes = (app, { database }) => {
  app.route({
    ...exportMyList,
    handler: async (request, reply) => {
      const { userId } = requireUser(request);
      const { format } = request.query;
      const [restaurants, categories] = await Promise.all([
        selectMyRestaurants(database, userId),
        selectCategories(database),
      ]);
      const names = new Map(categories.map(({ id, name }) => [id, name]));
      const { text, mediaType } = writeListFile({
        format,
        restaurants,
        categoryName: (categoryId) => names.get(categoryId ?? '') ?? '',
        title: m.export_list_title({}, { locale: localeOf(request) }),
      });
      reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="momokzi.${format}"`)
        .type(mediaType);
      // The response is a file, which no response schema describes.
      return reply.send(text);
    },
  });
};
