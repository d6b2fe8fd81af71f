import { expect, it } from 'vitest';
import { matchPlace, searchesFor } from './matching.rules.ts';

const hadonggwan = { name: '하동관', address: '서울 중구 명동9길 12' };
const found = (
  more: Partial<{
    placeId: string;
    name: string;
    address: string;
    businessStatus: 'closed_permanently' | null;
  }> = {},
) => ({
  placeId: 'a',
  name: '하동관',
  address: '서울특별시 중구 명동9길 12, 1층 (을지로1가)',
  businessStatus: null,
  ...more,
});
const match = (place: { name: string; address: string }, ...candidates: ReturnType<typeof found>[]) =>
  matchPlace({ place, candidates, saved: [] });

it('이름과 주소가 같은 단 한 곳만 확실하다', () => {
  expect(match(hadonggwan, found(), found({ placeId: 'b', name: '하동관 별관' }))).toMatchObject({
    state: 'certain',
    candidate: { placeId: 'a' },
  });
  expect(match({ ...hadonggwan, name: '하 동 관' }, found())).toMatchObject({ state: 'certain' });
});

it.each([
  ['이름이 조금 다르다', found({ name: '하동관 명동본점' })],
  ['번지가 다르다', found({ address: '서울특별시 중구 명동9길 12-1' })],
  ['폐업했다', found({ businessStatus: 'closed_permanently' })],
  ['지번 주소뿐이다', found({ address: '서울특별시 중구 을지로1가 10' })],
])('%s: 골라 달라고 한다', (_, candidate) => {
  expect(match(hadonggwan, candidate).state).toBe('choose');
});

it('이름이 주소 안에서 시작하면, 같은 집에 그 이름이 하나일 때 확실하다', () => {
  const place = { name: '온달', address: '서울 마포구 와우산로 94 병원 앞' };
  const there = found({ name: '병원 앞 온달', address: '서울특별시 마포구 와우산로 94 (상수동)' });
  expect(match(place, there)).toMatchObject({ state: 'certain', candidate: there });
  expect(match({ ...place, name: '' }, found({ ...there, name: '병원 앞' })).state).toBe('certain');
  expect(matchPlace({ place, candidates: [], saved: [{ ...there, id: 'saved' }] }).state).toBe('saved');
  // The exact name is the better match.
  expect(match(place, { ...there, placeId: 'b', name: '온달' }, there)).toMatchObject({
    candidate: { placeId: 'b' },
  });
  for (const other of [
    found({ ...there, address: '서울특별시 마포구 와우산로 95' }),
    found({ ...there, address: '부산광역시 중구 와우산로 94' }),
    found({ ...there, name: '학교 앞 온달' }),
    found({ ...there, name: '원 앞 온달' }),
  ])
    expect(match(place, other).state).not.toBe('certain');
});

it.each([
  ['전라남도 여수시 돌산로 3', '전남광주통합특별시 여수시 돌산로 3'],
  ['광주 동구 충장로 3', '전남광주통합특별시 동구 충장로 3 (충장로1가)'],
  ['인천 서구 가정로 9', '인천광역시 서해구 가정로 9 (가정동)'],
  ['인천광역시 검단구 검단로 6 (마전동)', '인천광역시 서구 검단로 6 (마전동)'],
  ['인천 중구 신포로 8', '인천광역시 제물포구 신포로 8 (신포동)'],
  ['경상북도 군위군 군위읍 중앙길 5', '대구광역시 군위군 군위읍 중앙길 5'],
])('%s: 바뀐 이름의 같은 주소와 같은 곳이다', (before, after) => {
  const place = { name: '온달', address: before };
  expect(match(place, found({ name: '온달', address: after })).state).toBe('certain');
  expect(match({ name: '온달', address: after }, found({ name: '온달', address: before })).state).toBe(
    'certain',
  );
});

it('같은 인천이라도 서해구와 검단구는 다르다', () => {
  const place = { name: '온달', address: '인천 서해구 중앙로 9 (가정동)' };
  expect(match(place, found({ name: '온달', address: '인천광역시 검단구 중앙로 9 (마전동)' })).state).toBe(
    'none',
  );
});

