import type { Query, QueryClient } from '@tanstack/react-query';
import { ApiProblem, isNetworkProblem } from '#web/api.ts';
import { reportSessionEnd } from '#web/requests/session-end.ts';
import { forgetDocument, readDocument } from './documents.ts';
import { isWithdrawable } from './kept-queries.ts';
import { checkOf, noteCheck } from './last-checked.ts';

/** If there is no answer within this number of milliseconds, the stored document is shown. */
const FALLBACK_DELAY_MS = 2_000;

/**
 * Returns the stored document if the answer fails or takes long. A late answer replaces the stored document.
 * If the document was changed meanwhile, it is not replaced but read again.
 * If the server refuses access to data of other people, deletes the data from the page and from this device.
 * @param answer the running request
 */
export async function readOrStored<Data>({
  answer,
  query,
  client,
}: {
  answer: Promise<Data>;
  query: Query;
  client: QueryClient;
}): Promise<Data> {
  const confirmed = answer.then(
    (data) => {
      noteCheck(query.queryHash, { at: Date.now(), isStored: false });
      return data;
    },
    (error: unknown) => {
      if (isRefused(error) && isWithdrawable(query.queryKey)) forgetDocument({ query, client, error });
      throw error;
    },
  );
  confirmed.catch(() => undefined);
  // The data that was read before stays on screen.
  if (query.state.data !== undefined) {
    return confirmed.catch((error: unknown) => {
      const last = checkOf(query.queryHash);
      if (last && isUnreachable(error)) noteCheck(query.queryHash, { ...last, isStored: true });
      throw error;
    });
  }

  const stored = readDocument({ query, client });
  const inTime = await Promise.race([confirmed.then(answered, failed), afterFallbackDelay(stored)]);
  if (inTime.kind === 'answer') return inTime.data;
  const document = await stored;
  if (!document) {
    if (inTime.kind === 'failure') {
      const { notKept } = await import('./not-kept.ts');
      throw await notKept(inTime.error);
    }
    return confirmed;
  }
  if (inTime.kind === 'failure' && !isUnreachable(inTime.error)) throw inTime.error;

  noteCheck(query.queryHash, { at: document.checkedAt, isStored: true });
  // TanStack Query would count the stored document as read now. Therefore the time of its last check is set.
  setTimeout(() => query.setState({ dataUpdatedAt: document.checkedAt }));
  if (inTime.kind === 'late')
    void confirmed.then(
      (data) => replaceStored({ query, client, stored: document.data, data }),
      () => undefined,
    );
  return document.data as Data;
}

const answered = <Data>(data: Data) => ({ kind: 'answer', data }) as const;
const failed = (error: unknown) => ({ kind: 'failure', error }) as const;

/** Resolves after the delay if a document is stored. If no document is stored, never resolves. */
const afterFallbackDelay = (stored: Promise<unknown>) =>
  new Promise<{ kind: 'late' }>((resolve) => {
    setTimeout(
      () => void stored.then((document) => document && resolve({ kind: 'late' })),
      FALLBACK_DELAY_MS,
    );
  });

const isRefused = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && (error.status === 403 || error.status === 404);

const isUnreachable = (error: unknown): boolean =>
  isNetworkProblem(error) || (error instanceof ApiProblem && 500 <= error.status);

function replaceStored({
  query,
  client,
  stored,
  data,
}: {
  query: Query;
  client: QueryClient;
  stored: unknown;
  data: unknown;
}): void {
  // A write has changed the document meanwhile. The answer may be older than the write.
  if (query.state.data !== stored) {
    void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    return;
  }
  // `setData` counts as a read, in contrast to `setQueryData`. After a read, waiting actions are shown on the document
  // (outbox/open-outbox.ts).
  query.setData(data);
  // The session ended while the device was offline. The page stays and asks to sign in again.
  if (query.queryKey[0] === 'me' && data === null) reportSessionEnd(null);
}
