import type { FastifyBaseLogger } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import { placesProblems } from '#features/places/places.contract.ts';
import { problem } from '#server/http/problem.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';

const JSON_TIMEOUT_MS = 5_000;
const IMAGE_TIMEOUT_MS = 10_000;
const RETRY_DELAY_MS = 200;
/** Maximum size of a JSON response in bytes. The longest valid response (twenty places) is far smaller. */
const JSON_AT_MOST = 2_000_000;
const IMAGE_MAX_BYTES = 10_000_000;

export type Request = {
  /** The name of the request in the log. URLs are not logged, because some URLs contain the API key. */
  what: string;
  url: URL;
  headers?: Record<string, string>;
  /** The body of a POST request, which is sent as JSON. Without a body, a GET request is sent. */
  body?: unknown;
};

/** A response. `body` is the parsed JSON, which is not validated; undefined if the response was not JSON. */
export type Answer = { status: number; body: unknown };

export type ProviderRequest = {
  /**
   * Returns every response with a status below 500. These include rejections, because their meaning depends on the
   * service.
   */
  json: (request: Request) => Promise<Answer>;
  /**
   * Returns a picture; null if the picture is not found or is not an image. The request is not counted in the daily
   * budget, because the request that returned the URL has already been counted.
   */
  picture: (request: Request) => Promise<{ type: string; bytes: Buffer } | null>;
};

/**
 * Sends requests to external services. All requests are read-only. Therefore a request that fails immediately (cut
 * connection, incomplete response, 5xx) is sent once more. A request that times out is not sent again, because a
 * person is waiting.
 * @param spend takes one call from the budget, and throws if there is none left
 * @throws places.unavailable, and the errors of `spend`
 */
export function createProviderClient({
  breaker,
  spend,
  log,
}: {
  breaker: CircuitBreaker;
  spend: () => Promise<void>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}): ProviderRequest {
  async function asked<T>({
    request,
    read,
    within,
    isCounted,
  }: {
    request: Request;
    read: (response: Response) => Promise<T>;
    within: number;
    isCounted: boolean;
  }): Promise<T> {
    if (!breaker.allowsRequest(Date.now())) throw problem(placesProblems, 'places.unavailable');
    for (const attempt of [1, 2]) {
      if (isCounted) await spend();
      try {
        const answer = await read(await send(request, within));
        breaker.succeeded();
        return answer;
      } catch (error) {
        breaker.failed(Date.now());
        log.warn({ what: request.what, attempt, reason: reasonOf(error) }, 'the maps service failed');
        if (isTimeout(error) || attempt === 2 || !breaker.allowsRequest(Date.now())) break;
        await pause(RETRY_DELAY_MS);
      }
    }
    throw problem(placesProblems, 'places.unavailable');
  }

  return {
    json: (request) =>
      asked({
        request,
        within: JSON_TIMEOUT_MS,
        isCounted: true,
        read: async (response) => {
          const bytes = await bytesOf(response, JSON_AT_MOST);
          if (500 <= response.status) throw new BadResponse(`responded with ${response.status}`);
          // A rejection may have any body, but a successful response must be JSON.
          return { status: response.status, body: jsonOf(bytes, response.ok) };
        },
      }),
    picture: (request) =>
      asked({
        request,
        within: IMAGE_TIMEOUT_MS,
        isCounted: false,
        read: async (response) => {
          const bytes = await bytesOf(response, IMAGE_MAX_BYTES);
          if (500 <= response.status) throw new BadResponse(`responded with ${response.status}`);
          const type = response.headers.get('content-type')?.split(';')[0]?.trim() ?? '';
          return response.ok && PICTURES.has(type) ? { type, bytes } : null;
        },
      }),
  };
}

/** A response that cannot be used. The message must not contain the URL. */
class BadResponse extends Error {}

/** The accepted types of images. SVG is excluded, because an SVG image can contain scripts. */
const PICTURES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']);

const send = ({ url, headers = {}, body }: Request, within: number): Promise<Response> =>
  fetch(url, {
    ...(body === undefined
      ? { headers }
      : {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
    signal: AbortSignal.timeout(within),
  });

async function bytesOf(response: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (most < length) throw new BadResponse(`responded with more than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function jsonOf(bytes: Buffer, isNeeded: boolean): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    if (isNeeded) throw new BadResponse('responded with invalid JSON');
    return undefined;
  }
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError';

/** Returns the reason of a failure for the log. The reason contains no URL, because a URL may contain the API key. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : null;
  return code ?? (error instanceof BadResponse ? error.message : error.name);
}
