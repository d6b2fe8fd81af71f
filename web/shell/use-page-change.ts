import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PENDING_TOAST_MS, showToast } from '#web/ui/Toast.tsx';
import { focusOn } from './focus.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A message that the next screen shows for a second: `navigate({ to, state: { toast } })`. */
    toast?: string | undefined;
    /** A message that the next screen shows as an alert. */
    alert?: string | undefined;
    /** A text from which the add screen reads places. If the text is empty, the screen asks the member for a text. */
    pasted?: string | undefined;
    /** The name of the preselected place of a new journal entry. With it, the form needs no answer of the server. */
    restaurantName?: string | undefined;
    /** The time and the amount of a new journal entry that a receipt says. */
    visitTime?: string | null | undefined;
    amountWon?: number | null | undefined;
    /** The URL that is opened after this page: `state: { from: location.href }`. */
    from?: string | undefined;
  }
}

/**
 * Moves the focus to the heading of a new page, so that a screen reader starts there. Shows a message of the previous
 * page once.
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
    // The first page is already rendered. It may have to show a message of another page.
    showMessages(router.latestLocation);
    return router.subscribe('onRendered', ({ pathChanged, fromLocation, toLocation }) => {
      showMessages(toLocation);
      if (pathChanged && fromLocation)
        focusOn(document.querySelector<HTMLElement>('h1') ?? document.getElementById('content'));
    });
  }, [router]);
}
