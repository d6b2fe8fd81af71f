import type { QueryClient } from '@tanstack/react-query';
import { type AnyRoute, createRouter, type MakeRouteMatch } from '@tanstack/react-router';
import { meQuery } from '#features/account/web/account.queries.ts';
import { PageFailed } from '#web/shell/PageFailed.tsx';
import { PageLoading } from '#web/shell/PageLoading.tsx';
import { closeOverlaysOnBack } from '#web/ui/close-on-back.ts';
import { paths } from '#web/paths.ts';
import { loadAsDocuments } from './leave-screens.ts';
import { PRERENDERED_ADDRESSES, routeTree } from './route-table.tsx';

export function createAppRouter(queryClient: QueryClient) {
  closeOverlaysOnBack();
  const router = createRouter({
    routeTree,
    context: { queryClient },
    // Preloads a page's code when the user hovers over, focuses or touches its link.
    defaultPreload: 'intent',
    defaultPendingComponent: PageLoading,
    defaultPendingMs: 150,
    defaultPendingMinMs: 300,
    defaultErrorComponent: PageFailed,
    scrollRestoration: true,
  });
  loadAsDocuments(router, PRERENDERED_ADDRESSES);
  restoreScrollOnCancelledNavigation(router);
  return router;
}

/**
 * Restores the scroll position when navigation is cancelled with Back. The router stores the position too late: on
 * Back, the previous page is already hidden or replaced by the next, shorter page (router-core 1.171.39,
 * scroll-restoration.ts). This function stores the position before the next page loads.
 */
function restoreScrollOnCancelledNavigation(router: ReturnType<typeof createAppRouter>): void {
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
 * Starts the request for the session and loads the code of the first screen, which would otherwise wait for the
 * response. The request comes first, because on a slow connection the short response must not queue behind the code.
 */
export function fetchFirstScreen(router: ReturnType<typeof createAppRouter>): void {
  void router.options.context.queryClient.prefetchQuery(meQuery);
  // On a slow connection the navigation bar must not wait for the page's code, so its own code is requested first.
  if (router.latestLocation.pathname.startsWith(paths.home))
    void import('./MemberNavigation.tsx').catch(() => undefined);
  const routes: Record<string, AnyRoute> = router.routesById;
  for (const { routeId } of router.matchRoutes(router.latestLocation) as MakeRouteMatch[]) {
    const route = routes[routeId];
    // If this fails, the code is requested again when the screen is shown, and the failure is reported then.
    if (route) router.loadRouteChunk(route)?.catch(() => {});
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
