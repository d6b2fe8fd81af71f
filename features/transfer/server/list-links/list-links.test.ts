import fc from 'fast-check';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import type { ImportRow } from '#features/transfer/imports.contract.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { testRuns } from '#server/test-runs.ts';
import {
  type ListLinksSandbox,
  SHARED_LINKS,
  startListLinks,
} from '../../../../tools/sandbox/list-links/list-links.ts';
import { openCanary } from './canary.test-factory.ts';
import { fuzzedLink } from './fuzzed-links.test-factory.ts';
import { createListClient, type ListClient } from './list-client.ts';
import { readListLink } from './read-list-link.ts';

let sandbox: ListLinksSandbox;
let on: TestApp;
let member: TestMember;
let canary: Awaited<ReturnType<typeof openCanary>>;
const clients: ListClient[] = [];
let usual: ListClient;

beforeAll(async () => {
  sandbox = await startListLinks({ port: 0 });
  usual = clientOn();
  canary = await openCanary();
  on = await openTestApp({ settings: { SANDBOX_LIST_LINKS_URL: sandbox.url, KAKAO_LIST_LINKS: 'off' } });
  member = await signUpMember(on.app);
});
afterEach(() => {
  sandbox.answerInstead(null);
  sandbox.injectFault('none');
});
afterAll(async () => {
  await Promise.all([on.close(), sandbox.close(), ...clients.map((client) => client.close())]);
  await canary.close();
});

const send = (link: string, person = member) =>
  on.app.inject({
    method: 'POST',
    url: '/api/place-imports/list-links',
    headers: person.headers,
    payload: { link },
  });

const clientOn = (given: Partial<Parameters<typeof createListClient>[0]> = {}): ListClient => {
  const client = createListClient({ sandboxUrl: sandbox.url, userAgent: 'test', ...given });
  clients.push(client);
  return client;
};
/** Returns the number of places in the list of a link, or the problem code if the list cannot be read. */
const read = (link: string, client = usual) =>
  readListLink({ link, client, isEnabled: () => true }).then(
    (list) => list.places.length,
    ({ code }: { code: string }) => code,
  );

describe('리스트 링크로 가져오기', () => {
  test('글을 다 담지 못한 곳의 이름을 알린다', async () => {
    sandbox.answerInstead((url) => {
      if (url.hostname === 'naver.me') return null;
      const bookmark = (name: string, memo: string) => ({
        sid: '1',
        type: 'place',
        name,
        px: 127,
        py: 37.5,
        memo,
      });
      const bookmarkList = [
        bookmark('긴 국수', '가'.repeat(2_500)),
        bookmark('짧은 국수', '가'.repeat(1_900)),
      ];
      return { status: 200, body: { folder: { name: '긴 글', bookmarkCount: 2 }, bookmarkList } };
    });
    const other = await signUpMember(on.app);
    const { list } = (await send(SHARED_LINKS.naver, other)).json();
    expect(list).toMatchObject({ places: 2, leftOut: 0, shortenedNames: ['긴 국수'] });
  });

  test('네이버 리스트를 여러 쪽에서 읽어 검토에 넣고, 다시 해도 늘지 않는다', async () => {
    const answer = await send(SHARED_LINKS.naver);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().list).toMatchObject({
      name: '성수 맛집',
      places: 23,
      leftOut: 1,
      leftOutNames: [expect.any(String)],
    });
    expect(answer.json().import).toMatchObject({ state: 'review', rowCount: 23 });
    const { id } = answer.json().import;
    const { rows } = (
      await on.app.inject({ url: `/api/place-imports/${id}/rows`, headers: member.headers })
    ).json() as { rows: ImportRow[] };
    expect(rows[0]?.fields).toMatchObject({ customTags: ['성수 맛집'], sourceMemo: '창가 자리' });
    expect(rows[0]?.place.link).toMatch(/^https:\/\/map\.naver\.com\/p\/entry\/place\/\d+$/);
    expect(JSON.stringify(rows)).not.toContain('맛집**');
    expect((await send(SHARED_LINKS.naver)).json().import.rowCount).toBe(23);
  });

  test('짧은 링크와 목록의 주소만 요청한다', async () => {
    const before = sandbox.requests().length;
    await read(SHARED_LINKS.google);
    expect(
      sandbox
        .requests()
        .slice(before)
        .map((href) => new URL(href).host),
    ).toEqual(['maps.app.goo.gl', 'www.google.com']);
  });

  test.each([
    [SHARED_LINKS.google, 5],
    [SHARED_LINKS.kakao, 4],
    [SHARED_LINKS.kakaoDegrees, 1_200],
    [SHARED_LINKS.naverLong, 1_000],
  ])('%s', async (link, places) => {
    expect(await read(link)).toBe(places);
  });

  test('되지 않는 링크는 이유를 답한다', async () => {
    const codes: [string, number, string][] = [
      [SHARED_LINKS.naverDeleted, 404, 'transfer.list_not_found'],
      ['https://naver.me/NoSuchLink', 404, 'transfer.list_not_found'],
      [SHARED_LINKS.naverPlace, 400, 'transfer.link_not_list'],
      ['https://example.com/list', 400, 'transfer.link_not_supported'],
      [SHARED_LINKS.kakao, 409, 'transfer.list_links_disabled'],
    ];
    for (const [link, status, code] of codes) {
      const answer = await send(link);
      expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    }
    expect((await send(SHARED_LINKS.naverPlace)).json().params).toEqual({
      page: 'https://map.naver.com/p/entry/place/11111111',
    });
    expect((await send('')).json().errors).toMatchObject([{ path: 'link' }]);
  });

  test('한 회원은 10분에 스무 번까지 가져온다', async () => {
    const eager = await signUpMember(on.app);
    for (let at = 0; at < 20; at++) expect((await send('https://example.com/', eager)).statusCode).toBe(400);
    expect((await send('https://example.com/', eager)).statusCode).toBe(429);
  });
});

