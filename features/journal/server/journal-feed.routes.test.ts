import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { day, journalOf } from './journal.test-factory.ts';

let on: TestApp;
beforeAll(async () => {
  on = await openTestApp();
});
afterAll(() => on.close());

const feed = (method: 'GET' | 'PUT' | 'DELETE', { headers }: TestMember) =>
  on.app.inject({ method, url: '/api/journal/feed', headers });
const open = (url: string, headers: Record<string, string> = {}) =>
  on.app.inject({ method: 'GET', url: new URL(url).pathname, headers });

test('일지를 비밀 주소의 캘린더로 구독하고, 주소를 없애면 아무도 못 본다', async () => {
  const member = await signUpMember(on.app);
  const journal = journalOf(on.app, member);
  const timed = await journal.written({
    restaurantName: '노을목, 칼국수; 본점',
    visitDate: day('2026-11-01'),
    visitTime: '18:40',
    journalText: '비 오는 날\n줄이 길다',
    tagsWith: ['혼밥/혼술'],
    amountWon: 98_765_432,
  });
  await journal.written({ restaurantName: '아침 국밥', visitDate: day('2026-11-02') });

  expect((await feed('GET', member)).json()).toEqual({ feed: null });
  const { url } = (await feed('PUT', member)).json().feed;
  expect((await feed('PUT', member)).json().feed.url).toBe(url);

  const answer = await open(url);
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
  // Lines end with CRLF. A long line continues on the next line, which begins with a space (RFC 5545, 3.1).
  const lines = answer.body.replaceAll('\r\n ', '').split('\r\n');
  expect(answer.body).not.toMatch(/98,?765,?432/);
  expect(lines[0]).toBe('BEGIN:VCALENDAR');
  expect(lines).toContain('SUMMARY:노을목\\, 칼국수\\; 본점');
  expect(lines).toContain('DTSTART:20261101T094000Z');
  expect(lines).toContain('DTEND:20261101T104000Z');
  expect(lines).toContain('DESCRIPTION:비 오는 날\\n줄이 길다\\n#혼밥/혼술');
  expect(lines).toContain('DTSTART;VALUE=DATE:20261102');
  expect(lines).toContain(`UID:${timed}@momokzi`);
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2);

  const etag = String(answer.headers.etag);
  expect((await open(url, { 'if-none-match': etag })).statusCode).toBe(304);
  await journal.remove(timed);
  expect((await open(url, { 'if-none-match': etag })).body).not.toContain('노을목');

  await feed('DELETE', member);
  const gone = await open(url);
  expect([gone.statusCode, gone.json().code]).toEqual([404, 'journal.feed_not_found']);
  const again = (await feed('PUT', member)).json().feed.url;
  expect(again).not.toBe(url);
});

test('주소를 짐작하려는 시도는 곧 막힌다', async () => {
  const tries = await Promise.all(
    Array.from({ length: 25 }, () =>
      open(`http://localhost/api/calendars/${crypto.randomUUID()}/journal.ics`),
    ),
  );
  expect(tries.map(({ statusCode }) => statusCode)).toContain(429);
});
