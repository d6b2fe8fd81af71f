import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '#features/account/web/account.queries.ts';

/**
 * Checks a page that the browser restores from the back-forward cache with its former content. A member's page stays
 * hidden until the server has confirmed the same account. If another account is signed in, the page is reloaded.
 */
export function checkRestoredPage(queryClient: QueryClient): void {
  window.addEventListener('pageshow', async ({ persisted }) => {
    const before = queryClient.getQueryData(meQuery.queryKey);
    if (!persisted || !before) return;
    const root = document.documentElement;
    root.style.visibility = 'hidden';
    const now = await queryClient.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => null);
    if (now?.uid === before.uid) root.style.visibility = '';
    else window.location.reload();
  });
}
