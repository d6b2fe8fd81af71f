import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedPlaces } from '#features/places/server/places.test-factory.ts';
import { listOf } from '#features/restaurants/server/restaurants.test-factory.ts';
import type { RowFields } from '#features/transfer/imports.contract.ts';
import { NO_FIELDS } from '#features/transfer/new-rows.ts';
import type { TestMember } from '#features/account/server/account.test-factory.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { importsOf, paidMember } from './imports.test-factory.ts';

let on: TestApp;
beforeAll(async () => {
  on = await openTestApp();
  await seedPlaces(
    on.database,
    Array.from({ length: 5 }, (_, at) => ({
      placeId: `made:${at}`,
      name: `${'가나다라마'[at]}국수`,
      address: `서울특별시 중구 을지로 ${at + 1}`,
      lat: 37.5 + at / 100,
      lng: 127,
    })),
  );
});
afterAll(() => on.close());

const row = (at: number, fields: Partial<RowFields> = {}, link = '') => ({
  place: {
    name: `${'가나다라마'[at]}국수`,
    address: `서울특별시 중구 을지로 ${at + 1}`,
    phoneNumber: '',
    link,
    coordinates: null,
    placeId: '',
  },
  fields: { ...NO_FIELDS, ...fields },
});

/** Imports rows in an import of their own, and returns its id. */
async function importAll(member: TestMember, rows: object[]): Promise<string> {
  const imports = importsOf(on, member);
  const { id } = await imports.add(rows);
  await imports.match(id);
  const positions = (await imports.rows(id)).map(({ position }) => position);
  expect((await imports.save(id, positions)).statusCode).toBe(200);
  await on.jobs.runDue();
  return id;
}

const savedPlace = async (member: TestMember, id: string) =>
  (await listOf(on.app, member).now()).restaurants.find((each) => each.id === id);

test('두 번째 자료는 빈 칸을 채우고, 태그와 메모를 더하고, 평점은 바꾸지 않는다', async () => {
  const member = await paidMember(on);
  await importAll(member, [row(0, { customTags: ['데이트'], sourceMemo: '분위기', rating: 4 })]);
  const before = await savedPlace(member, 'made:0');
  const visitedAt = Date.UTC(2024, 2, 4);
  const id = await importAll(member, [
    row(0, {
      customTags: ['데이트', '국수', '점심'],
      sourceMemo: '비빔국수',
      rating: 2,
      review: '진하다',
      status: '방문 완료',
      sourceKind: 'person',
      categoryId: 'cafe',
      visitedAt,
    }),
  ]);
  expect(await savedPlace(member, 'made:0')).toMatchObject({
    customTags: ['데이트', '국수', '점심'],
    sourceMemo: '분위기 · 비빔국수',
    rating: 4,
    review: '진하다',
    status: '방문 완료',
    sourceKind: 'person',
    userCategoryOverrideId: 'cafe',
    visitedAt,
  });
  const imports = importsOf(on, member);
  expect(await imports.now(id)).toMatchObject({
    state: 'done',
    savedCount: 0,
    addedToCount: 1,
    doneCount: 1,
    added: { tags: 2, ratings: 0, reviews: 1, memos: 1, visits: 1, categories: 1 },
  });

  expect((await imports.undo(id)).json().state).toBe('undoing');
  await on.jobs.runDue();
  expect(await savedPlace(member, 'made:0')).toEqual(before);
});

test('두 글이 한 줄에 다 들어가지 않으면 따로 두고, 담지 못한 것을 센다', async () => {
  const member = await paidMember(on);
  const imports = importsOf(on, member);
  const [first, second] = ['가'.repeat(1_500), '나'.repeat(1_500)];
  const rows = [row(1, { review: first }), row(1, { review: second })];
  const { id } = await imports.add(rows);
  expect((await imports.rows(id)).map(({ fields }) => fields.review)).toEqual([first, second]);
  await imports.add(rows);
  expect(await imports.rows(id)).toHaveLength(2);
  await imports.match(id);
  await imports.save(id, [0, 1]);
  await on.jobs.runDue();
  expect(await imports.now(id)).toMatchObject({
    state: 'done',
    savedCount: 1,
    addedToCount: 1,
    added: { reviews: 1, leftOut: 1 },
  });
});

