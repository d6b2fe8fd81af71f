import { useSyncExternalStore } from 'react';
import { useMe } from '#features/account/web/account.public.ts';
import { withArchived } from '#features/restaurants/filter-shortcuts.rules.ts';
import { browserStorage } from '#web/storage/browser-storage.ts';
import { createListeners } from '#web/store.ts';
import { isRecord } from '#web/storage/stored-values.ts';
import { type HomeSearch, readHomeSearch } from '#features/restaurants/home-search.rules.ts';
import { FILTER_NAMES } from '#features/restaurants/list-filters.rules.ts';

/** A saved set of filters. */
export type Shortcut = { name: string; search: HomeSearch };

const changes = createListeners();

/**
 * Returns the member's shortcuts in the order that the member chose. They are stored in this browser for each account.
 */
export function useShortcuts() {
  const key = `filter-shortcuts:${useMe()?.uid ?? ''}`;
  // The text is read, because the snapshot of a store must be the same value until the store changes.
  useSyncExternalStore(subscribe, () => browserStorage.read(key));
  /** Starts from the shortcuts in the storage, because another tab may have changed them. */
  const change = (next: (stored: readonly Shortcut[]) => readonly Shortcut[]) => {
    const shortcuts = next(readShortcuts(browserStorage.readJson(key)));
    browserStorage.write(key, shortcuts.length === 0 ? null : JSON.stringify(shortcuts));
    changes.notify();
  };
  /** Adds the shortcuts of an archive. Returns how many were added, and the names for which there is no room. */
  const addArchived = (archived: unknown) => {
    const { added, leftOut, shortcuts } = withArchived({
      stored: readShortcuts(browserStorage.readJson(key)),
      archived: readShortcuts(archived),
    });
    change(() => shortcuts);
    return { added, leftOut };
  };
  return { shortcuts: readShortcuts(browserStorage.readJson(key)), change, addArchived };
}

function subscribe(listener: () => void) {
  const unsubscribe = changes.subscribe(listener);
  window.addEventListener('storage', listener);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', listener);
  };
}

/** Reads the stored shortcuts. A shortcut that cannot be read does not affect the others. */
export function readShortcuts(stored: unknown): Shortcut[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((each: unknown) =>
    isRecord(each) && typeof each.name === 'string' && isRecord(each.search)
      ? [{ name: each.name, search: readHomeSearch(each.search) }]
      : [],
  );
}

/**
 * Returns the parameters of the URL that a shortcut stores: the filters and the typed text. The selected place and the
 * sort order are not stored.
 */
export function shortcutSearch(search: HomeSearch): HomeSearch {
  const { selected: _, sort: __, ...kept } = search;
  return kept;
}

export const isSameSearch = (a: HomeSearch, b: HomeSearch): boolean =>
  (a.q ?? '') === (b.q ?? '') && FILTER_NAMES.every((filter) => a[filter] === b[filter]);
