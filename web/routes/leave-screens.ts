import type { AnyRouter } from '@tanstack/react-router';
import { tabStorage } from '#web/storage/browser-storage.ts';

/**
 * Loads prerendered pages as documents. Their URL is not added to the router's history. The reason: if a URL is pushed
 * first and then loaded by `location.replace`, Chromium gives it the document sequence number of the previous entry. If
 * the user then presses Back, the URL changes but not the page. A toast for the page is stored for the tab
 * (features/site/web/pages/site-page.ts).
 */
export function loadAsDocuments(router: AnyRouter, addresses: ReadonlySet<string>): void {
  const { commitLocation } = router;
  router.commitLocation = async (next) => {
    if (!addresses.has(next.pathname)) return commitLocation(next);
    const sentence = next.state.toast ?? next.state.alert;
    if (sentence) tabStorage.write('toast', sentence);
    await commitLocation({ ...next, external: true });
    // The browser is about to replace the document. A promise that never resolves prevents the router from rendering
    // anything for the URL.
    return new Promise(() => {});
  };
}
