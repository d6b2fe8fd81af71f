import type { QueryPersister } from '@tanstack/react-query';
import { isKept } from './kept-queries.ts';

/**
 * If the server does not answer, reads the data from this device (read-or-stored.ts, loaded only for
 * kept queries).
 */
export const readKept: QueryPersister = (queryFn, context, query) => {
  const answer = Promise.resolve(queryFn(context));
  if (!isKept(query.queryKey)) return answer;
  // Handled below, but only after the code has loaded. Until then it must not count as unhandled.
  answer.catch(() => undefined);
  return import('./read-or-stored.ts').then(
    ({ readOrStored }) => readOrStored({ answer, query, client: context.client }),
    () => answer,
  );
};