it('같은 길 이름이라도 다른 도시는 아니다', () => {
  const place = { name: '할매국밥', address: '경남 김해시 중앙로 12' };
  expect(match(place, found({ name: '할매국밥', address: '강원특별자치도 춘천시 중앙로 12' })).state).toBe(
    'none',
  );
  expect(match(place, found({ name: '할매국밥', address: '경상남도 김해시 중앙로 12' })).state).toBe(
    'certain',
  );
});

it('같은 시의 다른 구는 아니다', () => {
  const place = { name: '할매국밥', address: '경기 성남시 분당구 중앙로 12' };
  expect(match(place, found({ name: '할매국밥', address: '경기도 성남시 수정구 중앙로 12' })).state).toBe(
    'none',
  );
});

it('시군구를 모르면 이름과 집이 같은 곳이 하나뿐일 때만 확실하다', () => {
  const place = { name: '하동관', address: '명동9길 12' };
  const elsewhere = found({ placeId: 'b', address: '부산광역시 중구 명동9길 12' });
  expect(match(place, found()).state).toBe('certain');
  expect(match(place, found(), elsewhere).state).toBe('choose');
  expect(match({ ...place, address: '명동9길 13' }, found()).state).toBe('choose');
});

it('이름뿐이면 그 이름이 하나뿐이고 지점이 없을 때만 확실하다', () => {
  const place = { name: '하동관', address: '' };
  expect(match(place, found()).state).toBe('certain');
  expect(match(place, found(), found({ placeId: 'b', address: '부산광역시 중구 광복로 1' })).state).toBe(
    'choose',
  );
  expect(match(place, found(), found({ placeId: 'b', name: '하동관 강남점' })).state).toBe('choose');
  expect(match({ ...place, name: '하동' }, found()).state).toBe('choose');
});

it('동네나 시군구를 알면 그곳의 하나뿐인 이름이 확실하다', () => {
  const busan = found({ placeId: 'b', address: '부산광역시 중구 광복로 1 (남포동)' });
  for (const address of ['을지로', '을지로1가', '서울', '서울 중구'])
    expect(match({ name: '하동관', address }, found(), busan), address).toMatchObject({
      state: 'certain',
      candidate: { placeId: 'a' },
    });
  expect(match({ name: '하동관', address: '남포동' }, found(), busan)).toMatchObject({
    candidate: { placeId: 'b' },
  });
  expect(match({ name: '하동관', address: '성수동' }, found(), busan).state).toBe('choose');
});

it('위치를 알면 그 가까이의 하나뿐인 이름이 확실하다', () => {
  const at = (lat: number, placeId = 'a') => ({ ...found({ placeId }), coordinates: { lat, lng: 126.98 } });
  const place = { name: '하동관', address: '', coordinates: { lat: 37.56, lng: 126.98 } };
  const matchAt = (...candidates: ReturnType<typeof at>[]) =>
    matchPlace({ place, candidates, saved: [] }).state;
  expect(matchAt(at(37.562))).toBe('certain');
  expect(matchAt(at(37.562), at(37.8, 'b'))).toBe('certain');
  expect(matchAt(at(37.562), at(37.559, 'b'))).toBe('choose');
  expect(matchAt(at(37.57))).toBe('choose');
});

it('같은 이름이 같은 집에 둘이면 골라 달라고 한다', () => {
  expect(match(hadonggwan, found(), found({ placeId: 'b' })).state).toBe('choose');
});

it('내 리스트에 있으면 이미 있다', () => {
  const saved = [{ id: 'mine', name: '하동관', address: '서울특별시 중구 명동9길 12' }];
  expect(matchPlace({ place: hadonggwan, candidates: [found()], saved })).toEqual({
    state: 'saved',
    restaurantId: 'mine',
  });
});

it('관계없는 이름은 내놓지 않는다', () => {
  expect(match({ name: '하동관', address: '' }, found({ name: '우래옥' })).state).toBe('none');
});

it('이름만 먼저, 다음으로 이름과 번지로 찾는다', () => {
  expect(searchesFor({ name: '하동관', address: '서울 중구 명동9길 12 1층' })).toEqual([
    '하동관',
    '하동관 중구 명동9길 12',
  ]);
  expect(searchesFor({ name: '하동관', address: '' })).toEqual(['하동관']);
  expect(searchesFor({ name: '', address: '' })).toEqual([]);
});
