import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { meQuery } from '#features/account/web/account.queries.ts';
import { loadOutbox } from '#web/outbox/page-outbox.ts';
import { loadPretendard } from '#web/browser/pretendard.ts';
import { clearSessionEnd, useSessionEnd } from '#web/requests/session-end.ts';
import { fetchCode, reloadOnce } from '#web/shell/fetched-code.ts';
import { lazyDialog, lazyExtra } from '#web/shell/lazy-part.tsx';
import { MenuContext } from '#web/shell/menu-context.ts';
import { preloadWhenIdle } from '#web/browser/when-idle.ts';
import { markBody } from '#web/ui/mark-body.ts';

const PLACE_ROUTE = '/members/app/restaurant/$restaurantId';

const loadMenu = () => import('./MemberMenuDrawer.tsx');
const MemberMenuDrawer = lazyDialog(async () => ({ default: (await loadMenu()).MemberMenuDrawer }));
const Navigation = lazyExtra(async () => ({
  default: (await import('./MemberNavigation.tsx')).MemberNavigation,
}));

const SessionEnd = lazyDialog(async () => ({ default: (await import('./SessionEnd.tsx')).SessionEnd }));

const afterStart = () => import('./after-start.ts');
const ScheduledDeletionBanner = lazyExtra(async () => ({
  default: (await afterStart()).ScheduledDeletionBanner,
}));
const SecurityBanner = lazyExtra(async () => ({ default: (await afterStart()).SecurityBanner }));
const MapsAtStart = lazyExtra(async () => ({ default: (await afterStart()).MapsAtStart }));
const OfflineReady = lazyExtra(async () => ({ default: (await afterStart()).OfflineReady }));

const MembershipBanner = lazyExtra(async () => ({
  default: (await import('#features/membership/web/MembershipBanner.tsx')).MembershipBanner,
}));

const keepRoomForNavigation = markBody('data-navigation');

export function MemberShell() {
  const { data: me } = useQuery(meQuery);
  const floating = useMatches({ select: (matches) => matches.at(-1)?.staticData.floating });
  return (
    <MemberMenu>
      {me && me.paidTierExpiresAt !== null && (
        <Suspense>
          <MembershipBanner me={me} />
        </Suspense>
      )}
      <Outlet />
      <div ref={keepRoomForNavigation}>
        <Suspense>
          <Navigation floating={floating} />
        </Suspense>
      </div>
    </MemberMenu>
  );
}

/** The layout of pages that visitors can also see. Members also get the menu. */
export function SharedShell() {
  const { data: me } = useQuery(meQuery);
  if (!me) return <Outlet />;
  return (
    <MemberMenu>
      <Outlet />
    </MemberMenu>
  );
}

function MemberMenu({ children }: { children: ReactNode }) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [wasMenuOpened, setMenuOpened] = useState(false);
  const { data: me } = useQuery(meQuery);
  const ended = useSessionEnd();
  const isReading = useIsFetching() > 0;
  const router = useRouter();
  const queryClient = useQueryClient();
  useEffect(() => {
    // On a slow connection, the requests of the page come first.
    if (isReading) return;
    return preloadWhenIdle(() => {
      void loadMenu();
      void loadPretendard();
      // The page of a place is preloaded, so that a saved place also opens offline.
      void router.loadRouteChunk(router.routesById[PLACE_ROUTE])?.catch(() => undefined);
    });
  }, [isReading, router]);

  useEffect(
    () =>
      loadOutbox({
        load: async () => (await fetchCode(afterStart)).startOutbox(queryClient),
        onMissing: reloadOnce,
      }),
    [queryClient],
  );

  const openMenu = () => {
    setMenuOpened(true);
    setMenuOpen(true);
  };
  return (
    <MenuContext value={openMenu}>
      <Suspense>
        <SecurityBanner />
        <ScheduledDeletionBanner />
      </Suspense>
      {children}
      {wasMenuOpened && (
        <Suspense>
          <MemberMenuDrawer isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} me={me} />
        </Suspense>
      )}
      <Suspense>
        <MapsAtStart />
        <OfflineReady />
      </Suspense>
      {ended && (
        <Suspense>
          <SessionEnd isOpen uid={me?.uid} sentence={ended.sentence} onClose={clearSessionEnd} />
        </Suspense>
      )}
    </MenuContext>
  );
}
