import { expect, it } from 'vitest';
import {
  areNamesSimilar,
  isSameDistrict,
  matchEntry,
  phoneKey,
  regionOf,
  type RegisteredPlace,
} from './official-matching.rules.ts';

const entry = { id: 1, name: '하동관', address: '서울특별시 중구 명동9길 12', phone: '027765656' };
const place = (placeId: string, facts: Partial<RegisteredPlace> = {}): RegisteredPlace => ({
  placeId,
  name: '하동관',
  address: '서울특별시 중구 명동9길 12, 1층 (을지로1가)',
  lotAddress: '',
  phoneNumber: null,
  lat: null,
  lng: null,
  ...facts,
});
const none = { byPhone: [], byHouse: [], byName: [] };

it('전화번호가 같은 곳이 하나면 그곳이다', () => {
  expect(matchEntry(entry, { ...none, byPhone: [place('a', { name: '다른 이름' })] })).toMatchObject({
    match: 'phone',
    placeId: 'a',
  });
});

it('여러 곳이 함께 쓰는 전화번호와 다른 구의 전화번호는 믿지 않는다', () => {
  const many = Array.from({ length: 9 }, (_, at) => place(String(at), { name: '다른 이름' }));
  expect(matchEntry(entry, { ...none, byPhone: many }).match).toBe('unmatched');
  const elsewhere = place('a', { address: '부산광역시 중구 광복로 1' });
  expect(matchEntry(entry, { ...none, byPhone: [elsewhere] }).match).toBe('unmatched');
});

it('같은 집에 비슷한 이름이 하나면 그곳이고, 둘이면 같은 이름이 그곳이다', () => {
  const branch = place('a', { name: '하동관 본점' });
  expect(matchEntry(entry, { ...none, byHouse: [branch] })).toMatchObject({ match: 'address', placeId: 'a' });
  expect(
    matchEntry(entry, { ...none, byHouse: [place('b', { name: '하동관 별관' }), branch] }),
  ).toMatchObject({ match: 'address', placeId: 'a' });
  expect(matchEntry(entry, { ...none, byHouse: [place('c', { name: '명동칼국수' })] }).match).toBe(
    'unmatched',
  );
});

it('구 안에 이름이 하나뿐이면 그곳이고, 둘이면 관리자가 고른다', () => {
  const near = place('a', { address: '서울특별시 중구 을지로 3' });
  const far = place('b', { address: '서울특별시 강남구 선릉로 3' });
  expect(matchEntry(entry, { ...none, byName: [near, far] })).toMatchObject({ match: 'name', placeId: 'a' });
  const other = place('c', { address: '서울특별시 중구 퇴계로 3' });
  expect(matchEntry(entry, { ...none, byName: [near, other] })).toEqual({
    match: 'check',
    placeId: null,
    candidates: ['a', 'c'],
  });
});

it.each([
  ['하동관', '하동관 명동본점', true],
  ['(주)온달국수', '온달국수', true],
  ['온달국수집', '온달국수', true],
  ['온달', '온달국수', false],
  ['하동관', '명동칼국수', false],
])('%s, %s: 비슷한 이름 %s', (a, b, alike) => expect(areNamesSimilar(a, b)).toBe(alike));

it.each([
  ['전라남도 여수시 돌산로 3', '전남광주통합특별시 여수시 돌산읍 1', true],
  ['경기도 수원시 정조로 1', '경기도 수원시 팔달구 정조로 1', true],
  ['인천광역시 서구 가정로 9', '인천광역시 서해구 가정로 9 (가정동)', true],
  ['인천 중구 신포로 8', '부산광역시 중구 신포로 8', false],
])('%s와 %s: 같은 구 %s', (a, b, same) => expect(isSameDistrict(a, b)).toBe(same));

it('아홉 자리보다 짧은 번호는 쓰지 않는다', () => {
  expect([phoneKey('02-776-5656'), phoneKey('1588-0000'), phoneKey(null)]).toEqual(['027765656', '', '']);
});

it.each([
  ['서울특별시 중구 명동9길 12', '서울특별시', '중구'],
  ['전라남도 여수시 돌산로 3', '전남광주통합특별시', '여수시'],
  ['경기도 수원시 팔달구 정조로 1', '경기도', '수원시 팔달구'],
  ['인천 서구 가정로 9 (가정동)', '인천광역시', '서해구'],
  ['세종특별자치시 한누리대로 3', '세종특별자치시', ''],
  ['제주특별자치도 제주시', '제주특별자치도', '제주시'],
])('%s: %s %s', (address, province, district) => expect(regionOf(address)).toEqual({ province, district }));

it('시·도가 없는 주소에서는 지역을 지어내지 않는다', () => expect(regionOf('명동9길 12')).toBeNull());
