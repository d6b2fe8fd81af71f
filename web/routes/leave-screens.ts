import type { ParsedLocation } from '@tanstack/react-router';
import { tabStorage } from '#web/browser-storage.ts';

/**
 * Leaves the screens for a page that the server sends whole; a sentence meant for the next screen waits for it in the
 * tab (features/site/web/pages/site-page.ts).
 * @throws Error where the server has sent the screens at this very address, which asking again would not change
 */
export function leaveScreens({ href, pathname, state }: ParsedLocation): Promise<never> {
  const [arrival] = performance.getEntriesByType('navigation');
  if (arrival && new URL(arrival.name).pathname === pathname)
    throw new Error(`The server has no page for ${pathname}.`);
  const sentence = state.toast ?? state.alert;
  if (sentence) tabStorage.write('toast', sentence);
  window.location.replace(href);
  // Nothing is to happen here any more.
  return new Promise(() => {});
}
