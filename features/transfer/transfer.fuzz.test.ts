import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestMember } from '#features/account/server/account.test-factory.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { testRuns } from '#server/test-runs.ts';
import type { Reply } from '../../tools/sandbox/faults.ts';
import {
  type ListLinksSandbox,
  SHARED_LINKS,
  startListLinks,
} from '../../tools/sandbox/list-links/list-links.ts';
import { fuzzedFiles } from './files/fuzzed-files.test-factory.ts';
import { readFiles } from './files/read-files.ts';
import { fileOf, nodeCp949 } from './files/read-files.test-factory.ts';
import { PARTS_OF_TEXTS } from './fuzzed-texts.test-factory.ts';
import { IMPORT_ROWS_AT_ONCE, IMPORT_ROWS_MAXIMUM, type PlaceImport } from './imports.contract.ts';
import { rowOfFile, rowOfPasted } from './new-rows.ts';
import { parsePastedText } from './pasted-text.rules.ts';
import { openCanary } from './server/list-links/canary.test-factory.ts';
import { fuzzedLink } from './server/list-links/fuzzed-links.test-factory.ts';
import { importsOf, paidMember } from './server/imports.test-factory.ts';

/** The only hosts that the server may request because of a link. */
const HOSTS = [
  'naver.me',
  'pages.map.naver.com',
  'kko.to',
  'kko.kakao.com',
  'map.kakao.com',
  'maps.app.goo.gl',
  'www.google.com',
];

/** Number of runs each for texts, files and links. */
const RUNS = testRuns(40);
const TIMEOUT = 240_000 + 200 * RUNS;

let sandbox: ListLinksSandbox;
let canary: Awaited<ReturnType<typeof openCanary>>;
let on: TestApp;
let member: TestMember;
beforeAll(async () => {
  [sandbox, canary] = await Promise.all([startListLinks({ port: 0 }), openCanary()]);
  const many = 1_000_000_000;
  on = await openTestApp({
    settings: {
      SANDBOX_LIST_LINKS_URL: sandbox.url,
      REQUESTS_PER_MINUTE_BY_ACCOUNT: many,
      REQUESTS_PER_MINUTE_BY_ADDRESS: many,
    },
  });
  member = await paidMember(on);
});
afterAll(async () => {
  await Promise.all([on.close(), sandbox.close()]);
  await canary.close();
});

let sent = 0;

/**
 * Sends rows as the screen does. At every fiftieth call, the function matches and deletes the import, and continues as
 * another member, because matching is limited per member.
 * @returns the answers that are neither a success nor a conflict, such as too many rows
 */
async function refusalsOf(rows: readonly object[]): Promise<string[]> {
  const imports = importsOf(on, member);
  const answers = [];
  for (let at = 0; at < rows.length; at += IMPORT_ROWS_AT_ONCE)
    answers.push(await imports.send('POST', '', { rows: rows.slice(at, at + IMPORT_ROWS_AT_ONCE) }));
  if (++sent % 50 === 0) {
    const [open] = (await imports.send('GET', '')).json().imports as PlaceImport[];
    if (open) answers.push(await imports.send('POST', `/${open.id}/matches`));
    if (open) answers.push(await imports.send('DELETE', `/${open.id}`));
    member = await paidMember(on);
  }
  return answers.filter(({ statusCode }) => statusCode !== 200 && statusCode !== 409).map(({ body }) => body);
}

test('어떤 글이든 읽은 장소를 서버가 받는다', { timeout: TIMEOUT }, async () => {
  const text = fc.array(fc.constantFrom(...PARTS_OF_TEXTS), { maxLength: 12 }).map((bits) => bits.join(''));
  await fc.assert(
    fc.asyncProperty(text, async (pasted) => {
      const { places } = parsePastedText(pasted);
      expect(await refusalsOf(places.map((place) => rowOfPasted(place, undefined)))).toEqual([]);
    }),
    // `endOnFailure` prevents shrinking. Shrinking would repeat the requests hundreds of times.
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('어떤 파일이든 읽은 장소를 서버가 받는다', { timeout: TIMEOUT }, async () => {
  await fc.assert(
    fc.asyncProperty(fuzzedFiles(canary.origin), async (files) => {
      const { places } = await readFiles({
        limit: IMPORT_ROWS_MAXIMUM,
        files: files.map(([name, bytes]) => fileOf(name, bytes)),
        cp949: nodeCp949,
      });
      expect(await refusalsOf(places.map(rowOfFile))).toEqual([]);
    }),
    // `endOnFailure` prevents shrinking. Shrinking would read a large file hundreds of times.
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('어떤 링크에 무엇이 답하든 5xx가 없고, 정해 둔 곳에만 요청한다', { timeout: TIMEOUT }, async () => {
  const location = fc.oneof(
    fuzzedLink(canary.port),
    fc.constantFrom(...Object.values(SHARED_LINKS), canary.origin, 'https://naver.me/again', '//x', '/y', ''),
  );
  const json = fc.json({ maxDepth: 6 });
  const reply: fc.Arbitrary<Reply | null> = fc.oneof(
    fc.constant(null),
    location.map((to) => ({ status: 302, body: '', headers: { location: header(to) } })),
    fc
      .tuple(fc.constantFrom(200, 201, 204, 301, 400, 403, 404, 410, 418), fc.oneof(json, fc.string()))
      .map(([status, body]) => ({ status, body })),
    fc
      .tuple(
        fc.constantFrom('bookmarkList', 'favorite', 'folder', 'result', 'next_id', 'status'),
        fc.oneof(fc.jsonValue({ maxDepth: 5 }), fc.array(fc.object({ maxDepth: 3 }))),
      )
      .map(([name, value]) => ({ status: 200, body: { folder: { name: 'x' }, [name]: value } })),
    json.map((body) => ({ status: 200, body: `)]}'\n${body}` })),
  );
  const before = sandbox.requests().length;
  let person = member;
  let links = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fuzzedLink(canary.port), fc.constantFrom(...Object.values(SHARED_LINKS))),
      fc.array(reply, { minLength: 1, maxLength: 6 }),
      async (link, replies) => {
        // A member may import twenty links in ten minutes.
        if (links++ % 20 === 0) person = await paidMember(on);
        let at = 0;
        sandbox.answerInstead(() => replies[at++ % replies.length] ?? null);
        const answer = await on.app.inject({
          method: 'POST',
          url: '/api/place-imports/list-links',
          headers: person.headers,
          payload: { link },
        });
        expect([answer.statusCode < 500, answer.body]).toEqual([true, answer.body]);
      },
    ),
    { numRuns: RUNS },
  );
  const asked = sandbox.requests().slice(before);
  expect(asked.filter((href) => !HOSTS.includes(new URL(href).host))).toEqual([]);
  // Checks that the answers came from the sandbox, and that the canary server counts connections. If the canary server
  // did not count, the expectation of no connections could never fail.
  expect(asked.length).toBeGreaterThan(RUNS / 10);
  expect(canary.hits()).toBe(0);
  await fetch(canary.origin);
  expect(canary.hits()).toBe(1);
});

/** Removes all characters except printable ASCII, because Node.js refuses to send other characters in a header. */
const header = (text: string) => text.replace(/[^\x20-\x7e]/g, '');
