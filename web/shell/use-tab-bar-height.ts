import { useSyncExternalStore } from 'react';

/** Height of the navigation bar at the bottom of a phone, in CSS pixels without the safe area. */
const TAB_BAR_PX = 60;
const RAIL_QUERY = '(min-width: 1024px)';

export const useTabBarHeight = (): number => useSyncExternalStore(subscribe, height);

function height(): number {
  if (window.matchMedia(RAIL_QUERY).matches) return 0;
  const safeArea = getComputedStyle(document.documentElement).getPropertyValue('--safe-bottom');
  return TAB_BAR_PX + (Number.parseFloat(safeArea) || 0);
}

function subscribe(listener: () => void) {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}
