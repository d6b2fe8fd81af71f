import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useMatches, useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { m } from '#messages';
import type { Me } from '#features/account/account.contract.ts';
import { DEFAULT_DISPLAY_NAME } from '#features/account/account.rules.ts';
import { meQuery, useSignOut } from '#features/account/web/account.queries.ts';
import { loadOutbox } from '#web/outbox/page-outbox.ts';
import { paths } from '#web/paths.ts';
import { loadPretendard } from '#web/browser/pretendard.ts';
import { clearSessionEnd, useSessionEnd } from '#web/requests/session-end.ts';
import { fetchCode, reloadOnce } from '#web/shell/fetched-code.ts';
import { lazyDialog, lazyExtra } from '#web/shell/lazy-part.tsx';
import { MenuContext } from '#web/shell/menu-context.ts';
import { preloadWhenIdle } from '#web/browser/when-idle.ts';
import { markBody } from '#web/ui/mark-body.ts';
import { showToast } from '#web/ui/Toast.tsx';

const PLACE_ROUTE = '/members/app/restaurant/$restaurantId';

const loadSlideMenu = () => import('#web/shell/SlideMenu.tsx');
const SlideMenu = lazyDialog(async () => ({ default: (await loadSlideMenu()).SlideMenu }));
const Navigation = lazyExtra(async () => ({
  default: (await import('./MemberNavigation.tsx')).MemberNavigation,
}));

const SessionEndDialog = lazyDialog(async () => ({
  default: (await import('#web/shell/SessionEndDialog.tsx')).SessionEndDialog,
}));

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
  const logOut = useLogOut();
  const isReading = useIsFetching() > 0;
  const router = useRouter();
  const queryClient = useQueryClient();
  useEffect(() => {
    // On a slow connection, the requests of the page come first.
    if (isReading) return;
    return preloadWhenIdle(() => {
      void loadSlideMenu();
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
          <SlideMenu
            isOpen={isMenuOpen}
            onClose={() => setMenuOpen(false)}
            nickname={nicknameOf(me)}
            isPaid={me?.accountTier === 'paid'}
            idLine={idLineOf(me)}
            onLogOut={() => {
              setMenuOpen(false);
              logOut();
            }}
          />
        </Suspense>
      )}
      <Suspense>
        <MapsAtStart />
        <OfflineReady />
      </Suspense>
      <SessionEnd uid={me?.uid} />
    </MenuContext>
  );
}

function useLogOut() {
  const navigate = useNavigate();
  const signOut = useSignOut();
  return () =>
    signOut.mutate(undefined, {
      onSuccess: () => navigate({ to: paths.landing, state: { toast: m.shell_logged_out() } }),
      onError: () => showToast(m.shell_log_out_failed(), { kind: 'alert' }),
    });
}

/** Asks the member to sign in again. The member signs in in another tab and then continues here. */
function SessionEnd({ uid }: { uid: string | undefined }) {
  const ended = useSessionEnd();
  const hasEnded = ended !== null;
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!hasEnded) return;
    const onReturn = async () => {
      const me = await queryClient.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => null);
      if (!me) return;
      // Another account has signed in. No data of the previous account may stay on screen.
      if (me.uid !== uid) return window.location.reload();
      clearSessionEnd();
      await queryClient.invalidateQueries();
    };
    window.addEventListener('focus', onReturn);
    return () => window.removeEventListener('focus', onReturn);
  }, [hasEnded, queryClient, uid]);
  if (!ended) return null;
  return (
    <Suspense>
      <SessionEndDialog isOpen sentence={ended.sentence} onClose={clearSessionEnd} />
    </Suspense>
  );
}

function nicknameOf(me: Me | null | undefined): string {
  const isNameless = !me || me.displayName === '' || me.displayName === DEFAULT_DISPLAY_NAME;
  return isNameless ? m.shell_menu_default_name() : m.shell_menu_nickname({ nickname: me.displayName });
}

function idLineOf(me: Me | null | undefined): string {
  if (me?.providerId?.startsWith('google')) return m.shell_menu_id_google();
  if (me?.providerId === 'password') return m.shell_menu_id_password({ email: me.email });
  return m.shell_menu_id_unknown();
}
