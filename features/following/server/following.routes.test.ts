import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DELETION_PHRASES } from '#features/account/deletion/account-deletion.contract.ts';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { openAdmin } from '#features/admin/server/admin.test-factory.ts';
import type { ProvidedSource } from '#features/catalogue/provided.contract.ts';
import {
  catalogueOf,
  providedTo,
  signedUpDaysAgo,
} from '#features/catalogue/server/provided.test-factory.ts';
import type { Follow, MailKind, MailSubscription } from '#features/following/following.contract.ts';
import { CONSENT_TEXT_VERSION } from '#features/following/following.rules.ts';
import { listOf, placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import { DAY_MS, HOUR_MS, startOfKoreanDay } from '#common/dates.ts';
import { openTestApp, OWN_ORIGIN, type TestApp } from '#server/http/test-app.ts';
import { smtpTransport } from '#server/mail/mail-transports.ts';
import { type SmtpInbox, startSmtpInbox } from '../../../tools/sandbox/smtp/smtp-inbox.ts';

let on: TestApp;
let inbox: SmtpInbox;
let catalogue: ReturnType<typeof catalogueOf>;
let member: TestMember;
let source: ProvidedSource;

/** The latest 11:00 in Korea. At this time, the jobs of 11:00 are due. */
const today = startOfKoreanDay(Date.now()) + 11 * HOUR_MS;
const ELEVEN = today <= Date.now() ? today : today - DAY_MS;

beforeAll(async () => {
  inbox = await startSmtpInbox({ smtpPort: 0, httpPort: 0 });
  on = await openTestApp({
    settings: { ADMIN_EMAIL: 'boss@example.com', REQUESTS_PER_MINUTE_BY_ADDRESS: 1_000_000 },
    mailTransports: [smtpTransport(`smtp://127.0.0.1:${inbox.smtpPort}`)],
  });
  catalogue = catalogueOf(on, await openAdmin(on));
});
afterAll(async () => {
  await on.close();
  await inbox.close();
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: ELEVEN });
  await on.database.deleteFrom('mail_outbox').execute();
  await on.database.deleteFrom('mail_subscriptions').execute();
  member = await verifiedMember();
  source = await newSource();
});
afterEach(() => {
  vi.useRealTimers();
  inbox.injectFault('none');
  inbox.clear();
});

async function verifiedMember(): Promise<TestMember> {
  const one = await signUpMember(on.app);
  await on.database.updateTable('users').set({ email_verified: true }).where('id', '=', one.userId).execute();
  await on.jobs.runDue();
  inbox.clear();
  return one;
}

async function newSource(): Promise<ProvidedSource> {
  const form = { title: `방송 ${randomUUID().slice(0, 8)}`, kind: 'tv' as const, link: null, episodes: [] };
  const answer = await catalogue.putSource(randomUUID(), form);
  const { source: created } = answer.json<{ source: ProvidedSource }>();
  await announce('1회', 1, created);
  return created;
}

/** Adds an episode to the source, and provides `places` restaurants of the episode. */
async function announce(name: string, places = 1, of = source): Promise<string> {
  const { sources } = (await catalogue.sources()).json<{ sources: ProvidedSource[] }>();
  const before = sources.find(({ id }) => id === of.id) ?? of;
  const id = randomUUID();
  const { id: sourceId, ...form } = before;
  await catalogue.putSource(sourceId, {
    ...form,
    episodes: [...before.episodes, { id, name, publishedOn: null, link: null }],
  });
  for (let nth = 1; nth <= places; nth += 1) {
    const placeId = await placeInCatalogue(on.database, { name: `${name} ${nth}번 집` });
    const answer = await catalogue.provide({ place: { from: 'maps', placeId }, episodeIds: [id] });
    expect(answer.statusCode, answer.body).toBe(201);
  }
  return id;
}

