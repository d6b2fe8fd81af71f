import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Reply, send, WIRE_FAULTS, type WireFault } from '../faults.ts';
import { sandboxPlaces } from '../maps/places.ts';
import { type ListRequest, sendPage, serve } from '../http.ts';
import { escapeHtml, testPage } from '../page.ts';
import { googleList } from './google-list.ts';
import { naverFolder } from './naver-folder.ts';
import { PAGE_LINKS, pageAnswer } from './pages.ts';

export type ListLinksSandbox = {
  url: string;
  requests: () => readonly string[];
  /** A fault applies until it is changed. */
  injectFault: (fault: WireFault) => void;
  /** Replaces the answers of the services. If `reply` is null, the answers are normal again. */
  answerInstead: (reply: ((url: URL) => Reply | null) | null) => void;
  close: () => Promise<void>;
};

/** Links whose ids are short enough to type. */
export const SHARED_LINKS = {
  naver: 'https://naver.me/GsbxList',
  naverLong: 'https://naver.me/GsbxLong',
  naverDeleted: 'https://naver.me/GsbxGone',
  naverPlace: 'https://naver.me/GsbxOne1',
  kakao: 'https://kko.to/GsbxList',
  kakaoDegrees: 'https://kko.to/GsbxDeg1',
  google: 'https://maps.app.goo.gl/GsbxListGsbxList1',
} as const;

/** Ids of Naver's folders, which have 32 hexadecimal digits. */
const NAVER_IDS = { short: 'a1'.repeat(16), long: 'b2'.repeat(16), deleted: 'c3'.repeat(16) };
const GOOGLE_ID = 'Gsbx_List-0000000000000000000A';

const REDIRECTS: Record<string, string> = {
  [SHARED_LINKS.naver]: `https://map.naver.com/p/favorite/myPlace/folder/${NAVER_IDS.short}`,
  [SHARED_LINKS.naverLong]: `https://map.naver.com/p/favorite/myPlace/folder/${NAVER_IDS.long}`,
  [SHARED_LINKS.naverDeleted]: `https://map.naver.com/p/favorite/myPlace/folder/${NAVER_IDS.deleted}`,
  [PAGE_LINKS.shortBlog]: PAGE_LINKS.blog,
  [SHARED_LINKS.naverPlace]: 'https://map.naver.com/p/entry/place/11111111',
  [SHARED_LINKS.kakao]: 'https://applink.map.kakao.com/open?page=bookmark&folderid=7001',
  [SHARED_LINKS.kakaoDegrees]: 'https://map.kakao.com/?target=other&folderid=7002',
  [SHARED_LINKS.google]: `https://www.google.com/maps/@/data=!4m3!11m2!2s${GOOGLE_ID}!3e3`,
};

/**
 * Serves shared lists in the recorded formats (docs/decisions/0037-list-links.md), with invented places
 * (maps/places.ts).
 */
export async function startListLinks({ port }: { port: number }): Promise<ListLinksSandbox> {
  const places = sandboxPlaces();
  const naver = naverFolder({
    [NAVER_IDS.short]: { name: '성수 맛집', places: places.slice(0, 23) },
    [NAVER_IDS.long]: { name: '전국 일주', places: many(1_000) },
  });
  /** Loads the service on its first request, because its library for coordinates takes 4 MB. */
  const kakao = async (asked: ListRequest) => {
    const { kakaoFolder } = await import('./kakao-folder.ts');
    return kakaoFolder({
      7001: { title: '을지로 노포', places: places.slice(10, 14), coordinates: 'wcongnamul' },
      7002: { title: '카카오 일주', places: many(1_200), coordinates: 'degrees' },
    })(asked);
  };
  const google = googleList({ [GOOGLE_ID]: { name: '주말 데이트', places: places.slice(20, 25) } });

  const requests: string[] = [];
  let fault: WireFault = 'none';
  let instead: ((url: URL) => Reply | null) | null = null;
  const { url: address, close } = await serve(port, answer);
  const own = new URL(address).host;

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { host } = request.headers;
    if (host === own || host === own.replace('localhost', '127.0.0.1')) return showPage(request, response);
    const url = new URL(`https://${host}${request.url}`);
    requests.push(url.href);
    const reply = instead?.(url) ?? (await replyTo({ url, headers: request.headers }));
    send({ request, response, reply, fault });
  }

  async function replyTo(asked: ListRequest): Promise<Reply> {
    const { url } = asked;
    const location = REDIRECTS[url.href];
    if (location) return { status: 302, type: 'text/html', body: '', headers: { location } };
    if (url.host === 'pages.map.naver.com') return naver(asked);
    if (url.host === 'map.kakao.com') return kakao(asked);
    if (url.host === 'www.google.com') return google(asked);
    return pageAnswer(url, places) ?? { status: 404, type: 'text/html', body: '<h1>Not found</h1>' };
  }

  function showPage(request: IncomingMessage, response: ServerResponse) {
    const { searchParams } = new URL(request.url ?? '/', `http://${own}`);
    const chosen = WIRE_FAULTS.find((each) => each === searchParams.get('fault'));
    if (chosen) fault = chosen;
    const links = Object.values({ ...SHARED_LINKS, ...PAGE_LINKS }).map(
      (link) => `<li><code>${escapeHtml(link)}</code></li>`,
    );
    const options = WIRE_FAULTS.map((each) => `<option${each === fault ? ' selected' : ''}>${each}</option>`);
    sendPage(
      response,
      testPage({
        title: '테스트용 리스트 링크',
        body: `<h1>테스트용 리스트 링크</h1><p>이 링크들을 가져오기 화면에 붙여넣어 보세요.</p><ul>${links.join('')}</ul>
<form><label>모든 서비스 <select name="fault">${options.join('')}</select></label> <button>이렇게 굴기</button></form>`,
      }),
    );
  }

  return {
    url: address,
    requests: () => requests,
    injectFault: (wanted) => void (fault = wanted),
    answerInstead: (reply) => void (instead = reply),
    close,
  };

  function many(count: number) {
    return Array.from({ length: count }, (_, at) => {
      const place = places[at % places.length]!;
      return { ...place, id: 1_000 + at, name: `${place.name} ${at + 1}호` };
    });
  }
}
