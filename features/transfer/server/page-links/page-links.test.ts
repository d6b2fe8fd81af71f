import fc from 'fast-check';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { openCanary } from '../list-links/canary.test-factory.ts';
import { fuzzedLink } from '../list-links/fuzzed-links.test-factory.ts';
import { createLinkClient } from '../link-client.ts';
import { createPageLinkReader } from './read-page-link.ts';
import { SITES } from './sites.test-factory.ts';

type Answer = { status?: number; headers?: Record<string, string>; body?: string | Buffer; isSlow?: boolean };

let sites: Server;
let on: TestApp;
let answers: Record<string, Answer> = {};
let requested: string[] = [];

beforeAll(async () => {
  sites = createServer((request, response) => {
    const link = `https://${request.headers.host}${request.url}`;
    requested.push(link);
    const { status = 200, headers = {}, body = '', isSlow } = answers[link] ?? { status: 404 };
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
    if (isSlow) response.write('<html>');
    else response.end(body);
  });
  await new Promise<void>((resolve) => void sites.listen(0, '127.0.0.1', resolve));
  const { port } = sites.address() as AddressInfo;
  on = await openTestApp({ settings: { SANDBOX_LIST_LINKS_URL: `http://localhost:${port}` } });
});
afterEach(() => {
  [answers, requested] = [{}, []];
});
afterAll(async () => {
  await on.close();
  sites.closeAllConnections();
  await new Promise((resolve) => void sites.close(resolve));
});

async function read(link: string, person?: TestMember) {
  const { headers } = person ?? (await signUpMember(on.app));
  const answer = await on.app.inject({ method: 'POST', url: '/api/page-links', headers, payload: { link } });
  return { status: answer.statusCode, ...answer.json() };
}

describe('링크에서 식당 읽기', () => {
  // The fragment is ignored. It makes each link new to the server, which keeps the answers.
  test.each(SITES.map((site, at) => ({ ...site, at })))('$what', async ({ link, pages, expected, at }) => {
    answers = pages;
    const { page, code } = await read(link.includes('#') ? link : `${link}#${at}`);
    expect(code).toBeUndefined();
    const { places, text, ...rest } = page;
    expect({
      ...rest,
      places: places.map(({ name, address }: { name: string; address: string }) => `${name} | ${address}`),
    }).toMatchObject({ places: [], ...expected.page });
    if (expected.first) expect(places[0]).toMatchObject(expected.first);
    for (const part of expected.text ?? []) expect(text).toContain(part);
  });

  test('같은 링크는 하루 동안 다시 묻지 않는다', async () => {
    const link = 'https://example.com/once';
    answers = { [link]: { body: '<title>한 번</title>' } };
    await read(link);
    await read(link);
    expect(requested).toEqual([link]);
  });

  test('한 사람이 10분에 스무 번까지 읽는다', async () => {
    const person = await signUpMember(on.app);
    const codes: (string | undefined)[] = [];
    for (let at = 0; at < 21; at++) codes.push((await read('https://example.com/none', person)).code);
    expect(codes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'transfer.page_not_found'));
    expect(codes[20]).toBe('request.too_many');
  });
});