const send = (of: TestMember, method: 'GET' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  on.app.inject({ method, url, headers: of.headers, ...(payload && { payload }) });
const follow = (of = member) => send(of, 'PUT', `/api/follows/${source.id}`);
const follows = async (of = member) =>
  (await send(of, 'GET', '/api/follows')).json<{ follows: Follow[] }>().follows;
const newNames = async () =>
  (await follows()).flatMap(({ newEpisodes }) => newEpisodes.map(({ name }) => name));

const subscribe = (kind: MailKind, isActive = true, of = member) =>
  send(of, 'PUT', `/api/mail-subscriptions/${kind}`, { isActive, textVersion: CONSENT_TEXT_VERSION });
const subscriptions = async (of = member) =>
  (await send(of, 'GET', '/api/mail-subscriptions')).json<{ subscriptions: MailSubscription[] }>()
    .subscriptions;
const consents = (of = member) =>
  on.database
    .selectFrom('mail_consents')
    .select(['kind', 'is_given', 'text_version', 'locale', 'means'])
    .where('user_id', '=', of.userId)
    .orderBy('recorded_at')
    .execute();

async function runMails(): Promise<void> {
  await on.jobs.add(on.database, 'following.send_mails', {});
  await on.jobs.runDue();
}
const mailsTo = (of = member) =>
  inbox
    .mails()
    .filter(({ to }) => to === of.email)
    .map((mail) => ({ ...mail, text: mail.text?.replaceAll('\r\n', '\n') ?? '' }));
const newsTo = (of = member) => mailsTo(of).filter(({ subject }) => subject.startsWith('(광고)'));
/** Makes the next mails due as if this number of days had passed. */
const afterDays = (days: number) =>
  on.database
    .updateTable('mail_subscriptions')
    .set({ next_mail_at: sql<Date>`next_mail_at - make_interval(days => ${days})` })
    .execute();
const tokenIn = (text: string | undefined) => /\/unsubscribe\/([\w-]{43})$/m.exec(text ?? '')?.[1] ?? '';
const end = (token: string) =>
  on.app.inject({
    method: 'POST',
    url: '/api/mail-subscriptions/end',
    headers: { origin: OWN_ORIGIN },
    payload: { token },
  });
/** Sends the request that Gmail and other mail programs send when the member presses their unsubscribe button. */
const oneClick = (token: string) =>
  on.app.inject({
    method: 'POST',
    url: `/unsubscribe/${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });

describe('팔로우', () => {
  test('팔로우한 뒤에 올라온 회차만 새 회차이고, 보고 나면 새 회차가 아니다', async () => {
    expect((await follow()).json().follows).toMatchObject([{ sourceId: source.id, newEpisodes: [] }]);
    expect((await follow()).json().follows).toHaveLength(1);
    await announce('2회', 2);
    expect((await follows())[0]?.newEpisodes).toMatchObject([{ name: '2회', places: 2 }]);

    const { version } = await providedTo(on, member).now();
    await announce('3회');
    const seen = await send(member, 'PUT', `/api/follows/${source.id}/seen`, { version });
    expect(seen.json().follows[0].newEpisodes).toMatchObject([{ name: '3회' }]);
    await send(member, 'PUT', `/api/follows/${source.id}/seen`, { version: Number.MAX_SAFE_INTEGER });
    expect(await newNames()).toEqual([]);
    await announce('4회');
    expect(await newNames()).toEqual(['4회']);

    expect((await send(member, 'DELETE', `/api/follows/${source.id}`)).json()).toEqual({ follows: [] });
  });

  test('집이 없는 회차와, 예전 회차에 더한 집은 새 회차가 아니다', async () => {
    await follow();
    await announce('2회', 0);
    expect(await newNames()).toEqual([]);
    const { sources } = (await catalogue.sources()).json<{ sources: ProvidedSource[] }>();
    const episodes = sources.find(({ id }) => id === source.id)?.episodes ?? [];
    const provide = async (name: string) => {
      const placeId = await placeInCatalogue(on.database);
      const episodeIds = episodes.filter((episode) => episode.name === name).map(({ id }) => id);
      await catalogue.provide({ place: { from: 'maps', placeId }, episodeIds });
    };
    await provide('1회');
    expect(await newNames()).toEqual([]);
    await provide('2회');
    expect(await newNames()).toEqual(['2회']);
  });

  test('없는 출처와 볼 수 없는 출처는 같은 답이고, 볼 수 없으면 새 회차도 없다', async () => {
    await follow();
    await announce('2회');
    await signedUpDaysAgo(on, member, 8);
    expect((await follows())[0]?.newEpisodes).toEqual([]);
    for (const id of [source.id, randomUUID()])
      expect((await send(member, 'PUT', `/api/follows/${id}`)).json().code).toBe(
        'following.source_not_found',
      );
  });
});

describe('동의', () => {
  test('처음에는 아무 동의도 없고, 동의와 철회를 때와 문구의 판과 함께 남긴다', async () => {
    expect(await subscriptions()).toEqual([
      { kind: 'episodes', isActive: false, changedAt: null },
      { kind: 'forgotten', isActive: false, changedAt: null },
    ]);
    await subscribe('episodes');
    await subscribe('episodes');
    expect((await subscriptions())[0]).toEqual({ kind: 'episodes', isActive: true, changedAt: Date.now() });
    await subscribe('episodes', false);
    const same = { kind: 'episodes', text_version: CONSENT_TEXT_VERSION, locale: 'ko', means: 'screen' };
    expect(await consents()).toEqual([
      { ...same, is_given: true },
      { ...same, is_given: false },
    ]);
    await on.jobs.runDue();
    const confirmed = mailsTo().filter(({ subject }) => subject.includes('수신'));
    expect(confirmed.map(({ subject }) => subject).sort()).toEqual([
      '‘새 회차 소식’ 메일 수신 동의를 처리했어요',
      '‘새 회차 소식’ 메일 수신거부를 처리했어요',
    ]);
  });

  test('확인하지 않은 이메일, 옛 문구, API 토큰으로는 동의할 수 없다', async () => {
    const other = await signUpMember(on.app);
    expect((await subscribe('episodes', true, other)).json().code).toBe('following.email_not_verified');
    const outdated = await send(member, 'PUT', '/api/mail-subscriptions/episodes', {
      isActive: true,
      textVersion: '2020-01-01',
    });
    expect(outdated.json().code).toBe('following.text_outdated');
    const token = await on.app.inject({
      method: 'POST',
      url: '/api/account/tokens',
      headers: { ...member.headers, 'idempotency-key': randomUUID() },
      payload: { name: '프로그램', scope: 'read-write' },
    });
    const byProgram = await on.app.inject({
      method: 'PUT',
      url: '/api/mail-subscriptions/episodes',
      headers: { authorization: `Bearer ${token.json().secret}` },
      payload: { isActive: true, textVersion: CONSENT_TEXT_VERSION },
    });
    expect(byProgram.json().code).toBe('account.token_refused');
    expect([...(await consents(other)), ...(await consents())]).toEqual([]);
  });

  test('2년이 지나면 동의한 사실을 한 번 알린다', async () => {
    await subscribe('episodes');
    await on.jobs.runDue();
    inbox.clear();
    const remind = async () => {
      await on.jobs.add(on.database, 'following.send_reminders', {});
      await on.jobs.runDue();
    };
    await remind();
    expect(mailsTo()).toEqual([]);
    await on.database
      .updateTable('mail_subscriptions')
      .set({ confirmed_at: new Date(Date.now() - 732 * DAY_MS) })
      .execute();
    await Promise.all([remind(), remind()]);
    expect(mailsTo()).toHaveLength(1);
    expect(mailsTo()[0]?.subject).toBe('‘새 회차 소식’ 메일 수신 동의 안내');
    expect((await subscriptions())[0]?.isActive).toBe(true);
  });

  test('한 사람에게 알리지 못해도 다른 사람에게는 알린다', async () => {
    const [first, second] = [member, await verifiedMember()].sort((a, b) => (a.userId < b.userId ? -1 : 1));
    if (!first || !second) throw new Error('two members');
    for (const one of [first, second]) await subscribe('episodes', true, one);
    await on.jobs.runDue();
    inbox.clear();
    await on.database
      .updateTable('mail_subscriptions')
      .set({ confirmed_at: new Date(Date.now() - 732 * DAY_MS) })
      .execute();
    await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end'`.execute(
      on.database,
    );
    await sql`create trigger refuse before update on mail_subscriptions for each row
      when (new.user_id = ${sql.lit(first.userId)}) execute function refuse()`.execute(on.database);
    try {
      await on.jobs.add(on.database, 'following.send_reminders', {});
      await on.jobs.runDue();
    } finally {
      await sql`drop function refuse cascade`.execute(on.database);
    }
    expect([first, second].map((one) => mailsTo(one).length)).toEqual([0, 1]);
  });
});

