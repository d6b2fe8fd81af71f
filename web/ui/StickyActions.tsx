import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { markBody } from './mark-body.ts';

const hideNavigationBar = markBody('data-sticky-actions');

/**
 * Keeps toasts, the end of the page and the focused element above the actions. Sets `--sticky-actions` to the height of
 * the actions and of the navigation bar below them.
 */
function reserveAboveNavigation(actions: HTMLDivElement) {
  const { documentElement: root } = document;
  const observer = new ResizeObserver(() => {
    const isFixed = getComputedStyle(actions).position === 'fixed';
    const height = isFixed ? window.innerHeight - actions.getBoundingClientRect().top : 0;
    root.style.setProperty('--sticky-actions', `${height}px`);
  });
  observer.observe(actions);
  return () => {
    observer.disconnect();
    root.style.removeProperty('--sticky-actions');
  };
}

/**
 * Hides the navigation bar, and sets `--sticky-actions` to the height of the actions. Toasts, the end of the page and
 * the focused element stay above the actions.
 */
function reserveBottom(actions: HTMLDivElement) {
  const { documentElement: root } = document;
  const showNavigationBar = hideNavigationBar();
  const observer = new ResizeObserver(() =>
    root.style.setProperty('--sticky-actions', `${actions.offsetHeight}px`),
  );
  observer.observe(actions);
  return () => {
    observer.disconnect();
    root.style.removeProperty('--sticky-actions');
    showNavigationBar();
  };
}

/**
 * Classes of a row of buttons. The buttons are next to each other. If their longest words do not fit, they are below
 * each other.
 */
export const ACTIONS_ROW_CLASSES = 'flex flex-wrap gap-2 [&>*]:min-w-min [&>*]:flex-1 [&>*]:px-3';

/** The actions of a form. On a phone, they replace the navigation bar. On a wide screen, they are below the form. */
export function StickyActions({
  isAlwaysSeen = false,
  children,
}: {
  /** Whether the actions stay at the bottom on wide screens too. This is for long lists. */
  isAlwaysSeen?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      ref={reserveBottom}
      className={classes(
        'fixed inset-x-0 bottom-[var(--keyboard,0px)] z-20 bg-surface px-4 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))] shadow-3',
        isAlwaysSeen
          ? 'lg:left-[var(--rail,0px)] lg:px-[calc((100%-var(--rail,0px)-640px)/2)]'
          : 'lg:static lg:bg-transparent lg:p-0 lg:shadow-none',
      )}
    >
      {children}
    </div>
  );
}

/** The main actions of a page. On a phone, they are above the navigation bar. On a wide screen, they are in the page. */
export function MainActions({ children }: { children: ReactNode }) {
  return (
    <div
      ref={reserveAboveNavigation}
      className={classes(
        'max-lg:fixed max-lg:inset-x-0 max-lg:bottom-[var(--tab-bar,0px)] max-lg:z-20 max-lg:bg-surface max-lg:px-4 max-lg:pt-2.5 max-lg:pb-4 max-lg:shadow-3 max-lg:in-data-keyboard:hidden print:hidden',
        ACTIONS_ROW_CLASSES,
      )}
    >
      {children}
    </div>
  );
}