describe('리스트가 아닌 짧은 링크', () => {
  test.each([
    ['naver', 'https://naver.me/abc', 'https://blog.naver.com/a/1', { page: 'https://blog.naver.com/a/1' }],
    // A page of Google Maps shows programs no place.
    ['google', 'https://maps.app.goo.gl/abc', 'https://www.google.com/maps/place/x', undefined],
    ['https가 아닌 곳', 'https://naver.me/abc', 'javascript:alert(1)', undefined],
    ['이름이 든 주소', 'https://naver.me/abc', 'https://a:b@blog.naver.com/', undefined],
  ])('%s: 읽을 수 있는 페이지면 그 주소를 알려 준다', async (_, link, location, params) => {
    sandbox.answerInstead(() => ({ status: 302, type: 'text/html', body: '', headers: { location } }));
    const answer = await send(link, await signUpMember(on.app));
    expect([answer.json().code, answer.json().params]).toEqual(['transfer.link_not_list', params]);
  });
});

describe('적대적인 답', () => {
  const redirectTo = (location: string) =>
    sandbox.answerInstead(() => ({ status: 302, type: 'text/html', body: '', headers: { location } }));

  test.each([
    ['알 수 없는 호스트', () => 'https://evil.example/p/favorite/myPlace/folder/' + 'a'.repeat(32)],
    ['이 기기', () => `http://127.0.0.1:${canary.port}/`],
    ['https가 아닌 주소', () => `http://map.naver.com/p/favorite/myPlace/folder/${'a'.repeat(32)}`],
    ['다른 서비스', () => 'https://kko.to/GsbxList'],
    ['다른 포트', () => `https://naver.me:${canary.port}/x`],
    ['잘못된 주소', () => 'https://'],
    ['파일', () => 'file:///etc/passwd'],
  ])('%s로 옮기면 따라가지 않는다', async (_, location) => {
    const before = sandbox.requests().length;
    redirectTo(location());
    expect(await read('https://naver.me/abc')).toBe('transfer.link_not_list');
    expect(sandbox.requests()).toHaveLength(before + 1);
  });

  test('길이 //로 시작해도 다른 곳에 요청하지 않는다', async () => {
    const before = canary.hits();
    sandbox.answerInstead(() => ({ status: 404, body: '' }));
    for (const path of ['//', `//127.0.0.1:${canary.port}/`])
      expect(await read(`https://naver.me${path}`)).toBe('transfer.list_not_found');
    expect(canary.hits()).toBe(before);
  });

  test('끝없이 옮기는 링크는 네 번 만에 그만둔다', async () => {
    const before = sandbox.requests().length;
    redirectTo('https://naver.me/again');
    expect(await read('https://naver.me/abc')).toBe('transfer.list_unreadable');
    expect(sandbox.requests()).toHaveLength(before + 4);
  });

  test.each(['down', 'reset', 'slow', 'unavailable'] as const)('%s', async (fault) => {
    if (fault === 'unavailable') sandbox.answerInstead(() => ({ status: 503, body: {} }));
    else sandbox.injectFault(fault);
    const client = clientOn({ limits: { silenceMs: 300, listMs: 300 } });
    expect(await read('https://kko.to/GsbxList', client)).toBe('transfer.list_unavailable');
  });

  test('조금씩 끝없이 보내는 답은 전체 시간에서 끊는다', async () => {
    const drip = createServer((_, response) => {
      const timer = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => drip.listen(0, '127.0.0.1', resolve));
    const sandboxUrl = `http://127.0.0.1:${(drip.address() as AddressInfo).port}`;
    const client = clientOn({ sandboxUrl, limits: { silenceMs: 5_000, listMs: 300 } });
    expect(await read('https://naver.me/abc', client)).toBe('transfer.list_unavailable');
    drip.closeAllConnections();
    await new Promise((resolve) => drip.close(resolve));
  });

  test('너무 큰 답은 끝까지 읽지 않는다', async () => {
    sandbox.answerInstead(() => ({ status: 200, body: 'x'.repeat(5_000_000) }));
    expect(await read('https://www.google.com/maps/placelists/list/PiSwyqmbpwpP')).toBe(
      'transfer.list_unavailable',
    );
  });

  test.each(['garbled', 'truncated'] as const)('%s', async (fault) => {
    sandbox.injectFault(fault);
    expect(await read('https://map.kakao.com/?folderid=7002')).toBe('transfer.list_unreadable');
  });

  test('압축한 답은 풀지 않는다', async () => {
    sandbox.answerInstead(() => ({
      status: 200,
      body: Buffer.from('1f8b08000000000000034b04', 'hex'),
      headers: { 'content-encoding': 'gzip' },
    }));
    expect(await read('https://map.kakao.com/?folderid=7002')).toBe('transfer.list_unreadable');
  });
});

describe('이 기기와 사설망', () => {
  const addressOf = (...addresses: string[]) =>
    ((_name: string, _options: object, callback: (error: null, all: object[]) => void) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )) as never;
  const canaryUrl = () => new URL(`https://naver.me:${canary.port}/abc`);
  const reaches = async (client: ListClient, url = canaryUrl()) => {
    const before = canary.hits();
    await client
      .requestsOfList()(url)
      .catch(() => undefined);
    return canary.hits() > before;
  };

  test.each([
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['0.0.0.0'],
    ['10.1.2.3'],
    ['172.16.0.1'],
    ['192.168.0.1'],
    ['169.254.169.254'],
    ['100.64.0.1'],
    ['fd00::1'],
    ['fe80::1'],
    ['64:ff9b::7f00:1'],
    ['223.130.200.236', '127.0.0.1'],
  ])('이름이 %s를 가리키면 연결하지 않는다', async (...addresses) => {
    let isAsked = false;
    const lookup = ((...given: Parameters<ReturnType<typeof addressOf>>) => {
      isAsked = true;
      (addressOf(...addresses) as (...all: unknown[]) => void)(...(given as unknown[]));
    }) as never;
    expect(await reaches(clientOn({ sandboxUrl: undefined, lookup }))).toBe(false);
    expect(isAsked).toBe(true);
  });

  test('대조: 검사가 없으면 연결된다', async () => {
    expect(await reaches(clientOn({ sandboxUrl: `http://127.0.0.1:${canary.port}` }))).toBe(true);
  });

  const RUNS = testRuns(1_000);
  test('무작위로 만든 어떤 링크도 이 기기에 닿지 않는다', { timeout: 60_000 + 10 * RUNS }, async () => {
    // All host names resolve to this machine, and the client has no sandbox. Therefore only the checks of the client
    // prevent a connection.
    const client = clientOn({ sandboxUrl: undefined, lookup: addressOf('127.0.0.1') });
    const before = canary.hits();
    await fc.assert(
      fc.asyncProperty(fuzzedLink(canary.port), async (given) => {
        expect(await read(given, client)).toMatch(/^transfer\./);
      }),
      { numRuns: RUNS },
    );
    expect(canary.hits()).toBe(before);
  });
});
