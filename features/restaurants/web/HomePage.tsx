import { useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { m } from '#messages';
import { useMe } from '#features/account/web/account.public.ts';
import { notStored } from '#web/first-screen/not-stored.ts';
import { MenuButton } from '#web/shell/MenuButton.tsx';
import { usePageTitle } from '#web/shell/use-page-title.ts';
import { useTypedText } from '#web/form/use-typed-text.ts';
import { lazyPart } from '#web/shell/lazy-part.tsx';
import { BottomSheet, useViewportHeight } from '#web/ui/BottomSheet.tsx';
import { useTabBarHeight } from '#web/shell/use-tab-bar-height.ts';
import { type Snap, visibleHeight } from '#web/ui/bottom-sheet.rules.ts';
import { classes } from '#web/ui/classes.ts';
import { HomeTopBar } from './home/HomeTopBar.tsx';
import { ListBody } from './home/ListBody.tsx';
import { type HomeParts, ListHeader } from './home/ListHeader.tsx';
import { type HomeMemory, remember, useHomeMemory } from './home/home-memory.ts';
import { useHomeSearch } from './home/use-home-search.ts';
import { useListView } from './home/use-list-view.ts';
import type { Filter } from '#features/restaurants/list-filters.rules.ts';
import { NO_FILTERS } from './filters/filters.ts';
import { useDistanceOrigin } from './use-distance-origin.ts';
import { useMedia } from './use-media.ts';

// The code of the map is loaded separately, so that the list is usable before the map.
const loadHomeMap = () => import('./home/HomeMap.tsx');
// If this fails, `HomeMap` loads the code again and shows the reason.
void loadHomeMap().catch(() => undefined);
const HomeMap = lazyPart(async () => ({ default: (await loadHomeMap()).HomeMap }));

/**
 * Number of pixels from the top of the screen to the bottom of the search bar. On a phone the bar floats over the map.
 */
const TOP_BAR_HEIGHT = 62;

/**
 * My restaurants as a list and on a map. On a phone the list is a sheet over the map. On a wide screen the list and the
 * map are side by side. The state of the view is stored in the URL.
 */
export function HomePage({ parts }: { parts: HomeParts }) {
  usePageTitle(m.restaurants_home_title());
  const me = useMe();
  const { search, change } = useHomeSearch();
  const { typed, onType, settle } = useTypedText({
    inAddress: search.q ?? '',
    onWrite: (q, how) => change({ q: q || undefined }, how),
  });
  const around = useDistanceOrigin({ asksAtOnce: true });
  const home = useListView({ search, typed, around: around.around });
  const [hoveredId, setHoveredId] = useState<string | null>(null);
  const { memory, saveMemory } = useHomeMemory();
  const isWide = useMedia('(min-width: 1024px), (min-width: 768px) and (orientation: landscape)');
  const isRoomy = useMedia('(min-width: 600px)');
  const sheet = useSheet({ memory, isWide });
  const onOpen = useOnOpen(change, saveMemory);

  const select = (restaurantId: string | null) => {
    change({ selected: restaurantId ?? undefined }, { asStep: false });
    if (restaurantId !== null && sheet.snap !== 'half') sheet.setSnap('half');
  };
  const clearFilters = () => {
    onType('', { isComposing: false });
    change({ ...NO_FILTERS, q: undefined }, { asStep: true });
  };

  const header = (
    <ListHeader
      home={home}
      search={search}
      isFree={me?.accountTier === 'free'}
      around={around}
      parts={parts}
      onChange={change}
    />
  );
  const body = (
    <ListBody
      home={home}
      memory={memory}
      selectedId={search.selected ?? null}
      columns={isRoomy && !isWide ? 2 : 1}
      hidesDistance={!around.isKnown}
      coveredBelow={sheet.coveredBelow}
      onOpen={onOpen}
      onHover={setHoveredId}
      search={search}
      onClearFilters={clearFilters}
      onRemoveFilter={(filter: Filter) => change({ [filter]: undefined }, { asStep: true })}
    />
  );

  return (
    <main
      id="content"
      className={classes(
        'fixed top-[var(--banner,0px)] right-0 left-[var(--rail,0px)] overflow-hidden lg:[--panel:460px] [--panel:380px]',
        isWide ? 'bottom-[var(--tab-bar,0px)]' : 'bottom-0',
      )}
    >
      <h1 className="sr-only">{m.restaurants_home_title()}</h1>
      <ListPanel
        isWide={isWide}
        sheet={sheet}
        topBar={
          <HomeTopBar
            typed={typed}
            onType={onType}
            onSettle={settle}
            menu={<MenuButton className="mr-1" />}
          />
        }
        header={header}
        body={body}
      />
      <MapArea isWide={isWide}>
        {/* The map is rendered after the list, because rendering both at the same time would slow down the list. */}
        {!home.list.isLoading && (
          <Suspense>
            <HomeMap
              entries={home.view.entries}
              typed={typed}
              isListUpToDate={home.isUpToDate}
              search={search}
              hoveredId={hoveredId}
              around={around}
              padding={sheet.mapPadding}
              isWide={isWide}
              onChange={change}
              onPinPress={select}
            />
          </Suspense>
        )}
      </MapArea>
    </main>
  );
}

const NO_PADDING = {};

/** The sheet of a phone: its height, and what it covers. On a wide screen there is no sheet. */
function useSheet({ memory, isWide }: { memory: HomeMemory; isWide: boolean }) {
  const [snap, setSnapShown] = useState<Snap>(memory.snap);
  const setSnap = (next: Snap) => {
    remember(memory, { snap: next });
    setSnapShown(next);
  };
  const height = useViewportHeight();
  const covered = useTabBarHeight();
  const screen = useMemo(() => ({ height, covered }), [height, covered]);
  const sheetHeight = visibleHeight({ snap, screen });
  const mapBottom = snap === 'full' ? visibleHeight({ snap: 'half', screen }) : sheetHeight;
  const mapPadding = useMemo(
    () => (isWide ? NO_PADDING : { top: TOP_BAR_HEIGHT, bottom: mapBottom }),
    [isWide, mapBottom],
  );
  const coveredBelow = isWide ? 0 : visibleHeight({ snap: 'full', screen }) - sheetHeight + covered;
  return { snap, setSnap, screen, mapPadding, coveredBelow };
}

function MapArea({ isWide, children }: { isWide: boolean; children: ReactNode }) {
  return (
    <div
      className={classes(
        'bg-[var(--map-land)]',
        isWide ? 'absolute inset-y-0 right-0 left-(--panel)' : 'absolute inset-0',
      )}
      {...notStored('content')}
    >
      {children}
    </div>
  );
}

/** The search field and the list: a column on a wide screen; a bar and a sheet on a phone. */
function ListPanel({
  isWide,
  sheet,
  topBar,
  header,
  body,
}: {
  isWide: boolean;
  sheet: ReturnType<typeof useSheet>;
  topBar: ReactNode;
  header: ReactNode;
  body: ReactNode;
}) {
  return (
    <div
      className={
        isWide
          ? 'absolute inset-y-0 left-0 z-10 flex w-(--panel) flex-col bg-bg shadow-[1px_0_0_var(--line)]'
          : 'contents'
      }
    >
      <div
        className={
          isWide
            ? 'flex min-w-0 flex-col gap-2.5 px-5 pt-4 [--gutter:20px]'
            : 'absolute inset-x-3 top-[10px] z-10 flex flex-col gap-1.5 [--gutter:12px]'
        }
      >
        {topBar}
      </div>
      {isWide ? (
        <section aria-label={m.restaurants_list_label()} className="flex min-h-0 flex-1 flex-col">
          <div className="px-5 pt-2 pb-3 [--gutter:20px]">{header}</div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-24">{body}</div>
        </section>
      ) : (
        <BottomSheet
          snap={sheet.snap}
          onSnapChange={sheet.setSnap}
          screen={sheet.screen}
          label={m.restaurants_list_label()}
          header={<div className="px-4 pb-2.5">{header}</div>}
        >
          <div className="px-3 pb-24">{body}</div>
        </BottomSheet>
      )}
    </div>
  );
}

/**
 * Stores the opened place as the selected place in the current history entry. Therefore Back shows the place in the
 * list and on the map.
 */
function useOnOpen(change: ReturnType<typeof useHomeSearch>['change'], saveMemory: () => void) {
  const { history } = useRouter();
  return useCallback(
    (restaurantId: string) => {
      change({ selected: restaurantId }, { asStep: false });
      history.flush();
      saveMemory();
    },
    [change, history, saveMemory],
  );
}