describe('읽지 못하는 링크는 이유를 말한다', () => {
  const PAGE = 'https://example.com/page';
  test.each<[string, Answer, string]>([
    ['없는 글', { status: 404 }, 'transfer.page_not_found'],
    ['지운 글', { status: 410 }, 'transfer.page_not_found'],
    ['막은 사이트', { status: 403 }, 'transfer.page_blocked'],
    ['너무 잦은 요청', { status: 429 }, 'transfer.page_blocked'],
    ['로그인', { status: 401 }, 'transfer.page_blocked'],
    ['고장 난 사이트', { status: 500 }, 'transfer.page_unavailable'],
    ['5 MB', { body: 'x'.repeat(5_000_000) }, 'transfer.page_too_large'],
    ['천천히 흐르는 답', { isSlow: true }, 'transfer.page_unavailable'],
    ['알 수 없는 답', { status: 204 }, 'transfer.page_unreadable'],
    ['갈 곳 없는 이동', { status: 302 }, 'transfer.page_unreadable'],
    ['내부로 이동', redirect('https://127.0.0.1/secret'), 'transfer.page_not_supported'],
    ['http로 이동', redirect('http://example.com/'), 'transfer.page_not_supported'],
    ['제자리로 이동', redirect(PAGE), 'transfer.page_unreadable'],
  ])(
    '%s',
    async (_, answer, code) => {
      answers = { [PAGE]: answer };
      expect(await read(PAGE)).toMatchObject({ code });
    },
    20_000,
  );

  test('로그인 화면으로 보내는 블로그는 막힌 것이다', async () => {
    answers = {
      'https://blog.naver.com/PostView.naver?blogId=a&logNo=1': redirect('https://nid.naver.com/login'),
    };
    expect(await read('https://blog.naver.com/a/1')).toMatchObject({ code: 'transfer.page_blocked' });
  });

  test('비공개 영상은 200과 Forbidden으로 답한다', async () => {
    answers = { [oembed('https://www.youtube.com/watch?v=abcdefghijk')]: { body: 'Forbidden' } };
    expect(await read('https://youtu.be/abcdefghijk')).toMatchObject({ code: 'transfer.page_blocked' });
  });

  test.each([
    'http://example.com/',
    'https://example.com:8443/',
    'https://someone@example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://localhost/',
    'ftp://example.com/',
    'javascript:alert(1)',
    '성수 맛집',
  ])('%s는 묻지도 않는다', async (link) => {
    expect(await read(link)).toMatchObject({ status: 400, code: 'transfer.page_not_supported' });
    expect(requested).toEqual([]);
  });

  test('운영자가 끈 사이트는 묻지 않는다', async () => {
    const off = await openTestApp({ settings: { PAGE_LINKS: 'youtube' } });
    const { headers } = await signUpMember(off.app);
    const answer = await off.app.inject({
      method: 'POST',
      url: '/api/page-links',
      headers,
      payload: { link: 'https://blog.naver.com/a/1' },
    });
    expect(answer.json()).toMatchObject({ code: 'transfer.page_links_disabled' });
    await off.close();
  });

  test('이름이 이 기기로 풀리는 링크 천 개에 한 번도 연결하지 않는다', { timeout: 120_000 }, async () => {
    const canary = await openCanary();
    const client = createLinkClient({
      sandboxUrl: undefined,
      userAgent: 'test',
      lookup: ((_: string, options: object, callback: (...values: unknown[]) => void) =>
        callback(null, [{ address: '127.0.0.1', family: 4 }])) as never,
      limits: { connectMs: 500, silenceMs: 500, totalMs: 500, bytesMaximum: 1_000 },
      failed: () => new Error('not connected'),
    });
    const request = createPageLinkReader({
      client,
      youtubeKey: undefined,
      isEnabled: () => true,
      log: on.app.log,
    });
    const links = fc.sample(fuzzedLink(canary.port), 1_000);
    const results = await Promise.allSettled(links.map((link) => request(link)));
    const unread = /instagram|catchtable|naver/;
    const read = links.filter((link, at) => results[at]?.status === 'fulfilled' && !unread.test(link));
    expect(read).toEqual([]);
    // The client itself refuses an address that the reader would not have let through.
    await expect(client.requestsOfLink()(new URL(`http://name.example:${canary.port}/`))).rejects.toThrow();
    expect(canary.hits()).toBe(0);
    await fetch(canary.origin);
    expect(canary.hits()).toBe(1);
    await Promise.all([client.close(), canary.close()]);
  });
});

function redirect(location: string): Answer {
  return { status: 302, headers: { location } };
}

function oembed(url: string): string {
  return `https://www.youtube.com/oembed?${String(new URLSearchParams({ url, format: 'json' }))}`;
}
