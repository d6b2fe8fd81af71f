import type { QueryClient } from '@tanstack/react-query';
import { type AnyRoute, createRouter, type MakeRouteMatch } from '@tanstack/react-router';
import { meQuery } from '#features/account/web/account.queries.ts';
import { expectFirstMap } from '#web/browser/first-map.ts';
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
    // When the user hovers over, focuses or touches a link, the page's code is loaded.
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
 * Restores the scroll position when navigation is cancelled with Back.
 * The router stores the position too late: when the user presses Back, the page is already hidden, or replaced by the
 * next page, which is shorter (router-core 1.171.39, scroll-restoration.ts). Therefore this function stores the
 * position before the next page loads.
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
 * Requests the session, and then the code of the first screen. On a slow connection, the short response about the
 * session must not queue behind the code. The code does not wait for that response.
 */
export function fetchFirstScreen(router: ReturnType<typeof createAppRouter>): void {
  void router.options.context.queryClient.prefetchQuery(meQuery);
  // The navigation bar is requested here, because on a slow connection it must not wait for the page's code.
  if (router.latestLocation.pathname.startsWith(paths.home))
    void import('./MemberNavigation.tsx').catch(() => undefined);
  if (router.latestLocation.pathname === paths.home) expectFirstMap();
  const routes: Record<string, AnyRoute> = router.routesById;
  for (const { routeId } of router.matchRoutes(router.latestLocation) as MakeRouteMatch[]) {
    const route = routes[routeId];
    // A failure is ignored here. It is reported when the screen requests the code again.
    if (route) router.loadRouteChunk(route)?.catch(() => {});
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
