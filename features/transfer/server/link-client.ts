import dns from 'node:dns';
import type { Agent } from 'undici';
import { publicOnly } from '#server/http/public-addresses.ts';

export type LinkAnswer = {
  status: number;
  /** Target of a redirect; null if the answer is not a redirect. */
  location: string | null;
  contentType: string;
  body: Buffer;
};

/** Sends a request. All requests for the same link share one time limit. */
export type LinkRequest = (
  url: URL,
  options?: { headers?: Record<string, string>; bytesMaximum?: number },
) => Promise<LinkAnswer>;

export type LinkClient = { requestsOfLink: () => LinkRequest; close: () => Promise<void> };

/** Limits of the requests for one link: times in milliseconds, and the size of one answer in bytes. */
export type LinkLimits = { connectMs: number; silenceMs: number; totalMs: number; bytesMaximum: number };

export class AnswerTooLarge extends Error {}

/**
 * Creates a client for the links that members paste. The client follows no redirects, decompresses nothing and connects
 * only to public addresses. The caller checks the host.
 * @param sandboxUrl if given, all requests are sent to this URL; their Host header contains the original host
 * @param failed returns the error for a request that failed; its cause may be `AnswerTooLarge`
 */
export function createLinkClient({
  sandboxUrl,
  userAgent,
  lookup = dns.lookup,
  limits,
  failed,
}: {
  sandboxUrl: string | undefined;
  userAgent: string;
  lookup?: typeof dns.lookup | undefined;
  limits: LinkLimits;
  failed: (cause: unknown) => Error;
}): LinkClient {
  let agent: Agent | null = null;
  const newAgent = (undici: typeof import('undici')) =>
    new undici.Agent({
      connect: {
        timeout: limits.connectMs,
        ...(sandboxUrl === undefined && { lookup: publicOnly(lookup) }),
      },
      headersTimeout: limits.silenceMs,
      bodyTimeout: limits.silenceMs,
      connections: 4,
    });
  return {
    requestsOfLink: () => {
      const signal = AbortSignal.timeout(limits.totalMs);
      return async (url, { headers = {}, bytesMaximum = limits.bytesMaximum } = {}) => {
        try {
          const undici = await import('undici');
          agent ??= newAgent(undici);
          const answer = await undici.request(sandboxUrl ? atSandbox(url, sandboxUrl) : url, {
            dispatcher: agent,
            signal,
            headers: { host: url.host, 'user-agent': userAgent, 'accept-language': 'ko', ...headers },
          });
          const { location, 'content-type': contentType } = answer.headers;
          return {
            status: answer.statusCode,
            location: typeof location === 'string' ? location : null,
            contentType: typeof contentType === 'string' ? contentType : '',
            body: await readAtMost(bytesMaximum, answer.body),
          };
        } catch (cause) {
          throw Object.assign(failed(cause), { cause });
        }
      };
    },
    close: async () => agent?.destroy(),
  };
}

/** @throws AnswerTooLarge */
async function readAtMost(bytesMaximum: number, body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // An error in the loop closes the connection.
  for await (const chunk of body) {
    size += chunk.length;
    if (bytesMaximum < size) throw new AnswerTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
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
