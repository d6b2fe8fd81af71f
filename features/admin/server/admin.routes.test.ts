import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { writeAuditLog } from '#features/admin/server/admin.public.ts';
import type {
  AuditLogEntry,
  AdminCounts,
  AdminDeletionRequest,
  AdminPerson,
} from '#features/admin/admin.contract.ts';
import { listOf } from '#features/restaurants/server/restaurants.test-factory.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { openAdmin } from './admin.test-factory.ts';

let on: TestApp;
let admin: TestMember;
beforeAll(async () => {
  on = await openTestApp({ settings: { ADMIN_EMAIL: 'boss@example.com' } });
  admin = await openAdmin(on);
});
afterAll(() => on.close());

const read = (query = '', who: Pick<TestMember, 'headers'> = admin) =>
  on.app.inject({ url: `/api/admin/acts${query}`, headers: who.headers });

test('무엇이 얼마나 있는지 센다. 기간이 지난 유료 회원은 무료다', async () => {
  const read = async () =>
    (await on.app.inject({ url: '/api/admin/counts', headers: admin.headers })).json<AdminCounts>();
  const before = await read();
  expect(before.lastBackup).toBeNull();
  const [free, paid, lapsed] = await Promise.all([1, 2, 3].map(() => signUpMember(on.app)));
  await on.database
    .insertInto('memberships')
    .values([
      { user_id: paid?.userId ?? '', account_tier: 'paid', paid_tier_expires_at: null },
      { user_id: lapsed?.userId ?? '', account_tier: 'paid', paid_tier_expires_at: new Date(0) },
    ])
    .execute();
  await listOf(on.app, free as TestMember).addByHand({ name: '골목 밥집', address: '서울 종로구' });
  const after = await read();
  expect(after).toEqual({
    ...before,
    members: { free: before.members.free + 2, paid: before.members.paid + 1 },
    places: { ...before.places, total: before.places.total + 1, private: before.places.private + 1 },
    links: before.links + 1,
  });
});

describe('관리 기록', () => {
  test('누가 무엇을 어떻게 바꾸었는지 마지막 것부터 쪽마다 보인다', async () => {
    for (const at of [1, 2, 3]) {
      await writeAuditLog(on.database, {
        admin,
        act: 'category.renamed',
        subject: `category-${at}`,
        before: { name: '국수' },
        after: { name: '면' },
      });
    }
    const first = (await read('?limit=2')).json<{ acts: AuditLogEntry[]; next: string | null }>();
    expect(first.acts.map(({ subject }) => subject)).toEqual(['category-3', 'category-2']);
    expect(first.acts[0]).toMatchObject({
      adminName: '모먹지',
      act: 'category.renamed',
      before: { name: '국수' },
      after: { name: '면' },
    });
    const second = (await read(`?limit=2&before=${first.next}`)).json();
    expect(second.acts.map(({ subject }: AuditLogEntry) => subject)).toEqual(['category-1']);
    expect(second.next).toBeNull();
  });

  test('되돌린 일은 기록도 남지 않는다', async () => {
    const before = (await read()).json().acts.length;
    const undone = on.database.transaction().execute(async (transaction) => {
      await writeAuditLog(transaction, {
        admin,
        act: 'provided.added',
        subject: 'x',
        before: null,
        after: {},
      });
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect((await read()).json().acts).toHaveLength(before);
  });

  test('다른 사람에게는 모르는 주소와 같다', async () => {
    const member = await signUpMember(on.app);
    const answer = await read('', member);
    const unknown = await on.app.inject({ url: '/api/admin/no-such', headers: member.headers });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'request.not_found']);
    expect(Object.keys(answer.json())).toEqual(Object.keys(unknown.json()));
  });

  test('떠난 회원에 대해 적힌 것은 지워지고, 일이 있었다는 것은 남는다', async () => {
    const member = await signUpMember(on.app);
    const act = {
      admin,
      act: 'member.warned',
      subject: member.userId,
      about: member.userId,
      before: null,
    } as const;
    await writeAuditLog(on.database, { ...act, after: { note: '남의 이야기' } });
    const left = await on.app.inject({
      method: 'POST',
      url: '/api/account/deletion/now',
      headers: member.headers,
      payload: { reason: '', password: member.password, phrase: '탈퇴합니다' },
    });
    expect([left.statusCode, left.body]).toEqual([200, left.body]);
    const { acts } = (await read('?limit=1')).json();
    expect(acts[0]).toMatchObject({ act: 'member.warned', subject: '', after: null });
  });
});

describe('회원', () => {
  const people = async (query: string) =>
    (await on.app.inject({ url: `/api/admin/people${query}`, headers: admin.headers })).json<{
      people: AdminPerson[];
      next: string | null;
    }>();

  test('등급과 수만 보이고, 리스트에 적은 것은 보이지 않는다', async () => {
    const member = await signUpMember(on.app, { email: 'counted@example.com' });
    const mine = listOf(on.app, member);
    await mine.addByHand({ name: '나만 아는 밥집', address: '서울 종로구' });
    await on.database
      .insertInto('memberships')
      .values({ user_id: member.userId, account_tier: 'paid', paid_tier_expires_at: new Date(0) })
      .execute();
    const found = await people('?q=COUNTED@');
    expect(found.people).toEqual([
      expect.objectContaining({ uid: member.userId, tier: 'free', paidUntil: null, links: 1, reviews: 0 }),
    ]);
    expect(JSON.stringify(found)).not.toContain('밥집');
  });

  test('쪽을 이어 읽으면 한 사람도 빠지거나 겹치지 않는다', async () => {
    for (const at of [1, 2, 3]) await signUpMember(on.app, { email: `paged-${at}@example.com` });
    const first = await people('?q=paged-&limit=2');
    const second = await people(`?q=paged-&limit=2&after=${first.next}`);
    expect([...first.people, ...second.people].map(({ email }) => email)).toEqual([
      'paged-3@example.com',
      'paged-2@example.com',
      'paged-1@example.com',
    ]);
    expect(second.next).toBeNull();
  });

  test('떠나겠다고 한 회원과 이유가 보이고, 거두면 사라진다', async () => {
    const member = await signUpMember(on.app);
    const deletion = (method: 'POST' | 'DELETE', payload?: object) =>
      on.app.inject({
        method,
        url: '/api/account/deletion',
        headers: member.headers,
        ...(payload && { payload }),
      });
    const asked = async () =>
      (await on.app.inject({ url: '/api/admin/deletion-requests', headers: admin.headers }))
        .json<{ requests: AdminDeletionRequest[] }>()
        .requests.filter(({ uid }) => uid === member.userId);
    await deletion('POST', { reason: '이사해요', password: member.password });
    expect(await asked()).toEqual([expect.objectContaining({ reason: '이사해요' })]);
    await deletion('DELETE');
    expect(await asked()).toEqual([]);
  });
});
