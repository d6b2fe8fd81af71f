import type { Access } from '#common/endpoint.ts';
import type { App } from './feature.ts';

export type Route = {
  method: string;
  /** The path pattern, as it was registered: `/api/my-restaurants/:restaurantId`. */
  url: string;
  access: Access | undefined;
  allowsForeignOrigin: boolean;
  schema: unknown;
  /** The problem codes that the contract declares. */
  problems: readonly string[];
};

declare module 'fastify' {
  interface FastifyInstance {
    /** All routes in the order of their registration, one entry per method. */
    routeTable: Route[];
  }
}

/** Records all routes in `routeTable`. Some answers depend on the routes, and some tests must cover every route. */
export function recordRoutes(app: App): void {
  app.decorate('routeTable', []);
  app.addHook('onRoute', ({ method, url, config = {}, schema }) => {
    const { access, allowsForeignOrigin = false, problems = [] } = config;
    for (const one of [method].flat()) {
      app.routeTable.push({ method: one, url, access, allowsForeignOrigin, schema, problems });
    }
  });
}

/**
 * Returns the methods of the routes that match the path. Leaves out admin routes, because their existence is hidden.
 * @param path the path without the query
 */
export function methodsAt({ routes, path }: { routes: readonly Route[]; path: string }): string[] {
  const methods = routes
    .filter((route) => route.access !== 'admin' && matches({ pattern: route.url, path }))
    .map(({ method }) => method);
  return [...new Set(methods)].sort();
}

function matches({ pattern, path }: { pattern: string; path: string }): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  const isOpenEnded = wanted.at(-1) === '*';
  if (isOpenEnded ? given.length < wanted.length : given.length !== wanted.length) return false;
  return wanted.every(
    (part, at) => part === '*' || (part.startsWith(':') ? given[at] !== '' : part === given[at]),
  );
}
