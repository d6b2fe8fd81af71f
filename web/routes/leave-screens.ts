import type { AnyRouter } from '@tanstack/react-router';
import { tabStorage } from '#web/browser-storage.ts';

/**
 * Loads prerendered pages as documents instead of committing their address to the router's history. An address that is
 * pushed first and then loaded by `location.replace` shares its document sequence number with the entry before it in
 * Chromium: Back then changes the address and leaves the page.
 * A toast meant for the page waits in the tab (features/site/web/pages/site-page.ts).
 */
export function loadAsDocuments(router: AnyRouter, addresses: ReadonlySet<string>): void {
  const { commitLocation } = router;
  router.commitLocation = async (next) => {
    if (!addresses.has(next.pathname)) return commitLocation(next);
    const sentence = next.state.toast ?? next.state.alert;
    if (sentence) tabStorage.write('toast', sentence);
    await commitLocation({ ...next, external: true });
    // The document is about to be replaced: nothing may be drawn for the address.
    return new Promise(() => {});
  };
}
