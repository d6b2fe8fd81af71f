import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import { Journal, type JournalEntry, type WrittenEntry } from '#features/journal/journal.contract.ts';
import { listOf, placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { day, journalOf } from './journal.test-factory.ts';

let on: TestApp;
let member: TestMember;
let mine: ReturnType<typeof journalOf>;

beforeAll(async () => {
  on = await openTestApp({ settings: { REQUESTS_PER_MINUTE_BY_ADDRESS: 1_000_000 } });
});
afterAll(() => on.close());
beforeEach(async () => {
  member = await signUpMember(on.app);
  mine = journalOf(on.app, member);
});

const fieldErrors = (answer: { json: () => { errors?: { path: string; code: string }[] } }) =>
  answer.json().errors?.map(({ path, code }) => [path, code]);

describe('쓰기', () => {
  test('쓴 그대로 남고, 방문한 날과 쓴 때의 차례로 새것이 먼저 온다', async () => {
    const answer = await mine.write({
      restaurantName: ' 서리냉면옥 '.normalize('NFD'),
      visitDate: day('2026-04-18'),
      visitTime: '12:20',
      journalText: '살얼음이 바닥까지.\n겨자는 반만.',
      tagsWith: ['친구와', '친구와', '옆자리 민수'.normalize('NFD')],
      tagsOccasion: ['가볍게 한 끼'],
      amountWon: 12_000,
    });
    expect(answer.statusCode).toBe(201);
    const { entry, journalVersion } = answer.json<WrittenEntry>();
    expect(entry).toMatchObject({
      restaurantId: null,
      restaurantName: '서리냉면옥',
      visitDate: day('2026-04-18'),
      visitTime: '12:20',
      journalText: '살얼음이 바닥까지.\n겨자는 반만.',
      tagsWith: ['친구와', '옆자리 민수'],
      tagsOccasion: ['가볍게 한 끼'],
      amountWon: 12_000,
      photos: [],
    });

    await mine.write({ restaurantName: '이튿날', visitDate: day('2026-04-19') });
    await mine.write({ restaurantName: '같은 날 나중', visitDate: day('2026-04-18') });
    const journal = await mine.now();
    expect(Journal.parse(journal)).toEqual(journal);
    expect(journal.version).toBeGreaterThan(journalVersion);
    expect(journal.entries.map(({ restaurantName }) => restaurantName)).toEqual([
      '이튿날',
      '같은 날 나중',
      '서리냉면옥',
    ]);
    expect(journal.entries.map(({ amountWon }) => amountWon)).toEqual([null, null, 12_000]);
    expect(journal.entries[0]?.visitTime).toBe(null);
  });

  test('내 리스트의 집을 고르면 이름은 지도의 것이다', async () => {
    const restaurantId = await placeInCatalogue(on.database, { name: '온달국수' });
    const { entry } = (await mine.write({ restaurantId, restaurantName: '아무렇게나' })).json<WrittenEntry>();
    expect(entry).toMatchObject({ restaurantId, restaurantName: '온달국수' });
  });

  test('없는 집과 남이 손으로 적은 집은 고를 수 없다', async () => {
    const other = await signUpMember(on.app);
    const added = await listOf(on.app, other).addByHand({ name: '할머니집', address: '어딘가' });
    for (const restaurantId of ['no-such-place', added.json().restaurant.id]) {
      const answer = await mine.write({ restaurantId });
      expect(answer.statusCode).toBe(400);
      expect(fieldErrors(answer)).toEqual([['restaurantId', 'journal.restaurant_unknown']]);
    }
  });

  test('잘못된 칸을 모두 한꺼번에 말한다', async () => {
    const answer = await mine.write({
      restaurantName: '  ',
      visitDate: 123,
      visitTime: '24:00',
      journalText: '가'.repeat(5001),
      tagsWith: ['가'.repeat(21)],
      amountWon: 100_000_000,
    });
    expect(fieldErrors(answer)).toEqual([
      ['restaurantName', 'journal.restaurant_missing'],
      ['visitDate', 'journal.date_missing'],
      ['visitTime', 'journal.time_invalid'],
      ['journalText', 'too_long'],
      ['tagsWith.0', 'too_long'],
      ['amountWon', 'journal.amount_too_high'],
    ]);
    for (const amountWon of [-1, 0.5]) {
      const answer = await mine.write({ amountWon });
      expect(fieldErrors(answer)).toEqual([['amountWon', 'journal.amount_invalid']]);
    }
    const future = await mine.write({ visitDate: day('2999-01-01') });
    expect(fieldErrors(future)).toEqual([['visitDate', 'journal.date_in_future']]);
    expect((await mine.now()).entries).toEqual([]);
  });

  test('같은 멱등성 키로 다시 보내면 한 번만 남는다', async () => {
    const key = 'the-same-key-of-one-intent';
    const [first, again] = [await mine.write({}, key), await mine.write({}, key)];
    expect(again.json()).toEqual(first.json());
    expect((await mine.now()).entries).toHaveLength(1);
  });
});

describe('고치기와 지우기', () => {
  test('고친 것이 그대로 보인다', async () => {
    const id = await mine.written({ visitTime: '18:40', tagsWith: ['가족과'] });
    const answer = await mine.change(id, { journalText: '다시 씀', visitTime: null, tagsWith: [] });
    expect(answer.statusCode).toBe(200);
    const { entry } = answer.json<WrittenEntry>();
    expect(entry).toMatchObject({ id, journalText: '다시 씀', visitTime: null, tagsWith: [] });
    expect((await mine.open(id)).json()).toEqual(entry);
  });

  test('쓴 돈을 모르는 옛 앱이 고쳐도 쓴 돈은 남고, 지우면 없어진다', async () => {
    const id = await mine.written({ amountWon: 12_000 });
    const byEarlierVersion = await mine.change(id, { journalText: '옛 앱' });
    expect(byEarlierVersion.json<WrittenEntry>().entry).toMatchObject({
      journalText: '옛 앱',
      amountWon: 12_000,
    });
    const cleared = await mine.change(id, { amountWon: null });
    expect(cleared.json<WrittenEntry>().entry?.amountWon).toBeNull();
  });

  test('두 탭에서 고치면 나중 것은 먼저 고친 것을 덮지 않고, 본 다음에는 저장된다', async () => {
    const id = await mine.written({ journalText: '처음' });
    const { updatedAt } = (await mine.open(id)).json<JournalEntry>();
    expect((await mine.change(id, { journalText: '첫째 탭' }, updatedAt)).statusCode).toBe(200);
    const refused = await mine.change(id, { journalText: '둘째 탭' }, updatedAt);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'journal.changed_elsewhere']);
    const theirs = (await mine.open(id)).json<JournalEntry>();
    expect(theirs.journalText).toBe('첫째 탭');
    const chosen = await mine.change(id, { journalText: '둘째 탭' }, theirs.updatedAt);
    expect(chosen.json<WrittenEntry>().entry?.journalText).toBe('둘째 탭');
  });

  test('한꺼번에 고치면 하나만 저장된다', async () => {
    const id = await mine.written();
    const { updatedAt } = (await mine.open(id)).json<JournalEntry>();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, tab) => mine.change(id, { journalText: `탭 ${tab}` }, updatedAt)),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409, 409,
    ]);
  });

  test('답을 잃고 같은 것을 다시 보내면 다툼이 아니고, 새 판도 생기지 않는다', async () => {
    const id = await mine.written();
    const { updatedAt } = (await mine.open(id)).json<JournalEntry>();
    const fields = { journalText: '한 번만', tagsWith: ['친구와'] };
    const first = (await mine.change(id, fields, updatedAt)).json<WrittenEntry>();
    const again = await mine.change(id, fields, updatedAt);
    expect([again.statusCode, again.json()]).toEqual([200, first]);
  });

  test('지우면 사라지고, 되돌리면 그대로 돌아온다; 두 번 해도 같다', async () => {
    const id = await mine.written({ journalText: '되돌릴 것' });
    const before = (await mine.open(id)).json();
    expect((await mine.remove(id)).statusCode).toBe(200);
    expect((await mine.remove(id)).statusCode).toBe(200);
    expect((await mine.now()).entries).toEqual([]);
    expect((await mine.open(id)).statusCode).toBe(404);
    expect((await mine.change(id, {})).statusCode).toBe(404);
    expect((await mine.restore(id)).json<WrittenEntry>().entry).toEqual(before);
    expect((await mine.restore(id)).json<WrittenEntry>().entry).toEqual(before);
    expect((await mine.now()).entries.map((entry) => entry.id)).toEqual([id]);
  });

  test('하루가 지나면 되돌릴 수 없고, 청소하면 없어진다', async () => {
    const [old, fresh] = [await mine.written(), await mine.written()];
    await mine.remove(old);
    await mine.remove(fresh);
    await sql`update journal_entries set deleted_at = now() - interval '25 hours' where id = ${old}`.execute(
      on.database,
    );
    expect((await mine.restore(old)).statusCode).toBe(404);
    await on.jobs.add(on.database, 'journal.purge_deleted', {});
    await on.jobs.runDue();
    const left = await on.database
      .selectFrom('journal_entries')
      .select('id')
      .where('user_id', '=', member.userId)
      .execute();
    expect(left).toEqual([{ id: fresh }]);
    expect((await mine.restore(fresh)).statusCode).toBe(200);
  });

  test('맛집을 지워도 일지는 이름과 함께 남는다', async () => {
    const list = listOf(on.app, member);
    const restaurantId = (await list.addByHand({ name: '할머니집', address: '어딘가' })).json().restaurant.id;
    const id = await mine.written({ restaurantId });
    await list.remove(restaurantId);
    await sql`update my_restaurants set deleted_at = now() - interval '25 hours' where restaurant_id = ${restaurantId}`.execute(
      on.database,
    );
    await on.jobs.add(on.database, 'restaurants.purge_deleted', {});
    await on.jobs.runDue();
    expect((await mine.open(id)).json()).toMatchObject({ restaurantId: null, restaurantName: '할머니집' });
  });

  test('남의 일지는 없는 일지와 같다', async () => {
    const id = await mine.written();
    const other = journalOf(on.app, await signUpMember(on.app));
    const unknown = '0190a1b2-0000-7000-8000-000000000000';
    for (const asked of [id, unknown]) {
      const answers = await Promise.all([
        other.open(asked),
        other.change(asked, {}),
        other.remove(asked),
        other.restore(asked),
      ]);
      for (const answer of answers)
        expect([answer.statusCode, answer.json().code]).toEqual([404, 'journal.not_found']);
    }
    expect((await mine.now()).entries).toHaveLength(1);
  });
});