describe('새 회차 메일', () => {
  test('동의하지 않으면 보내지 않는다', async () => {
    await follow();
    await announce('2회');
    await runMails();
    expect(newsTo()).toEqual([]);
  });

  test('(광고)와 보낸 사람, 수신거부 링크가 있고, 한 주에 한 번만 보낸다', async () => {
    await follow();
    await subscribe('episodes');
    await announce('2회', 4);
    await runMails();
    const [mail] = newsTo();
    expect(mail?.subject).toBe(`(광고) 〈${source.title}〉 2회에 나온 맛집이 올라왔어요`);
    expect(mail?.text).toContain('4곳 · 2회 1번 집, 2회 2번 집, 2회 3번 집\u00a0…');
    expect(mail?.text).toContain('보내는 사람: 모먹지 (예시)\n예시시 예시구 예시로 1 (예시)');
    expect(mail?.text).toContain('02-0000-0000 (예시) · help@momokzi.example');
    expect(mail?.text).toContain('수신거부 · Unsubscribe\nhttp://localhost:3000/unsubscribe/');
    const token = tokenIn(mail?.text);
    expect(mail?.html).toContain(`href="http://localhost:3000/unsubscribe/${token}"`);
    // The header may be folded (split into several lines).
    expect(mail?.raw).toMatch(
      new RegExp(`^List-Unsubscribe:\\s+<http://localhost:3000/unsubscribe/${token}>\\r$`, 'm'),
    );
    expect(mail?.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');

    await announce('3회');
    await runMails();
    expect(newsTo()).toHaveLength(1);
    await afterDays(7);
    await runMails();
    expect(newsTo().map(({ subject }) => subject)).toEqual([
      `(광고) 〈${source.title}〉 3회에 나온 맛집이 올라왔어요`,
      `(광고) 〈${source.title}〉 2회에 나온 맛집이 올라왔어요`,
    ]);
    await afterDays(7);
    await runMails();
    expect(newsTo()).toHaveLength(2);
  });

  test('이미 본 회차, 볼 수 없는 회원, 탈퇴를 요청한 회원에게는 보내지 않는다', async () => {
    const [seen, hidden, leaving, reader] = await Promise.all(Array.from({ length: 4 }, verifiedMember));
    for (const one of [seen, hidden, leaving, reader] as TestMember[]) {
      await follow(one);
      await subscribe('episodes', true, one);
    }
    await announce('2회');
    const { version } = await providedTo(on, seen as TestMember).now();
    await send(seen as TestMember, 'PUT', `/api/follows/${source.id}/seen`, { version });
    await signedUpDaysAgo(on, hidden as TestMember, 8);
    await on.database
      .insertInto('deletion_requests')
      .values({
        user_id: (leaving as TestMember).userId,
        reason: '',
        locale: 'ko',
        requested_at: new Date(),
        due_at: new Date(Date.now() + 40 * DAY_MS),
      })
      .execute();
    await runMails();
    const counts = [seen, hidden, leaving, reader].map((one) => newsTo(one).length);
    expect(counts).toEqual([0, 0, 0, 1]);
  });

  test('두 프로세스가 함께 일해도 한 통만 간다', async () => {
    const readers = await Promise.all(Array.from({ length: 8 }, verifiedMember));
    for (const one of readers) {
      await follow(one);
      await subscribe('episodes', true, one);
    }
    await announce('2회');
    for (let nth = 0; nth < 4; nth += 1) await on.jobs.add(on.database, 'following.send_mails', {});
    await Promise.all([on.jobs.runDue(), on.jobs.runDue()]);
    expect(readers.map((one) => newsTo(one).length)).toEqual(readers.map(() => 1));
  });

  test('밤에는 기다렸다가 아침에 보내고, 그 사이의 철회와 탈퇴는 메일도 거둔다', async () => {
    const [ending, leaving, staying] = (await Promise.all(Array.from({ length: 3 }, verifiedMember))) as [
      TestMember,
      TestMember,
      TestMember,
    ];
    for (const one of [ending, leaving, staying]) {
      await follow(one);
      await subscribe('episodes', true, one);
    }
    await announce('2회');
    vi.setSystemTime(ELEVEN - 13 * HOUR_MS);
    await on.database
      .updateTable('mail_subscriptions')
      .set({ next_mail_at: new Date(0) })
      .execute();
    await runMails();
    expect([ending, leaving, staying].map((one) => newsTo(one).length)).toEqual([0, 0, 0]);
    const waiting = await on.database
      .selectFrom('mail_outbox')
      .select('address')
      .where('unsubscribe_url', 'is not', null)
      .execute();
    expect(waiting).toHaveLength(3);

    await subscribe('episodes', false, ending);
    const form = { reason: '', password: leaving.password, phrase: DELETION_PHRASES.ko };
    const left = await on.app.inject({
      method: 'POST',
      url: '/api/account/deletion/now',
      headers: { ...leaving.headers, 'idempotency-key': randomUUID() },
      payload: form,
    });
    expect(left.statusCode, left.body).toBeLessThan(300);
    vi.setSystemTime(ELEVEN);
    await on.jobs.add(on.database, 'mail.send_due', {});
    await on.jobs.runDue();
    expect([ending, leaving, staying].map((one) => newsTo(one).length)).toEqual([0, 0, 1]);
  });
});

describe('잊고 있던 집 메일', () => {
  test('담아 두고 안 간 집 세 곳을 한 달에 한 번 보낸다', async () => {
    await subscribe('forgotten');
    const mine = listOf(on.app, member);
    for (const name of ['하나식당', '두리식당', '세모식당', '네모식당'])
      await mine.addPlace(await placeInCatalogue(on.database, { name }));
    await runMails();
    expect(newsTo()).toEqual([]);
    await on.database
      .updateTable('my_restaurants')
      .set({ linked_at: new Date('2026-03-02T03:00:00Z') })
      .where('user_id', '=', member.userId)
      .execute();
    await afterDays(7);
    await runMails();
    expect(newsTo().map(({ subject }) => subject)).toEqual([
      '(광고) 잊고 있던 맛집 3곳, 이번 달에 가 볼까요?',
    ]);
    expect(newsTo()[0]?.text.match(/2026년 3월에 담음/g)).toHaveLength(3);
    await afterDays(29);
    await runMails();
    expect(newsTo()).toHaveLength(1);
    await afterDays(1);
    await runMails();
    expect(newsTo()).toHaveLength(2);
    // The second mail contains the place that the first mail did not contain.
    const texts = newsTo().map(({ text }) => text);
    for (const name of ['하나식당', '두리식당', '세모식당', '네모식당'])
      expect(texts.join('')).toContain(name);
  });
});

describe('수신거부', () => {
  async function mailed(): Promise<string> {
    await follow();
    await subscribe('episodes');
    await announce('2회');
    await runMails();
    return tokenIn(newsTo()[0]?.text);
  }

  test('링크를 여는 것만으로는 아무것도 바뀌지 않고, 버튼은 로그인 없이 된다', async () => {
    const token = await mailed();
    await on.app.inject({ url: `/unsubscribe/${token}`, headers: { accept: 'text/html' } });
    expect((await subscriptions())[0]?.isActive).toBe(true);
    expect((await end(token)).json()).toEqual({ kind: 'episodes', endedAt: Date.now() });
    expect((await end(token)).statusCode).toBe(200);
    expect((await subscriptions())[0]?.isActive).toBe(false);
    expect((await consents()).at(-1)).toMatchObject({ is_given: false, means: 'link' });

    await announce('3회');
    await afterDays(30);
    await runMails();
    expect(newsTo()).toHaveLength(1);
  });

  test('메일 프로그램의 버튼(RFC 8058)은 다른 곳에서 오는 POST 하나로 된다', async () => {
    const token = await mailed();
    expect((await oneClick(token)).statusCode).toBe(200);
    expect((await consents()).at(-1)).toMatchObject({ is_given: false, means: 'mail_program' });
    // The subscription to another kind of mail stays active.
    await subscribe('forgotten');
    expect((await oneClick(token)).statusCode).toBe(200);
    expect((await subscriptions()).map(({ isActive }) => isActive)).toEqual([false, true]);
  });

  test('다시 동의해도 한 주에 한 번이고, 옛 메일의 링크도 듣는다', async () => {
    const token = await mailed();
    await end(token);
    await subscribe('episodes');
    await announce('3회');
    await runMails();
    expect(newsTo()).toHaveLength(1);
    await end(token);
    expect((await subscriptions())[0]?.isActive).toBe(false);
  });

  test('모르는 링크는 404이고, 계속 시도하면 막는다', async () => {
    const guess = () => oneClick(randomUUID());
    expect((await guess()).json().code).toBe('following.link_unknown');
    const codes: number[] = [];
    for (let nth = 0; nth < 21; nth += 1) codes.push((await guess()).statusCode);
    expect(codes.at(-1)).toBe(429);
  });

  test('기록에 링크의 비밀이 남지 않는다', async () => {
    const token = await mailed();
    await oneClick(token);
    await end(token);
    expect(on.log.join('')).not.toContain(token);
  });
});
