import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '#features/account/web/account.queries.ts';
import { listenForOutbox, openOutbox } from '#web/outbox/open-outbox.ts';
import { kinds } from './action-kinds.ts';

/**
 * Loads code that writes need. It is loaded early, before the connection can be lost: Chrome 153 never requests a
 * file again after a failed request, and the action could be sent only after the page was loaded again.
 */
const preload = () =>
  Promise.allSettled([
    import('#web/outbox/stored-action.ts'),
    import('#features/restaurants/web/added-restaurant.rules.ts'),
    ...Object.values(kinds).map((load) => load()),
  ]);

let isStarted = false;

/** Opens and closes the outbox when a member signs in and out. */
export function startOutbox(queryClient: QueryClient): void {
  if (isStarted) return;
  isStarted = true;
  void preload();
  const follow = () => {
    const me = queryClient.getQueryData(meQuery.queryKey);
    if (me !== undefined) openOutbox(me?.uid ?? null, queryClient);
  };
  listenForOutbox(queryClient);
  follow();
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === meQuery.queryKey[0]) follow();
  });
}
