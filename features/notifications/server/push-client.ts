import dns from 'node:dns';
import type { Agent } from 'undici';
import { publicOnly } from '#server/http/public-addresses.ts';

export type PushClient = {
  /** Sends a request to a push service. @returns the status of the answer */
  send: (request: { url: URL; headers: Record<string, string>; body: Buffer }) => Promise<number>;
  close: () => Promise<void>;
};

const CONNECT_MS = 3_000;
const TOTAL_MS = 10_000;

/**
 * Creates a client for push services. It follows no redirects and connects only to public addresses. The caller checks
 * the host.
 * @param sandboxUrl if given, all requests are sent to this URL; their Host header contains the original host
 */
export function createPushClient({ sandboxUrl }: { sandboxUrl: string | undefined }): PushClient {
  let agent: Agent | null = null;
  return {
    send: async ({ url, headers, body }) => {
      const undici = await import('undici');
      agent ??= new undici.Agent({
        connect: {
          timeout: CONNECT_MS,
          ...(sandboxUrl === undefined && { lookup: publicOnly(dns.lookup) }),
        },
        connections: 4,
      });
      const target = sandboxUrl === undefined ? url : new URL(`${url.pathname}${url.search}`, sandboxUrl);
      const answer = await undici.request(target, {
        method: 'POST',
        dispatcher: agent,
        signal: AbortSignal.timeout(TOTAL_MS),
        headers: { ...headers, host: url.host },
        body,
      });
      await answer.body.dump();
      return answer.statusCode;
    },
    close: async () => agent?.destroy(),
  };
}
