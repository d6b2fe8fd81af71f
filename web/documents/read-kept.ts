import type { QueryPersister } from '@tanstack/react-query';
import { isKept } from './kept-queries.ts';

/**
 * Reads the data of a query. If the server does not answer, reads the data from this device. read-or-stored.ts does
 * this; it is loaded only for queries that are stored.
 */
export const readKept: QueryPersister = (queryFn, context, query) => {
  const answer = Promise.resolve(queryFn(context));
  if (!isKept(query.queryKey)) return answer;
  // read-or-stored.ts handles the error, but only after it has loaded. Until then, the error must not count as
  // unhandled.
  answer.catch(() => undefined);
  return import('./read-or-stored.ts').then(
    ({ readOrStored }) => readOrStored({ answer, query, client: context.client }),
    () => answer,
  );
};
