import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { HANDED_OVER_MS, showToast } from '#web/ui/Toast.tsx';
import { focusOn } from './focus.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A sentence that the next screen shows for a second: `navigate({ to, state: { toast } })`. */
    toast?: string | undefined;
    /** One that must be noticed. */
    alert?: string | undefined;
    /** The address that led here, to go on with afterwards: `state: { from: location.href }`. */
    from?: string | undefined;
  }
}

/**
 * After each change of page: the focus goes to its heading, so that a screen reader starts there, and a sentence
 * handed over by the page before is shown, once.
 */
export function usePageChange() {
  const router = useRouter();
  useEffect(() => {
    const tell = (location: typeof router.latestLocation) => {
      const { toast, alert } = location.state;
      if (alert) showToast(alert, { kind: 'alert' });
      if (toast) showToast(toast, { milliseconds: HANDED_OVER_MS });
      if (toast || alert) {
        void router.navigate({
          href: location.href,
          replace: true,
          resetScroll: false,
          state: { ...location.state, toast: undefined, alert: undefined },
        });
      }
    };
    // The first page has been drawn already, and may have been led to by another.
    tell(router.latestLocation);
    return router.subscribe('onRendered', ({ pathChanged, fromLocation, toLocation }) => {
      tell(toLocation);
      if (pathChanged && fromLocation)
        focusOn(document.querySelector<HTMLElement>('h1') ?? document.getElementById('content'));
    });
  }, [router]);
}
