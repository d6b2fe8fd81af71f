import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { meQuery } from '#features/account/web/account.queries.ts';
import { visitToRecord } from '#features/restaurants/web/visit-to-record.ts';
import { loadOutbox } from '#web/outbox/page-outbox.ts';
import { loadPretendard } from '#web/browser/pretendard.ts';
import { clearSessionEnd, useSessionEnd } from '#web/requests/session-end.ts';
import { fetchCode, reloadOnce } from '#web/shell/fetched-code.ts';
import { lazyDialog, lazyExtra } from '#web/shell/lazy-part.tsx';
import { MenuContext } from '#web/shell/menu-context.ts';
import { preloadWhenIdle } from '#web/browser/first-map.ts';
import { useStore } from '#web/store.ts';
import { markBody } from '#web/ui/mark-body.ts';

const PLACE_ROUTE = '/members/app/restaurant/$restaurantId';

// None of these parts is needed for the first rendering. Those of `after-start.ts` share one chunk.
const loadAfterStart = () => import('./after-start.ts');
const loadMenu = () => import('./MemberMenuDrawer.tsx');
const MemberMenuDrawer = lazyDialog(async () => ({ default: (await loadMenu()).MemberMenuDrawer }));
const SessionEnd = lazyDialog(async () => ({ default: (await import('./SessionEnd.tsx')).SessionEnd }));
const Navigation = lazyExtra(async () => ({
  default: (await import('./MemberNavigation.tsx')).MemberNavigation,
}));
const MembershipBanner = lazyExtra(async () => ({
  default: (await import('#features/membership/web/MembershipBanner.tsx')).MembershipBanner,
}));
const ScheduledDeletionBanner = lazyExtra(async () => ({
  default: (await loadAfterStart()).ScheduledDeletionBanner,
}));
const SecurityBanner = lazyExtra(async () => ({ default: (await loadAfterStart()).SecurityBanner }));
const MapsAtStart = lazyExtra(async () => ({ default: (await loadAfterStart()).MapsAtStart }));
const OfflineReady = lazyExtra(async () => ({ default: (await loadAfterStart()).OfflineReady }));

const RecordSheet = lazyDialog(async () => ({
  default: (await import('./RecordSheet.tsx')).RecordSheet,
}));

/** Pages with the navigation bar leave room for it (`body[data-navigation]`). */
const keepRoomForNavigation = markBody('data-navigation');

export function MemberShell() {
  const { data: me } = useQuery(meQuery);
  const floating = useMatches({ select: (matches) => matches.at(-1)?.staticData.floating });
  return (
    <MemberFrame>
      {/* Only a membership that ends can have a notice. */}
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
    </MemberFrame>
  );
}

/** The layout of pages that visitors can also see. Members also get the menu. */
export function SharedShell() {
  const { data: me } = useQuery(meQuery);
  if (!me) return <Outlet />;
  return (
    <MemberFrame>
      <Outlet />
    </MemberFrame>
  );
}

/** Everything that surrounds a page of a member, except the navigation bar: banners, the menu, and the end of the session. */
function MemberFrame({ children }: { children: ReactNode }) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [wasMenuOpened, setMenuOpened] = useState(false);
  const { data: me } = useQuery(meQuery);
  const ended = useSessionEnd();
  const recordedVisit = useStore(visitToRecord);
  usePreloadedParts();
  useStartedOutbox();

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
      {recordedVisit && (
        <Suspense>
          <RecordSheet
            key={recordedVisit.restaurantId}
            visit={recordedVisit}
            isOpen
            onClose={() => visitToRecord.set(null)}
          />
        </Suspense>
      )}
      {ended && (
        <Suspense>
          <SessionEnd isOpen uid={me?.uid} sentence={ended.sentence} onClose={clearSessionEnd} />
        </Suspense>
      )}
    </MenuContext>
  );
}

function usePreloadedParts(): void {
  const isReading = useIsFetching() > 0;
  const router = useRouter();
  useEffect(() => {
    // On a slow connection, the requests of the page come first.
    if (isReading) return;
    return preloadWhenIdle(() => {
      void loadMenu();
      void loadPretendard();
      // The page of a place is preloaded, so that a saved place also opens offline. If this fails, it is loaded
      // when a place is opened.
      void router.loadRouteChunk(router.routesById[PLACE_ROUTE])?.catch(() => undefined);
    });
  }, [isReading, router]);
}

function useStartedOutbox(): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      loadOutbox({
        load: async () => (await fetchCode(loadAfterStart)).startOutbox(queryClient),
        // A newer version of the app may have replaced this code.
        onMissing: reloadOnce,
      }),
    [queryClient],
  );
}
