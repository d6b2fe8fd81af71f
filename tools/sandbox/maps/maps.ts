import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Reply, send } from '../faults.ts';
import { escapeHtml, testPage } from '../page.ts';
import { type GooglePlaces, googlePlaces, type WireRequest } from './google-places.ts';
import { kakaoLocal } from './kakao-local.ts';
import { type Fault, FAULTS } from './maps-faults.ts';
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
  injectFault: (service: MapsServiceName, fault: Fault, times?: number) => void;
  requests: (service: MapsServiceName) => number;
  /** Replaces the answers, to test invalid answers. If the argument is null, the answers are normal again. */
  answerInstead: (reply: Reply | null) => void;
  close: () => Promise<void>;
};

/**
 * Serves Google Places, Kakao Local and Naver's local search at one address, with the places of the starter set.
 * Another process controls the sandbox with `PUT /sandbox/fault` {service, fault, times?} and `POST
 * /sandbox/expire-photos`. A person controls it on its page.
 */
export async function startMapsSandbox({ port }: { port: number }): Promise<MapsSandbox> {
  const places = sandboxPlaces();
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;

  const google = googlePlaces({ places, origin: () => url });
  const answers = {
    google: google.answer,
    kakao: kakaoLocal({ places }).answer,
    naver: naverSearch({ places }).answer,
  };
  const faults = new Map<MapsServiceName, { fault: Fault; times: number }>();
  const counts = new Map<MapsServiceName, number>();
  let instead: Reply | null = null;

  const injectFault: MapsSandbox['injectFault'] = (service, fault, times = Infinity) =>
    void faults.set(service, { fault, times });

  function nextFault(service: MapsServiceName): Fault {
    const { fault, times } = faults.get(service) ?? { fault: 'none', times: 0 };
    if (times <= 0) return 'none';
    faults.set(service, { fault, times: times - 1 });
    return fault;
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (pathname === '/') return showPage(response);
    if (pathname.startsWith('/sandbox/')) return handleControl(request, response, pathname);
    const service = serviceOf(pathname);
    counts.set(service, (counts.get(service) ?? 0) + 1);
    const fault = nextFault(service);
    const wire: WireRequest = {
      method: request.method ?? 'GET',
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: await bodyOf(request),
    };
    send({
      request,
      response,
      reply: instead ?? failureOf(service, fault) ?? answers[service](wire, fault),
      fault,
    });
  }

  async function handleControl(request: IncomingMessage, response: ServerResponse, pathname: string) {
    const body = await bodyOf(request);
    const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded';
    const asked = isForm ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body || '{}');
    if (pathname === '/sandbox/expire-photos') google.expirePhotos();
    if (pathname === '/sandbox/fault' && SERVICES.includes(asked.service) && FAULTS.includes(asked.fault))
      injectFault(asked.service, asked.fault, asked.times);
    if (isForm) return void response.writeHead(303, { location: '/' }).end();
    const state = { faults: Object.fromEntries(faults), sessions: google.sessions(), masks: google.masks() };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(state));
  }

  function showPage(response: ServerResponse) {
    const body = `<h1>테스트용 지도 서비스</h1>
<p>Google Places, 카카오 로컬, 네이버 검색의 규격으로 예시 식당 ${places.length}곳을 알려 줘요.</p>
${SERVICES.map((service) => faultForm(service, faults.get(service)?.fault ?? 'none')).join('')}
<form method="post" action="/sandbox/expire-photos"><button>사진 이름을 모두 만료시키기</button></form>
<h2>Google 검색 세션</h2>
<table><tr><th>토큰<th>자동완성<th>상세<th>끝난 뒤</tr>${google
      .sessions()
      .map(
        ({ token, autocompletes, details, afterEnd }) =>
          `<tr><td>${escapeHtml(token)}<td>${autocompletes}<td>${details}<td>${afterEnd}</tr>`,
      )
      .join('')}</table>`;
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .end(testPage({ title: '테스트용 지도 서비스', body }));
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
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/**
 * Returns the answer for a fault that several services share. Kakao has its own answer to `unavailable`
 * (kakao-local.ts).
 */
function failureOf(service: MapsServiceName, fault: Fault): Reply | null {
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

const faultForm = (service: MapsServiceName, chosen: Fault) =>
  `<form method="post" action="/sandbox/fault"><input type="hidden" name="service" value="${service}">
<label>${service} <select name="fault">${FAULTS.map(
    (fault) => `<option${fault === chosen ? ' selected' : ''}>${fault}</option>`,
  ).join('')}</select></label> <button>이렇게 굴기</button></form>`;

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}
