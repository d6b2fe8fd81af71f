import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DELETION_PHRASES } from '#features/account/deletion/account-deletion.contract.ts';
import type { TestMember } from '#features/account/server/account.test-factory.ts';
import { openAdmin } from '#features/admin/server/admin.test-factory.ts';
import { catalogueOf, signedUpDaysAgo } from '#features/catalogue/server/provided.test-factory.ts';
import { makePaid, signUpPerson } from '#features/collections/server/collections.test-factory.ts';
import { seedPlaces } from '#features/places/server/places.test-factory.ts';
import { listOf, placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import { DAY_MS, HOUR_MS, startOfKoreanDay, writtenDay } from '#common/dates.ts';
import { OWN_ORIGIN, openTestApp, type TestApp } from '#server/http/test-app.ts';
import { notificationsOf } from './notifications.test-factory.ts';

let on: TestApp;
let admin: TestMember;
beforeAll(async () => {
  on = await openTestApp({
    settings: { ADMIN_EMAIL: 'boss@example.com', REQUESTS_PER_MINUTE_BY_ADDRESS: 1_000_000 },
  });
  admin = await openAdmin(on);
});
afterAll(() => on.close());
afterEach(() => {
  vi.useRealTimers();
});

const person = async (nickname: string) => {
  const member = await signUpPerson(on, nickname);
  return { ...member, notifications: notificationsOf(on.app, member) };
};
type Person = Awaited<ReturnType<typeof person>>;
const run = async (task: 'votes.announce' | 'following.notify' | 'notifications.purge') => {
  await on.jobs.add(on.database, task, {});
  await on.jobs.runDue();
};

describe('함께 쓰는 모음', () => {
  let owner: Person;
  let editor: Person;
  let reader: Person;
  let places: string[];
  let id: string;

  beforeEach(async () => {
    [owner, editor, reader] = await Promise.all([person('은조'), person('도윤'), person('하린')]);
    await makePaid(on, owner);
    places = [
      await placeInCatalogue(on.database, { name: '골목 국수' }),
      await placeInCatalogue(on.database, { name: '온달 갈비' }),
    ];
    ({ id } = await owner.made({ name: '우리 동네', restaurantIds: places }));
    for (const [who, role] of [
      [editor, 'editor'],
      [reader, 'reader'],
    ] as const) {
      const { invite } = (await owner.putInvite(id, role)).json();
      await who.join(invite.id);
    }
    for (const who of [owner, editor]) await who.notifications.readAll(Date.now() + DAY_MS);
  });

  const vote = async (who: Person, wanted: object = {}) => {
    const answer = await who.request('POST', `/api/collections/${id}/votes`, {
      payload: {
        title: '토요일 저녁',
        meetsOn: '2099-11-28',
        meetsAt: '18:30',
        restaurantIds: places,
        ...wanted,
      },
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json<{ id: string }>().id;
  };
  const answer = (voteId: string, headers: Record<string, string>, want = 0) =>
    on.app.inject({
      method: 'PUT',
      url: `/api/votes/${voteId}/answers`,
      headers,
      payload: {
        key: randomUUID().replaceAll('-', '').padEnd(43, 'x'),
        name: '손님',
        answers: places.map((restaurantId, nth) => ({
          restaurantId,
          answer: nth === want ? 'want' : 'later',
        })),
      },
    });

  test('들어온 사람, 담기, 빼기, 메모, 댓글, 반응을 다른 멤버만 안다', async () => {
    const added = await placeInCatalogue(on.database, { name: '새벽 횟집' });
    const steps: [() => Promise<{ statusCode: number; body: string }>, string][] = [
      [() => editor.add(id, [added]), '도윤님이 맛집을 담았어요 · 새벽 횟집'],
      [() => editor.changePlace(id, added, { note: '비밀 메모' }), '도윤님이 메모를 남겼어요 · 새벽 횟집'],
      [() => reader.comment(id, added, '비밀 댓글'), '하린님이 댓글을 남겼어요 · 새벽 횟집'],
      [
        () => reader.react(id, added, { wants: true }),
        '하린님이 가고 싶은 곳이나 다녀온 곳으로 표시했어요 · 새벽 횟집',
      ],
      [() => editor.removePlace(id, added), '도윤님이 맛집을 뺐어요 · 새벽 횟집'],
      [() => editor.restorePlace(id, added), '도윤님이 맛집을 담았어요 · 새벽 횟집'],
    ];
    for (const [act, text] of steps) {
      const response = await act();
      expect(response.statusCode, response.body).toBeLessThan(300);
      expect(await owner.notifications.texts()).toContain(`우리 동네: ${text}`);
      await owner.notifications.readAll(Date.now() + DAY_MS);
    }
    expect((await owner.change(id, { name: '새 이름' })).statusCode).toBe(200);
    expect((await editor.notifications.texts())[0]).toMatch(
      /^새 이름: 새 소식 \d개 · 은조님이 모음 정보를 바꿨어요$/,
    );
    expect(JSON.stringify(await owner.notifications.list())).not.toContain('비밀');
    // Members get no notification of their own changes, and none of a new order.
    await editor.notifications.readAll(Date.now() + DAY_MS);
    await editor.changePlace(id, places[1] as string, { after: null });
    expect([await owner.notifications.unread(), await editor.notifications.unread()]).toEqual([0, 0]);
  });

  test('열 번 바뀐 모음 하나는 읽지 않은 알림 하나이고, 읽은 뒤의 소식은 새 알림이다', async () => {
    for (let nth = 0; nth < 10; nth += 1) await editor.comment(id, places[0] as string, `${nth}`);
    expect(await owner.notifications.unread()).toBe(1);
    expect(await owner.notifications.texts()).toContain(
      '우리 동네: 새 소식 10개 · 도윤님이 댓글을 남겼어요 · 골목 국수',
    );
    const [first] = (await owner.notifications.list()).notifications;
    expect(first).toMatchObject({ count: 10, isRead: false });
    const read = await owner.notifications.read(first?.id ?? '');
    expect(read.json()).toMatchObject({ unread: 0, notification: { id: first?.id, isRead: true } });
    await editor.comment(id, places[0] as string, '또');
    expect(await owner.notifications.unread()).toBe(1);
    expect((await owner.notifications.list()).notifications[0]).toMatchObject({ count: 1, isRead: false });
    expect(await owner.notifications.paths()).toContain(`/app/collections/${id}`);
  });

  test('동시에 바뀌어도 한 알림이 모두 센다', async () => {
    await Promise.all([
      ...Array.from({ length: 5 }, (_, nth) => editor.comment(id, places[0] as string, `${nth}`)),
      ...Array.from({ length: 5 }, (_, nth) => reader.comment(id, places[1] as string, `${nth}`)),
    ]);
    expect((await owner.notifications.list()).notifications[0]).toMatchObject({ count: 10 });
  });

  test('직접 등록한 곳의 이름과, 나간 모음의 소식은 보이지 않는다', async () => {
    const own = await listOf(on.app, editor).addByHand({
      name: '우리 집 부엌',
      address: '서울 종로구',
    });
    const { id: ownId } = own.json<{ restaurant: { id: string } }>().restaurant;
    expect((await editor.add(id, [ownId])).statusCode).toBe(200);
    expect(await reader.notifications.texts()).toEqual(['우리 동네: 도윤님이 맛집을 담았어요']);
    expect(await reader.notifications.unread()).toBe(1);
    const { me, people } = (await reader.read(id)).json();
    expect(people).toHaveLength(3);
    await reader.removeMember(id, me);
    expect(await reader.notifications.unread()).toBe(0);
    expect((await reader.notifications.list()).notifications).toEqual([]);
    await owner.remove(id);
    expect(await owner.notifications.unread()).toBe(0);
  });

  test('투표의 시작, 답, 결과를 알리고, 결과는 한 번이다', async () => {
    const voteId = await vote(editor);
    expect(await owner.notifications.texts()).toContain(
      '우리 동네: 도윤님이 투표를 시작했어요 · 토요일 저녁',
    );
    await owner.notifications.readAll(Date.now() + DAY_MS);
    expect((await answer(voteId, { origin: OWN_ORIGIN })).statusCode).toBe(200);
    expect(await owner.notifications.texts()).toContain('우리 동네: 투표에 새 답이 왔어요 · 토요일 저녁');
    await answer(voteId, reader.headers);
    expect(await owner.notifications.texts()).toContain(
      '우리 동네: 새 소식 2개 · 하린님이 투표에 답했어요 · 토요일 저녁',
    );
    await editor.request('POST', `/api/votes/${voteId}/close`);
    await editor.request('POST', `/api/votes/${voteId}/close`);
    await run('votes.announce');
    const results = async (who: Person) =>
      (await who.notifications.list()).notifications.filter(({ kind }) => kind === 'vote_result');
    expect(await results(owner)).toMatchObject([{ count: 1, detail: '골목 국수', subject: '토요일 저녁' }]);
    expect(await owner.notifications.texts()).toContain(
      '‘토요일 저녁’ 투표: 투표가 끝났어요 · 1위 골목 국수',
    );
    expect(await owner.notifications.paths()).toContain(`/vote/${voteId}`);
    expect(await results(editor)).toEqual([]);
  });

  test('날짜가 지나 끝난 투표의 결과는 만든 사람도 안다', async () => {
    const voteId = await vote(editor);
    await sql`update votes set closes_at = now() - interval '1 minute' where id = ${voteId}`.execute(
      on.database,
    );
    await run('votes.announce');
    await run('votes.announce');
    for (const who of [owner, editor, reader])
      expect(await who.notifications.texts()).toContain('‘토요일 저녁’ 투표: 투표가 끝났어요');
    const kinds = (await editor.notifications.list()).notifications.filter(
      ({ kind }) => kind === 'vote_result',
    );
    expect(kinds).toMatchObject([{ count: 1 }]);
  });

  test('오늘 가기로 한 곳은 아침 8시부터, 답이 있을 때 한 번 알린다', async () => {
    const today = startOfKoreanDay(Date.now());
    const meetsOn = writtenDay(today + 9 * HOUR_MS + DAY_MS);
    const voteId = await vote(owner, { meetsOn });
    const morning = today + DAY_MS + 8 * HOUR_MS;
    const ofDay = async () =>
      (await reader.notifications.texts()).filter((text) => text.includes('오늘 가기로 한 곳'));
    const at = async (time: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: time });
      await run('votes.announce');
      vi.useRealTimers();
    };
    await at(morning);
    expect(await ofDay()).toEqual([]);
    await answer(voteId, editor.headers, 1);
    await at(morning - 1);
    expect(await ofDay()).toEqual([]);
    await at(morning);
    await at(morning + HOUR_MS);
    expect(await ofDay()).toEqual(['‘토요일 저녁’ 투표: 오늘 가기로 한 곳 · 온달 갈비 · 18:30']);
  });

  test('여러 날짜를 묻는 투표는 날짜를 정한 뒤, 그날 아침에 알린다', async () => {
    const today = startOfKoreanDay(Date.now());
    const dayAfter = (days: number) => writtenDay(today + 9 * HOUR_MS + days * DAY_MS);
    const other = { meetsOn: dayAfter(2), meetsAt: '12:00' };
    const voteId = await vote(owner, { meetsOn: dayAfter(1), otherDates: [other] });
    await answer(voteId, editor.headers, 1);
    const announced = async (days: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: today + days * DAY_MS + 8 * HOUR_MS });
      await run('votes.announce');
      vi.useRealTimers();
      return (await reader.notifications.texts()).filter((text) => text.includes('오늘 가기로 한 곳'));
    };
    expect(await announced(1)).toEqual([]);
    const { dates } = (await on.app.inject({ url: `/api/votes/${voteId}` })).json();
    const decided = await owner.request('PUT', `/api/votes/${voteId}/decision`, {
      payload: { restaurantId: places[0], dateId: dates[1].id },
    });
    expect(decided.statusCode, decided.body).toBe(200);
    expect(await announced(1)).toEqual([]);
    expect(await announced(2)).toEqual(['‘토요일 저녁’ 투표: 오늘 가기로 한 곳 · 골목 국수 · 12:00']);
  });

  test('끈 종류는 알리지 않고, 다시 켜면 알린다', async () => {
    expect((await owner.notifications.settings()).kinds.every(({ isOn }) => isOn)).toBe(true);
    const { kinds } = (await owner.notifications.set('collection', false)).json();
    expect(kinds).toContainEqual({ kind: 'collection', isOn: false });
    await editor.comment(id, places[0] as string, '하나');
    expect(await owner.notifications.unread()).toBe(0);
    expect(await reader.notifications.unread()).toBe(1);
    await owner.notifications.set('collection', true);
    await editor.comment(id, places[0] as string, '둘');
    expect(await owner.notifications.unread()).toBe(1);
  });

  test('탈퇴하면 내 알림은 없어지고, 남에게 간 알림에는 이름이 남지 않는다', async () => {
    await reader.comment(id, places[0] as string, '하나');
    await editor.comment(id, places[0] as string, '둘');
    const gone = await on.app.inject({
      method: 'POST',
      url: '/api/account/deletion/now',
      headers: { ...editor.headers, 'idempotency-key': randomUUID() },
      payload: { reason: '', phrase: DELETION_PHRASES.ko, password: editor.password },
    });
    expect(gone.statusCode, gone.body).toBeLessThan(300);
    const rows = on.database.selectFrom('notifications').selectAll();
    expect(await rows.where('user_id', '=', editor.userId).execute()).toEqual([]);
    expect(await owner.notifications.texts()).toContain(
      '우리 동네: 새 소식 2개 · 사용자님이 댓글을 남겼어요 · 골목 국수',
    );
  });

  test.each([
    ['탈퇴가 진행 중인 멤버가 있어도 모음에 쓰는 일은 기다리지 않는다', true],
    ['대조: 탈퇴 요청 없이 잠긴 계정은 기다린다', false],
  ])('%s', async (_, isRequested) => {
    if (isRequested)
      await on.database
        .insertInto('deletion_requests')
        .values({
          user_id: owner.userId,
          reason: '',
          locale: 'ko',
          requested_at: new Date(),
          due_at: new Date(Date.now() - 1000),
        })
        .execute();
    let hasEnded = false;
    const isEnded = await on.database.transaction().execute(async (deletion) => {
      await sql`select from users where id = ${owner.userId} for update`.execute(deletion);
      const comment = editor.comment(id, places[0] as string, '하나').then(() => (hasEnded = true));
      // Either the comment ends, or its statement waits for this transaction.
      await vi.waitUntil(
        async () => {
          const { rows } = await sql`
            select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          `.execute(on.database);
          return hasEnded || rows.length > 0;
        },
        { timeout: 10_000, interval: 20 },
      );
      if (!hasEnded) return { comment };
      return { comment: null };
    });
    expect(isEnded.comment === null).toBe(isRequested);
    await isEnded.comment;
    await on.database.deleteFrom('deletion_requests').execute();
  });

  test('남의 알림은 읽을 수도, 읽음으로 바꿀 수도 없다', async () => {
    await editor.comment(id, places[0] as string, '하나');
    const [theirs] = (await owner.notifications.list()).notifications;
    const answered = await reader.notifications.read(theirs?.id ?? '');
    expect(answered.json()).toMatchObject({ notification: null });
    expect(await owner.notifications.unread()).toBe(1);
  });
});

