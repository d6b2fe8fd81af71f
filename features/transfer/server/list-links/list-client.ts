import type dns from 'node:dns';
import { listLinksProblems } from '#features/transfer/list-links.contract.ts';
import { problem } from '#server/http/problem.ts';
import { createLinkClient } from '../link-client.ts';

/** Maximum time without data in one response, in milliseconds. */
const SILENCE_MS = 5_000;
/** Maximum size of one response in bytes. 500 places of Google take less than 1 MB. */
const BYTES_MAXIMUM = 4_000_000;
/** Time limit of all requests for one list, in milliseconds. */
const LIST_MS = 25_000;

export type ListAnswer = {
  status: number;
  /** Target of a redirect; null if the answer is not a redirect. */
  location: string | null;
  text: string;
};

/** Sends a request for a list. All requests for the same list share one time limit. */
export type ListRequest = (url: URL, headers?: Record<string, string>) => Promise<ListAnswer>;

export type ListClient = { requestsOfList: () => ListRequest; close: () => Promise<void> };

/**
 * Creates a client that requests shared lists from maps services; see `createLinkClient`.
 * @throws transfer.list_unavailable
 */
export function createListClient({
  limits: { silenceMs, listMs } = { silenceMs: SILENCE_MS, listMs: LIST_MS },
  ...given
}: {
  sandboxUrl: string | undefined;
  userAgent: string;
  lookup?: typeof dns.lookup;
  limits?: { silenceMs: number; listMs: number };
}): ListClient {
  const client = createLinkClient({
    ...given,
    limits: { connectMs: silenceMs, silenceMs, totalMs: listMs, bytesMaximum: BYTES_MAXIMUM },
    failed: () => problem(listLinksProblems, 'transfer.list_unavailable'),
  });
  return {
    requestsOfList: () => {
      const request = client.requestsOfLink();
      return async (url, headers = {}) => {
        const { status, location, body } = await request(url, { headers });
        return { status, location, text: body.toString() };
      };
    },
    close: client.close,
  };
}
