import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { sendPage, serve } from '../http.ts';
import { escapeHtml, testPage } from '../page.ts';

/** The only accepted key. Like the real service, the sandbox refuses every other key. */
export const KAKAO_SHARE_KEY = 'sandbox-kakao-share-key';

export type KakaoShareSandbox = {
  scriptUrl: string;
  /** Subresource integrity of the script. */
  integrity: string;
  close: () => Promise<void>;
};

/**
 * Serves Kakao's SDK (`GET /kakao_js_sdk/kakao.min.js`) and the picker that receives the cards of the SDK (`POST
 * /picker/link`), on this machine only. The picker shows the card instead of a list of friends. As with Kakao, a card
 * may link only to registered sites.
 * @param sites origins registered for the app
 */
export async function startKakaoShare({
  port,
  sites,
}: {
  port: number;
  sites: readonly string[];
}): Promise<KakaoShareSandbox> {
  const { url, close } = await serve(port, async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://sandbox');
    if (request.method === 'GET' && pathname === '/kakao_js_sdk/kakao.min.js')
      return response
        .writeHead(200, {
          'content-type': 'text/javascript; charset=utf-8',
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
        })
        .end(SCRIPT);
    if (request.method !== 'POST' || pathname !== '/picker/link') return response.writeHead(404).end();
    const form = new URLSearchParams(await text(request));
    const { status, html } = picker({ key: form.get('app_key'), template: form.get('template'), sites });
    return sendPage(response, html, status);
  });
  return {
    scriptUrl: `${url}/kakao_js_sdk/kakao.min.js`,
    integrity: `sha384-${hash('sha384', SCRIPT, 'base64')}`,
    close,
  };
}

const SCRIPT = readFileSync(path.join(import.meta.dirname, 'kakao-share.browser.js'), 'utf8');

function picker({
  key,
  template,
  sites,
}: {
  key: string | null;
  template: string | null;
  sites: readonly string[];
}): { status: number; html: string } {
  if (key !== KAKAO_SHARE_KEY) return { status: 401, html: page('4001', '<p>앱 키를 모르겠어요.</p>') };
  const { content, buttons } = JSON.parse(template ?? '{}');
  const addresses: string[] = [content, ...buttons].map(({ link }) => link.webUrl);
  if (addresses.some((address) => !sites.includes(new URL(address).origin)))
    return { status: 400, html: page('4019', '<p>등록되지 않은 사이트예요.</p>') };
  const card = `<img src="${escapeHtml(content.imageUrl)}" alt="" width="400">
    <h1>${escapeHtml(content.title)}</h1><p>${escapeHtml(content.description)}</p>
    ${buttons.map(({ title, link }: Button) => `<a href="${escapeHtml(link.webUrl)}">${escapeHtml(title)}</a>`).join('')}`;
  return { status: 200, html: page('테스트용 카카오톡 공유', card) };
}

type Button = { title: string; link: { webUrl: string } };

const page = (title: string, body: string) => testPage({ title, body });
