import { useEffectEvent, useLayoutEffect } from 'react';

/*
 * Back closes the topmost menu or dialog. Each menu or dialog (overlay) adds a history entry with the page's URL and
 * `state.overlayDepth`. The router is not notified. If the overlay is closed in any other way, its entry is removed.
 */

type Overlay = { close: () => void };

/** The open overlays, in the order of opening. The history entry of the last overlay is the current entry. */
let overlays: Overlay[] = [];

/**
 * Milliseconds to wait for a `popstate` event. If none arrives, the overlay has no entry to remove, as in a restored
 * session.
 */
const REMOVAL_TIMEOUT_MS = 1000;

export function useCloseOnBack({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): void {
  const close = useEffectEvent(onClose);
  // This effect runs before the overlay is painted. As soon as the user sees the overlay, Back must find its entry.
  useLayoutEffect(() => {
    if (!isOpen) return;
    isLeaving = false;
    const overlay = { close: () => close() };
    overlays = [...overlays, overlay];
    addEntries();
    return () => {
      overlays = overlays.filter((other) => other !== overlay);
      settleSoon();
    };
  }, [isOpen]);
}

/**
 * The values that the router writes to a history entry. If the router replaces an entry while an overlay is open, the
 * entry of the overlay changes immediately and the page's own entry later.
 */
type Entry = { state: unknown; url: string | URL | null | undefined };

let native: Pick<History, 'pushState' | 'replaceState' | 'go'>;
/** The router's key of the page below the overlays. */
let pageKey: unknown;
let replaced: Entry | null = null;
/** Completes the removal of entries that is in progress. It is null if none is in progress. */
let endRemoval: ((event?: PopStateEvent) => void) | null = null;
let isSettling = false;

const depthOf = (state: unknown): number =>
  Number((state as { overlayDepth?: number } | null)?.overlayDepth ?? 0);
const keyOf = (state: unknown): unknown => (state as { __TSR_key?: string } | null)?.__TSR_key;
const withDepth = (state: unknown, depth: number) => ({
  ...(state as object | null),
  overlayDepth: depth === 0 ? undefined : depth,
});

/** Whether a document is loading. Removing an entry would cancel the load. */
let isLeaving = false;

/** Opens a document. Replaces the entry of an open overlay, so that Back leads to the page. */
export function openDocument(url: string): void {
  isLeaving = true;
  if (depthOf(history.state) > 0) window.location.replace(url);
  else window.location.assign(url);
}

/**
 * Patches the functions of the history. Call it before creating the router, because the router's history uses the
 * patched functions.
 */
export function closeOverlaysOnBack(): void {
  const { history } = window;
  native = {
    pushState: history.pushState.bind(history),
    replaceState: history.replaceState.bind(history),
    go: history.go.bind(history),
  };
  pageKey = keyOf(history.state);
  history.pushState = (state, _, url) => afterRemoval(() => pushPage({ state, url }));
  history.replaceState = (state, _, url) => afterRemoval(() => replacePage({ state, url }));
  history.go = (delta = 0) => afterRemoval(() => goOverPages(delta));
  history.back = () => history.go(-1);
  window.addEventListener('popstate', onPopState, { capture: true });
  // The page was reloaded while an overlay was open. The entries of the overlay are removed.
  if (depthOf(history.state) > 0) remove(depthOf(history.state));
}

/** Adds the entry of a new page. The new page replaces the entries of the overlays. */
function pushPage({ state, url }: Entry): void {
  const depth = depthOf(history.state);
  const commit = () => {
    pageKey = keyOf(state);
    (depth > 0 ? native.replaceState : native.pushState)(state, '', url);
  };
  overlays = [];
  replaced = null;
  if (depth > 1) remove(depth - 1, commit);
  else commit();
}

function replacePage(entry: Entry): void {
  const depth = depthOf(history.state);
  native.replaceState(withDepth(entry.state, depth), '', entry.url);
  if (depth > 0) replaced = entry;
  else pageKey = keyOf(entry.state);
}

function goOverPages(delta: number): void {
  native.go(delta < 0 ? delta - depthOf(history.state) : delta);
}

function onPopState(event: PopStateEvent): void {
  if (endRemoval) return endRemoval(event);
  const depth = depthOf(event.state);
  if (keyOf(event.state) !== pageKey) {
    pageKey = keyOf(event.state);
    overlays = [];
    replaced = null;
    return;
  }
  // The user pressed Forward and reached the entry of a closed overlay.
  if (depth > overlays.length) {
    event.stopImmediatePropagation();
    return remove(depth - overlays.length);
  }
  if (depth === overlays.length) return;
  event.stopImmediatePropagation();
  applyReplaced();
  const closed = overlays.slice(depth).reverse();
  overlays = overlays.slice(0, depth);
  for (const { close } of closed) close();
}

/**
 * Repeats a replacement that the router made while an overlay was open. Repeats it on each entry down to the page's own
 * entry.
 */
function applyReplaced(): void {
  if (!replaced) return;
  const depth = depthOf(history.state);
  native.replaceState(withDepth(replaced.state, depth), '', replaced.url);
  if (depth > 0) return;
  pageKey = keyOf(replaced.state);
  replaced = null;
}

/**
 * Adds the missing entries of the open overlays. Does nothing while entries are being removed; `endRemoval` calls it
 * again afterwards.
 */
function addEntries(): void {
  if (endRemoval || isLeaving) return;
  for (let next = depthOf(history.state) + 1; next <= overlays.length; next += 1)
    native.pushState(withDepth(history.state, next), '');
}

/**
 * Removes the entries of closed overlays at the end of the current render. An overlay that opens in the same render can
 * then take over the entry. The removal must not be later, because until then a press of Back would only remove the
 * entry and stay on the page.
 */
function settleSoon(): void {
  if (isSettling) return;
  isSettling = true;
  queueMicrotask(() => {
    isSettling = false;
    if (endRemoval || isLeaving) return;
    const depth = depthOf(history.state);
    if (depth > overlays.length) remove(depth - overlays.length);
    else addEntries();
  });
}

let waiting: (() => void)[] = [];

/** Runs a write after the removal in progress. History traversal is asynchronous, so writes must wait for its end. */
function afterRemoval(write: () => void): void {
  if (endRemoval) waiting.push(write);
  else write();
}

function remove(count: number, then?: () => void): void {
  const timer = setTimeout(() => endRemoval?.(), REMOVAL_TIMEOUT_MS);
  endRemoval = (event) => {
    clearTimeout(timer);
    endRemoval = null;
    if (!event) native.replaceState(withDepth(history.state, 0), '');
    else if (keyOf(event.state) === pageKey) event.stopImmediatePropagation();
    else pageKey = keyOf(event.state);
    applyReplaced();
    then?.();
    const writes = waiting;
    waiting = [];
    for (const write of writes) afterRemoval(write);
    settleSoon();
  };
  native.go(-count);
}