describe('혼자 받는 소식', () => {
  test('팔로우한 방송의 새 회차를 한 번, 볼 수 있는 회원에게만 알린다', async () => {
    const [member, past] = [await person('은조'), await person('지난')];
    const catalogue = catalogueOf(on, admin);
    const title = `방송 ${randomUUID().slice(0, 8)}`;
    const sourceId = randomUUID();
    const form = { title, kind: 'tv' as const, link: null };
    const episodes = ['1회', '2회', '3회'].map((name) => ({
      id: randomUUID(),
      name,
      publishedOn: null,
      link: null,
    }));
    const provide = async (nth: number) => {
      const placeId = await placeInCatalogue(on.database);
      const answer = await catalogue.provide({
        place: { from: 'maps', placeId },
        episodeIds: [episodes[nth]?.id ?? ''],
      });
      expect(answer.statusCode, answer.body).toBe(201);
    };
    await catalogue.putSource(sourceId, { ...form, episodes });
    await provide(0);
    for (const who of [member, past]) await who.request('PUT', `/api/follows/${sourceId}`);
    await signedUpDaysAgo(on, past, 30);
    await run('following.notify');
    expect(await member.notifications.unread()).toBe(0);
    await provide(1);
    await run('following.notify');
    await run('following.notify');
    expect(await member.notifications.texts()).toEqual([
      `${title} 새 회차: 새 회차의 맛집이 올라왔어요 · 2회`,
    ]);
    await provide(2);
    await run('following.notify');
    expect(await member.notifications.texts()).toEqual([`${title} 새 회차: 새 회차 2개의 맛집이 올라왔어요`]);
    expect(await member.notifications.paths()).toEqual([`/app/sources/${sourceId}`]);
    expect(await past.notifications.unread()).toBe(0);
  });

  test('담아 둔 맛집이 폐업하면 담은 회원에게 한 번 알린다', async () => {
    const [member, other] = [await person('은조'), await person('남남')];
    const placeId = `kr:${randomUUID()}`;
    const place = { placeId, name: '하동관', address: '서울특별시 중구 명동9길 12' };
    const refresh = async (now: object) => {
      await seedPlaces(on.database, [{ ...place, ...now }]);
      await on.jobs.add(on.database, 'restaurants.check_closed', {});
      await on.jobs.runDue();
    };
    await refresh({});
    await listOf(on.app, member).addPlace(placeId);
    const closed = { businessStatus: 'closed_permanently', closedOn: '2026-11-20' };
    await refresh(closed);
    await refresh(closed);
    await refresh({ ...closed, closedOn: '2026-11-21' });
    expect(await member.notifications.texts()).toEqual(['하동관: 담아 둔 맛집이 폐업한 곳으로 확인됐어요']);
    expect((await member.notifications.list()).notifications[0]).toMatchObject({ count: 1 });
    expect(await other.notifications.unread()).toBe(0);
  });

  test('유료 회원 기간의 끝을 메일과 같은 때에 알린다', async () => {
    const member = await person('은조');
    const ends = (left: number) =>
      on.database
        .updateTable('memberships')
        .set({ paid_tier_expires_at: new Date(Date.now() + left) })
        .where('user_id', '=', member.userId)
        .execute();
    await makePaid(on, member);
    await ends(5 * DAY_MS);
    const notices = async () => {
      await on.jobs.add(on.database, 'membership.send_expiry_notices', {});
      await on.jobs.runDue();
    };
    await notices();
    await notices();
    const [text] = await member.notifications.texts();
    expect(text).toMatch(/^유료 회원 기간: \d{4}년 \d{1,2}월 \d{1,2}일에 끝나요/);
    await ends(-HOUR_MS);
    await notices();
    expect(await member.notifications.texts()).toEqual([
      '유료 회원 기간: 유료 회원 기간이 끝났어요. 담은 맛집은 모두 그대로 있어요',
    ]);
  });

  test('알림은 쪽으로 나뉘고, 90일이 지나면 없어진다', async () => {
    const member = await person('은조');
    await sql`
      insert into notifications (id, user_id, kind, subject_id, count, act, happened_at, read_at)
      select gen_random_uuid(), ${member.userId}, 'membership', '', 1, 'ended',
        now() - nth * interval '40 days', now()
      from generate_series(0, 4) as nth
    `.execute(on.database);
    const first = await member.notifications.list('?limit=2');
    expect(first.notifications).toHaveLength(2);
    const second = await member.notifications.list(`?limit=2&cursor=${first.nextCursor}`);
    const third = await member.notifications.list(`?limit=2&cursor=${second.nextCursor}`);
    expect([second.notifications.length, third.notifications.length, third.nextCursor]).toEqual([2, 1, null]);
    await run('notifications.purge');
    expect((await member.notifications.list()).notifications).toHaveLength(3);
  });
});