test('되돌려도 그 사이에 고친 내용은 남고, 더한 태그만 빠진다', async () => {
  const member = await paidMember(on);
  const list = listOf(on.app, member);
  await importAll(member, [row(1, { customTags: ['데이트'] })]);
  const id = await importAll(member, [row(1, { customTags: ['국수'], rating: 3, review: '진하다' })]);
  await list.change('made:1', { review: '다시 씀', customTags: ['데이트', '국수', '내 태그'] });
  await importsOf(on, member).undo(id);
  await on.jobs.runDue();
  expect(await savedPlace(member, 'made:1')).toMatchObject({
    customTags: ['데이트', '내 태그'],
    rating: null,
    review: '다시 씀',
  });
});

test('한 번에 가져온 두 목록의 같은 곳도 합치고, 되돌리면 함께 빠진다', async () => {
  const member = await paidMember(on);
  const id = await importAll(member, [
    row(2, { customTags: ['데이트'] }, 'https://naver.me/a'),
    {
      ...row(2, { rating: 4.5, review: '국물', status: '방문 완료', customTags: ['국수'] }),
      place: { ...row(2).place, coordinates: { lat: 37.52, lng: 127 } },
    },
  ]);
  expect(await savedPlace(member, 'made:2')).toMatchObject({
    customTags: ['데이트', '국수'],
    rating: 4.5,
    review: '국물',
    status: '방문 완료',
    visitedAt: null,
  });
  await importsOf(on, member).undo(id);
  await on.jobs.runDue();
  expect(await savedPlace(member, 'made:2')).toBeUndefined();
});

test('열린 가져오기에 같은 곳을 더 넣으면 그 줄에 더해지고, 다시 넣어도 늘지 않는다', async () => {
  const member = await paidMember(on);
  const imports = importsOf(on, member);
  const { id } = await imports.add([row(3, { customTags: ['데이트'], sourceMemo: '창가' })]);
  const second = row(3, { customTags: ['국수'], sourceMemo: '비빔', rating: 4 });
  for (let time = 0; time < 2; time += 1)
    expect(await imports.add([second, second])).toMatchObject({ id, rowCount: 1 });
  expect((await imports.rows(id))[0]?.fields).toMatchObject({
    customTags: ['데이트', '국수'],
    sourceMemo: '창가 · 비빔',
    rating: 4,
  });
});

test('날짜 없이 다녀온 곳에는 날짜가 생기지 않고, 새로 찍은 도장에는 오늘이 남는다', async () => {
  const member = await paidMember(on);
  const list = listOf(on.app, member);
  await importAll(member, [row(4, { status: '방문 완료', savedAt: Date.UTC(2024, 0, 1) })]);
  expect(await savedPlace(member, 'made:4')).toMatchObject({ status: '방문 완료', visitedAt: null });
  // Undoing a removed stamp keeps the day unknown.
  await list.change('made:4', { status: '방문 예정' });
  await list.change('made:4', { status: '방문 완료', visitedAt: null });
  expect(await savedPlace(member, 'made:4')).toMatchObject({ status: '방문 완료', visitedAt: null });
  await list.change('made:4', { status: '방문 예정' });
  await list.change('made:4', { status: '방문 완료' });
  expect((await savedPlace(member, 'made:4'))?.visitedAt).toBeGreaterThan(Date.now() - 60_000);
});

test('다른 회원에게 공개한 리뷰는 가져오기가 바꾸지 않고, 글은 메모에 남긴다', async () => {
  const member = await paidMember(on);
  const list = listOf(on.app, member);
  await importAll(member, [row(0)]);
  await list.change('made:0', { rating: 4, review: '공개한 글', isShared: true, status: '방문 완료' });
  await importAll(member, [row(0, { review: '혼자 쓴 글', sourceMemo: '민지가' })]);
  expect(await savedPlace(member, 'made:0')).toMatchObject({
    review: '공개한 글',
    sourceMemo: '민지가 · 혼자 쓴 글',
  });
});
