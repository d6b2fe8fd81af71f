import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type MapsFault, type Reply, send } from '../faults.ts';
import { serve } from '../http.ts';
import { type GooglePlaces, googlePlaces, type WireRequest } from './google-places.ts';
import { kakaoLocal } from './kakao-local.ts';
import { naverSearch } from './naver-search.ts';
import { sandboxPlaces } from './places.ts';

const SERVICES = ['google', 'kakao', 'naver'] as const;
export type MapsServiceName = (typeof SERVICES)[number];

export type MapsSandbox = Pick<
  GooglePlaces,
  'sessions' | 'masks' | 'expirePhotos' | 'lapseOldIds' | 'geocodingStatus'
> & {
  url: string;
  /** Sets a fault. It applies until it is changed, or for the number of requests in `times`. */
  injectFault: (service: MapsServiceName, fault: MapsFault, times?: number) => void;
  requests: (service: MapsServiceName) => number;
  /** Replaces the answers, to test invalid answers. If the argument is null, the answers are normal again. */
  answerInstead: (reply: Reply | null) => void;
  close: () => Promise<void>;
};

/**
 * Serves Google Places, Kakao Local and Naver's local search at one address, with the places of the starter set.
 */
export async function startMapsSandbox({ port }: { port: number }): Promise<MapsSandbox> {
  const places = sandboxPlaces();
  const { url, close } = await serve(port, handle);

  const google = googlePlaces({ places, origin: () => url });
  const answers = {
    google: google.answer,
    kakao: kakaoLocal({ places }).answer,
    naver: naverSearch({ places }).answer,
  };
  const faults = new Map<MapsServiceName, { fault: MapsFault; times: number }>();
  const counts = new Map<MapsServiceName, number>();
  let instead: Reply | null = null;

  const injectFault: MapsSandbox['injectFault'] = (service, fault, times = Infinity) =>
    void faults.set(service, { fault, times });

  function nextFault(service: MapsServiceName): MapsFault {
    const { fault, times } = faults.get(service) ?? { fault: 'none', times: 0 };
    if (times <= 0) return 'none';
    faults.set(service, { fault, times: times - 1 });
    return fault;
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const service = serviceOf(pathname);
    counts.set(service, (counts.get(service) ?? 0) + 1);
    const fault = nextFault(service);
    const wire: WireRequest = {
      method: request.method ?? 'GET',
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: await text(request),
    };
    send({
      request,
      response,
      reply: instead ?? failureOf(service, fault) ?? (await answers[service](wire, fault)),
      fault,
    });
  }

  return {
    url,
    sessions: google.sessions,
    masks: google.masks,
    expirePhotos: google.expirePhotos,
    lapseOldIds: google.lapseOldIds,
    geocodingStatus: google.geocodingStatus,
    injectFault,
    requests: (service) => counts.get(service) ?? 0,
    answerInstead: (reply) => void (instead = reply),
    close,
  };
}

/**
 * Returns the answer for a fault that several services share. Kakao has its own answer to `unavailable`
 * (kakao-local.ts).
 */
function failureOf(service: MapsServiceName, fault: MapsFault): Reply | null {
  const says = (code: number, status: string): Reply => ({
    status: code,
    body: { error: { code, message: 'Try again later.', status } },
  });
  if (fault === 'failing') return says(500, 'INTERNAL');
  return fault === 'unavailable' && service !== 'kakao' ? says(503, 'UNAVAILABLE') : null;
}

function serviceOf(pathname: string): MapsServiceName {
  if (pathname.startsWith('/v2/local/')) return 'kakao';
  return pathname.startsWith('/search/') ? 'naver' : 'google';
}
