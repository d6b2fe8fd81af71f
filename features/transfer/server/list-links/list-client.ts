import ipaddr from 'ipaddr.js';
import dns, { type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Agent } from 'undici';
import { listLinksProblems } from '#features/transfer/list-links.contract.ts';
import { problem } from '#server/http/problem.ts';

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
 * Creates a client that requests shared lists from maps services. The client follows no redirects, decompresses nothing
 * and connects only to public addresses. The caller checks the host.
 * @param sandboxUrl if given, all requests are sent to this URL; their Host header contains the original host
 * @throws transfer.list_unavailable
 */
export function createListClient({
  sandboxUrl,
  userAgent,
  lookup = dns.lookup,
  limits = { silenceMs: SILENCE_MS, listMs: LIST_MS },
}: {
  sandboxUrl: string | undefined;
  userAgent: string;
  lookup?: typeof dns.lookup;
  limits?: { silenceMs: number; listMs: number };
}): ListClient {
  let agent: Agent | null = null;
  const newAgent = (undici: typeof import('undici')) =>
    new undici.Agent({
      connect: { timeout: limits.silenceMs, ...(sandboxUrl === undefined && { lookup: publicOnly(lookup) }) },
      headersTimeout: limits.silenceMs,
      bodyTimeout: limits.silenceMs,
      maxResponseSize: BYTES_MAXIMUM,
      connections: 4,
    });
  return {
    requestsOfList: () => {
      const signal = AbortSignal.timeout(limits.listMs);
      return async (url, headers = {}) => {
        try {
          const undici = await import('undici');
          agent ??= newAgent(undici);
          const {
            statusCode,
            headers: received,
            body,
          } = await undici.request(sandboxUrl ? atSandbox(url, sandboxUrl) : url, {
            dispatcher: agent,
            signal,
            headers: { host: url.host, 'user-agent': userAgent, 'accept-language': 'ko', ...headers },
          });
          const { location } = received;
          return {
            status: statusCode,
            location: typeof location === 'string' ? location : null,
            text: await body.text(),
          };
        } catch (cause) {
          throw Object.assign(problem(listLinksProblems, 'transfer.list_unavailable'), { cause });
        }
      };
    },
    close: async () => agent?.destroy(),
  };
}

/**
 * Returns the URL with the same path at the sandbox. The path is not resolved as a relative URL, because `//host/`
 * would be resolved to another host.
 */
function atSandbox({ pathname, search }: URL, sandboxUrl: string): URL {
  const url = new URL(sandboxUrl);
  url.pathname = pathname;
  url.search = search;
  return url;
}

/**
 * Looks up a host name. The lookup fails if the host name has any address outside the public internet. The connection
 * uses the addresses that were checked.
 */
const publicOnly =
  (lookup: typeof dns.lookup): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error('no address'), []);
      if (!addresses.every(({ address }) => isPublic(address)))
        return callback(new Error('an address is not public'), []);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });

const isPublic = (address: string): boolean => ipaddr.process(address).range() === 'unicast';
