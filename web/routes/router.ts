import type { QueryClient } from '@tanstack/react-query';
import { type AnyRoute, createRouter, type MakeRouteMatch } from '@tanstack/react-router';
import { meQuery } from '#features/account/web/account.queries.ts';
import { PageFailed } from '#web/shell/PageFailed.tsx';
import { PageLoading } from '#web/shell/PageLoading.tsx';
import { routeTree } from './route-table.tsx';

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    // A page's code is fetched when a finger or a pointer comes near its link.
    defaultPreload: 'intent',
    defaultPendingComponent: PageLoading,
    defaultPendingMs: 150,
    defaultPendingMinMs: 300,
    defaultErrorComponent: PageFailed,
    scrollRestoration: true,
  });
}

/**
 * Starts to ask who is there, and to fetch the code of the screen that the address names, which else waits for the
 * answer. In this order: on a slow line the short answer must not queue behind the code.
 */
export function fetchFirstScreen(router: ReturnType<typeof createAppRouter>): void {
  void router.options.context.queryClient.prefetchQuery(meQuery);
  const routes: Record<string, AnyRoute> = router.routesById;
  for (const { routeId } of router.matchRoutes(router.latestLocation) as MakeRouteMatch[]) {
    const route = routes[routeId];
    // What fails is fetched again, and told of, when the screen is shown.
    if (route) router.loadRouteChunk(route)?.catch(() => {});
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
