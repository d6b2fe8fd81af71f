import type { QueryClient } from '@tanstack/react-query';
import { type AnyRoute, createRouter, type MakeRouteMatch } from '@tanstack/react-router';
import { meQuery } from '#features/account/web/account.queries.ts';
import { PageFailed } from '#web/shell/PageFailed.tsx';
import { PageLoading } from '#web/shell/PageLoading.tsx';
import { closeOverlaysOnBack } from '#web/ui/close-on-back.ts';
import { loadAsDocuments } from './leave-screens.ts';
import { PRERENDERED_ADDRESSES, routeTree } from './route-table.tsx';

export function createAppRouter(queryClient: QueryClient) {
  closeOverlaysOnBack();
  const router = createRouter({
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
  loadAsDocuments(router, PRERENDERED_ADDRESSES);
  keepPlaceWhenTurningBack(router);
  return router;
}

/**
 * Whoever turns back before the next screen was shown is where they were. The router notes their place as they turn
 * back, when what they left is hidden already or the next, shorter screen stands there (router-core 1.171.39,
 * scroll-restoration.ts); what counts is where they stood as they left.
 */
function keepPlaceWhenTurningBack(router: ReturnType<typeof createAppRouter>): void {
  let left: { key: string | undefined; top: number } | null = null;
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    if (fromLocation) left ??= { key: fromLocation.state.__TSR_key, top: window.scrollY };
  });
  router.subscribe('onRendered', ({ toLocation }) => {
    if (left && left.key === toLocation.state.__TSR_key) window.scrollTo({ top: left.top });
    left = null;
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