describe('문서와 찾기', () => {
  test('바뀌지 않은 일지는 304, 쓰면 새 판', async () => {
    const first = await mine.read();
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const tag = String(first.headers.etag);
    expect((await mine.read({ 'if-none-match': tag })).statusCode).toBe(304);
    const other = journalOf(on.app, await signUpMember(on.app));
    expect((await other.read({ 'if-none-match': tag })).statusCode).toBe(200);
    const id = await mine.written();
    let seen = tag;
    for (const write of [() => mine.change(id, {}), () => mine.remove(id), () => mine.restore(id)]) {
      await write();
      const next = await mine.read({ 'if-none-match': seen });
      expect(next.statusCode).toBe(200);
      seen = String(next.headers.etag);
    }
  });

  test('문서에는 긴 글의 앞부분만 있고, 찾기는 끝까지 본다', async () => {
    const id = await mine.written({ journalText: `${'가'.repeat(4000)} 마지막에 나온 국밥` });
    const other = await mine.written({ restaurantName: '서리냉면옥', tagsWith: ['친구와'] });
    expect((await mine.now()).entries.find((entry) => entry.id === id)).toMatchObject({
      textStart: '가'.repeat(300),
      isTextTruncated: true,
    });
    const found = async (q: string) => (await mine.search(q)).json().entryIds;
    expect(await found('국밥')).toEqual(expect.arrayContaining([id]));
    expect(await found('ㄴㅇ 국바')).toEqual([id]);
    expect(await found('rnrqkq')).toContain(id);
    expect(await found('ㄴㅇㄱㅂ')).toEqual([id]);
    expect(await found('ㅇㄱㅂ')).toEqual([]);
    expect(await found('냉면 친구')).toEqual([other]);
    expect(await found('냉면 국밥')).toEqual([]);
    expect(await found('%')).toEqual([]);
  });

  test('악센트가 있는 이름과 글을 악센트 없이, 또 그 반대로 찾는다', async () => {
    const cafe = await mine.written({ restaurantName: 'Café Fleur' });
    const text = await mine.written({
      journalText: '디저트는 cre\u0300me bru\u0302le\u0301e, 커피는 Espresso',
    });
    const found = async (q: string) => (await mine.search(q)).json().entryIds;
    expect(await found('cafe')).toEqual([cafe]);
    expect(await found('CAFÉ fleur')).toEqual([cafe]);
    expect(await found('creme brulee')).toEqual([text]);
    expect(await found('crème')).toEqual([text]);
    expect(await found('éspresso')).toEqual([text]);
  });
});
