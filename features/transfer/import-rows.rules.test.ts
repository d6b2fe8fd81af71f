import { expect, test } from 'vitest';
import { NEW_IMPORT_FIELDS, savedFieldsOf, targetOf, tickedPositions } from './import-rows.rules.ts';
import type { ImportRow } from './imports.contract.ts';

const candidate = { placeId: 'kr:1', name: '하동관', address: '', kind: null, businessStatus: null };
const row = (position: number, given: Partial<ImportRow> = {}): ImportRow => ({
  position,
  place: { name: '하동관', address: '', phoneNumber: '', link: '', coordinates: null, placeId: '' },
  fields: { status: null, customTags: [], sourceKind: null, sourceMemo: '', rating: null, review: '' },
  match: { state: 'certain', candidates: [candidate], restaurantId: null },
  choice: null,
  isChecked: null,
  restaurantId: null,
  collectedIn: null,
  added: null,
  problem: null,
  ...given,
});

test('확실하지 않은 곳은 고르기 전에는 저장하지 않는다', () => {
  const unsure = { state: 'choose' as const, candidates: [candidate], restaurantId: null };
  expect(targetOf(row(0))).toEqual({ from: 'maps', place: candidate });
  expect(targetOf(row(0, { match: unsure }))).toBeNull();
  expect(targetOf(row(0, { match: null }))).toBeNull();
  expect(targetOf(row(0, { match: unsure, choice: { from: 'maps', place: candidate } }))).not.toBeNull();
  expect(targetOf(row(0, { match: { state: 'saved', candidates: [], restaurantId: 'kr:1' } }))).toBeNull();
});

test('직접 등록하려면 이름과, 주소나 좌표가 있어야 한다', () => {
  const none = { state: 'none' as const, candidates: [], restaurantId: null };
  const byHand = { match: none, choice: { from: 'hand' as const } };
  const { place } = row(0);
  expect(targetOf(row(0, byHand))).toBeNull();
  expect(targetOf(row(0, { ...byHand, place: { ...place, address: '서울' } }))).toEqual({ from: 'hand' });
  expect(targetOf(row(0, { ...byHand, place: { ...place, coordinates: { lat: 37, lng: 127 } } }))).toEqual({
    from: 'hand',
  });
});

test('자리가 찰 때까지 차례로 체크하고, 회원이 체크한 곳이 먼저다', () => {
  const rows = [row(0), row(1), row(2, { isChecked: true }), row(3, { isChecked: false }), row(4)];
  expect(tickedPositions({ rows, imported: NEW_IMPORT_FIELDS, saved: new Map(), room: 2 })).toEqual(
    new Set([0, 2]),
  );
  expect(tickedPositions({ rows, imported: NEW_IMPORT_FIELDS, saved: new Map(), room: Infinity })).toEqual(
    new Set([0, 1, 2, 4]),
  );
  expect(tickedPositions({ rows, imported: NEW_IMPORT_FIELDS, saved: new Map(), room: 0 })).toEqual(
    new Set([2]),
  );
});

test('이미 있는 곳은 모음에 담을 때만, 자리를 쓰지 않고 체크한다', () => {
  const match = { state: 'saved' as const, candidates: [], restaurantId: 'kr:1' };
  const { fields } = row(0);
  const rows = [
    row(0),
    row(1, { match }),
    row(2, { match, fields: { ...fields, collectionId: '' } }),
    row(3, { match, collectedIn: 'a' }),
    row(4, { match, fields: { ...fields, collectionId: 'b' } }),
  ];
  const ticked = (collectionId: string, room: number) =>
    tickedPositions({ rows, imported: { ...NEW_IMPORT_FIELDS, collectionId }, saved: new Map(), room });
  expect(ticked('', 1)).toEqual(new Set([0, 4]));
  expect(ticked('a', 0)).toEqual(new Set([1, 4]));
});

test('이미 있는 곳은 더할 내용이 있으면 체크하고, 없으면 체크하지 않는다', () => {
  const match = { state: 'saved' as const, candidates: [], restaurantId: 'kr:1' };
  const { fields } = row(0);
  const saved = new Map([
    [
      'kr:1',
      {
        status: '방문 예정' as const,
        rating: null,
        review: '국물',
        customTags: ['점심'],
        sourceKind: null,
        sourceMemo: '민지',
        userCategoryOverrideId: null,
        visitedAt: null,
        isShared: false,
      },
    ],
  ]);
  const given = (own: Partial<ImportRow['fields']>, position: number) =>
    row(position, { match, fields: { ...fields, ...own } });
  const rows = [
    {},
    { customTags: ['점심'], sourceMemo: '민지', review: '국물' },
    { status: '방문 예정' as const },
    { customTags: ['비 오는 날'] },
    { rating: 4 },
    { sourceMemo: '창가' },
    { status: '방문 완료' as const },
  ].map(given);
  expect(tickedPositions({ rows, imported: NEW_IMPORT_FIELDS, room: 0, saved })).toEqual(
    new Set([3, 4, 5, 6]),
  );
});

test('한 줄의 내용이 모두에 쓰는 내용보다 먼저고, 태그는 합친다', () => {
  const imported = {
    status: '방문 예정' as const,
    customTags: ['모음', '점심'],
    sourceKind: 'tv' as const,
    sourceMemo: '방송',
  };
  const { fields, place } = row(0);
  const own = {
    ...fields,
    status: '방문 완료' as const,
    customTags: ['점심'],
    sourceMemo: '민지',
    rating: 4,
  };
  expect(savedFieldsOf({ row: { place, fields }, imported })).toMatchObject(imported);
  expect(
    savedFieldsOf({ row: { place: { ...place, link: 'https://naver.me/a' }, fields: own }, imported }),
  ).toMatchObject({
    status: '방문 완료',
    customTags: ['점심', '모음'],
    sourceKind: 'tv',
    sourceMemo: '민지 · https://naver.me/a',
    rating: 4,
  });
});
