import { expect, test } from 'vitest';
import { letterKey } from '#common/korean.ts';
import { locationWords, wordKeys } from '#features/places/addresses.rules.ts';
import { makePlaces } from '../../../bench/generated-places.ts';
import { locationMask, maskOfLocations, UNKNOWN_MASK } from './location-mask.ts';

const wordsOf = (address: string) => wordKeys(locationWords([address]));
const seongsu = wordsOf('서울특별시 성동구 성수이로 97 (성수동2가)');

const isMaybeIn = (mask: number, ...typed: string[]) => {
  const wanted = maskOfLocations(typed.map(letterKey));
  return (mask & wanted) === wanted;
};

test('주소 낱말의 앞부분을 치면 그 주소는 빠지지 않는다', () => {
  const mask = locationMask(seongsu);
  expect(mask).not.toBe(0);
  for (const typed of ['성', '성수', '성수이', '성수이로', '성수동', '성동', '성동구', '서울', '서울시'])
    expect(isMaybeIn(mask, typed), typed).toBe(true);
  expect(isMaybeIn(mask, '성수', '성동구')).toBe(true);
  expect(isMaybeIn(UNKNOWN_MASK, '해운대', '연남')).toBe(true);
});

test('다른 동네를 치면 열에 아홉은 빠진다', () => {
  expect(isMaybeIn(locationMask(''), '성수')).toBe(false);
  const places = [...makePlaces({ count: 2000, seed: 5 })];
  const masks = places.map(({ province, district, road, dong }) =>
    locationMask(wordsOf(`${province} ${district} ${road} 1 (${dong})`)),
  );
  for (const [at, mask] of masks.entries()) {
    const { dong, road } = places[at] as (typeof places)[number];
    for (const typed of [dong, dong.slice(0, 2), road]) expect(isMaybeIn(mask, typed), typed).toBe(true);
  }
  const excluded = masks.filter((mask) => !isMaybeIn(mask, '성수')).length / masks.length;
  expect(excluded).toBeGreaterThan(0.85);
});
