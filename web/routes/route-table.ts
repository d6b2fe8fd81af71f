import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { meQuery } from '#features/account/web/account.queries.ts';
import { paths } from '#web/paths.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What the browser's title bar says before "· 모먹지". */
    title?: () => string;
  }
}

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()();

const placeholder = lazyRouteComponent(() => import('#web/shell/PlaceholderPage.tsx'), 'PlaceholderPage');

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    const me = await context.queryClient.ensureQueryData(meQuery);
    if (!me) throw redirect({ to: paths.login, search: { from: location.href } });
    return { me };
  },
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: paths.home,
  component: lazyRouteComponent(() => import('#features/restaurants/web/HomePage.tsx'), 'HomePage'),
});

const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  validateSearch: (search): { from?: string } =>
    typeof search.from === 'string' ? { from: search.from } : {},
  component: lazyRouteComponent(() => import('#features/account/web/LoginPage.tsx'), 'LoginPage'),
});

const landing = createRoute({ getParentRoute: () => root, path: paths.landing, component: placeholder });

export const routeTree = root.addChildren([landing, login, signedIn.addChildren([home])]);
