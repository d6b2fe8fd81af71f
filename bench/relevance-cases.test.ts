import { expect, it } from 'vitest';
import { relevanceClasses, type Target } from './relevance-cases.ts';

const target: Target = {
  placeId: 'a',
  name: '고기나라',
  nameEn: '',
  cuisine: '한식',
  address: '서울특별시 중구 명동9길 12',
  lot: '서울특별시 중구 을지로1가 101-1',
  dong: '명동',
  district: '중구',
  lat: 37.5665,
  lng: 126.978,
};

it('받침 실수에는 흔한 받침이 모두 나온다', () => {
  const typed = relevanceClasses(Array.from({ length: 300 }, () => target))
    .find(({ name }) => name === 'mistake: final consonant')!
    .cases.map((each) => each.typed.normalize('NFD'));
  const finals = new Set(typed.flatMap((text) => text.match(/[\u11a8-\u11c2]/g) ?? []));
  expect([...finals].toSorted()).toEqual([...'ᆨᆫᆯᆷᆸᆺᆼ']);
});
