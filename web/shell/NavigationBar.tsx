import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { LayoutGrid, type LucideIcon, Menu, NotebookPen, Plus, UtensilsCrossed } from 'lucide-react';
import { m } from '#messages';
import { numberOf } from '#web/number-of.ts';
import { paths } from '#web/paths.ts';
import { useOpenMenu } from './menu-context.ts';
import { useMainScroll } from './use-main-scroll.ts';

const PLACES = { to: paths.home, label: m.shell_tab_places, icon: UtensilsCrossed } as const;
const JOURNAL = { to: paths.journal, label: m.shell_tab_journal, icon: NotebookPen } as const;
const COLLECTIONS = { to: paths.collections, label: m.shell_tab_collections, icon: LayoutGrid } as const;

/**
 * The navigation bar at the bottom of a phone. On a wide screen it is a rail at the side, and the ＋ is in
 * FloatingActions.tsx.
 */
export function NavigationBar({
  newEpisodes,
  unread,
}: {
  /** Number of new episodes. It is shown at 모음, unless it is 0. */
  newEpisodes: number;
  /** Number of unread notifications. It is shown at 메뉴, unless it is 0. */
  unread: number;
}) {
  const { isGoingDown } = useMainScroll();
  const openMenu = useOpenMenu();
  const { restaurant } = useSearch({ strict: false });
  const current = tabOf(useLocation({ select: ({ pathname }) => pathname }));
  return (
    <nav
      aria-label={m.shell_navigation()}
      data-going-down={isGoingDown || undefined}
      className="navigation-bar"
    >
      <Tab {...PLACES} isCurrent={current === PLACES.to} />
      <Tab {...JOURNAL} isCurrent={current === JOURNAL.to} />
      {current === JOURNAL.to ? (
        <Link
          to={paths.writeJournalEntry}
          search={restaurant === undefined ? {} : { restaurant }}
          className="navigation-add lg:hidden"
        >
          <AddFace label={m.journal_write()} />
        </Link>
      ) : (
        <Link to={paths.addRestaurant} className="navigation-add lg:hidden">
          <AddFace label={m.shell_add_restaurant()} />
        </Link>
      )}
      <Tab {...COLLECTIONS} isCurrent={current === COLLECTIONS.to} newEpisodes={newEpisodes} />
      <button
        type="button"
        aria-label={
          unread > 0
            ? `${m.shell_menu_open()}, ${m.notifications_unread({ count: numberOf(unread) })}`
            : m.shell_menu_open()
        }
        className="navigation-tab"
        onClick={openMenu ?? undefined}
      >
        <TabFace icon={Menu} label={m.shell_menu()} />
        {unread > 0 && (
          // The number is no text, because the visible text of a button must be part of its label.
          <b className="navigation-badge" aria-hidden="true" data-count={99 < unread ? '99+' : unread} />
        )}
      </button>
    </nav>
  );
}

function Tab({
  to,
  label,
  icon,
  isCurrent,
  newEpisodes = 0,
}: (typeof PLACES | typeof JOURNAL | typeof COLLECTIONS) & { isCurrent: boolean; newEpisodes?: number }) {
  return (
    <Link
      to={to}
      className="navigation-tab"
      activeOptions={{ exact: true }}
      aria-current={isCurrent || undefined}
    >
      <TabFace icon={icon} label={label()} />
      {newEpisodes > 0 && (
        <>
          <b className="navigation-badge" aria-hidden="true">
            {newEpisodes}
          </b>
          <span className="sr-only">{m.following_new_badge({ count: numberOf(newEpisodes) })}</span>
        </>
      )}
    </Link>
  );
}

function TabFace({ icon: Icon, label }: { icon: LucideIcon; label: string }) {
  return (
    <>
      <Icon aria-hidden="true" />
      <span>{label}</span>
    </>
  );
}

function AddFace({ label }: { label: string }) {
  return (
    <>
      <i>
        <Plus aria-hidden="true" />
      </i>
      <span>{label}</span>
    </>
  );
}

/** Returns the tab of the page. Returns undefined for pages that are only in the menu. */
function tabOf(pathname: string) {
  const isUnder = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  if (isUnder(paths.journal)) return paths.journal;
  if ([paths.collections, paths.sources, paths.shareMyList].some(isUnder)) return paths.collections;
  const isOfPlaces = pathname === paths.home || ['/app/add', '/app/edit', '/app/restaurant'].some(isUnder);
  return isOfPlaces ? paths.home : undefined;
}
