import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PENDING_TOAST_MS, showToast } from '#web/ui/Toast.tsx';
import { focusOn } from './focus.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Message that the next screen shows for a second: `navigate({ to, state: { toast } })`. */
    toast?: string | undefined;
    /** Shown as an alert. */
    alert?: string | undefined;
    /** The add screen reads places from this text. If it is empty, the screen asks the member for a text. */
    pasted?: string | undefined;
    /** Name of the preselected place of a new journal entry, for use without the server. */
    restaurantName?: string | undefined;
    /** URL to continue with afterwards: `state: { from: location.href }`. */
    from?: string | undefined;
  }
}

/**
 * Moves the focus to the heading, so that a screen reader starts there. Shows a message of the
 * previous page once.
 */
export function usePageChange() {
  const router = useRouter();
  useEffect(() => {
    const showMessages = (location: typeof router.latestLocation) => {
      const { toast, alert } = location.state;
      if (alert) showToast(alert, { kind: 'alert' });
      if (toast) showToast(toast, { milliseconds: PENDING_TOAST_MS });
      if (toast || alert) {
        void router.navigate({
          href: location.href,
          replace: true,
          resetScroll: false,
          state: { ...location.state, toast: undefined, alert: undefined },
        });
      }
    };
    // The first page is already rendered and may show a message of another page.
    showMessages(router.latestLocation);
    return router.subscribe('onRendered', ({ pathChanged, fromLocation, toLocation }) => {
      showMessages(toLocation);
      if (pathChanged && fromLocation)
        focusOn(document.querySelector<HTMLElement>('h1') ?? document.getElementById('content'));
    });
  }, [router]);
}
