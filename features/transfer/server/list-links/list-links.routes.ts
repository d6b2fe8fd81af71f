import { importListLink } from '#features/transfer/list-links.contract.ts';
import type { ListService } from '#features/transfer/list-links.rules.ts';
import { isShortened, rowOfFile } from '#features/transfer/new-rows.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { rejectExcessRequests } from '#server/http/rate-limits.ts';
import { requireUser } from '#server/http/require-user.ts';
import { addRows } from '../imports.service.ts';
import { createListClient } from './list-client.ts';
import { readListLink } from './read-list-link.ts';

/** Maximum number of lists per account in ten minutes. A list takes up to 60 requests, in addition to redirects. */
const LISTS = { max: 20, timeWindow: 600_000, cache: 20_000 };

export const listLinksRoutes: FeatureRoutes = (app, { database, settings }) => {
  const client = createListClient({
    sandboxUrl: settings.SANDBOX_LIST_LINKS_URL,
    userAgent: `Momokzi (+${settings.BASE_URL})`,
  });
  app.addHook('onClose', () => client.close());
  const enabled: Record<ListService, boolean> = {
    naver: settings.NAVER_LIST_LINKS === 'on',
    kakao: settings.KAKAO_LIST_LINKS === 'on',
    google: settings.GOOGLE_LIST_LINKS === 'on',
  };
  const countLists = app.createRateLimit({
    ...LISTS,
    keyGenerator: (request) => requireUser(request).userId,
  });

  app.route({
    ...importListLink,
    handler: async (request) => {
      rejectExcessRequests(await countLists(request));
      const { name, places, leftOut, leftOutNames } = await readListLink({
        link: request.body.link,
        client,
        isEnabled: (service) => enabled[service],
      });
      const tagged = places.map((place) => ({ ...place, tags: name === '' ? [] : [name] }));
      const shortenedNames = tagged.filter(isShortened).map((place) => place.name || place.address);
      return {
        import: await addRows({
          database,
          person: requireUser(request),
          rows: tagged.map(rowOfFile),
        }),
        list: { name, places: places.length, leftOut, leftOutNames, shortenedNames },
      };
    },
  });
};
