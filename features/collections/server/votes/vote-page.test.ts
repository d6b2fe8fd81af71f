import { expect, test } from 'vitest';
import type { Vote } from '#features/collections/votes.contract.ts';
import { votePage } from './vote-page.ts';

const vote: Vote = {
  id: 'a',
  version: 1,
  title: '토요일 저녁',
  collectionName: '우리 동네',
  closesAt: 0,
  isOpen: true,
  hostName: '은조',
  decidedId: null,
  meetsOn: '2026-11-28',
  meetsAt: '18:30',
  dates: [],
  membership: null,
  places: [
    {
      id: 'x',
      name: '골목 국수',
      address: '',
      neighbourhood: '',
      categoryId: null,
      hasClosed: false,
      photoId: null,
    },
  ],
  voters: [{ id: '01a211ba-4c8f-7532-9877-a32d9214893c', name: '지우', answers: [], dates: [] }],
};
const pageOf = (changes: Partial<Vote> = {}) =>
  votePage({ vote: { ...vote, ...changes }, url: 'http://localhost:3000/vote/a' });

test('링크의 카드는 날짜와 할 일을 말하고, 답한 사람의 이름은 말하지 않는다', () => {
  expect(pageOf()).toMatchObject({
    title: '토요일 저녁',
    description: '2026년 11월 28일 토요일 18:30 · ‘우리 동네’에서 고른 곳 중 어디가 좋은지 알려 주세요.',
    image: { width: 1200, height: 630 },
  });
  expect(pageOf({ isOpen: false, meetsAt: null }).description).toBe(
    '2026년 11월 28일 토요일 · ‘우리 동네’ 투표가 끝났어요. 결과를 확인해 보세요.',
  );
  expect(pageOf({ isOpen: false, decidedId: 'x', meetsAt: null }).description).toBe(
    '2026년 11월 28일 토요일 · 골목 국수에서 만나요.',
  );
  expect(JSON.stringify(pageOf())).not.toContain('지우');
});

test('여러 날짜를 묻는 투표의 카드는 날짜를 정한 뒤에만 말한다', () => {
  const dates = ['18:30', null].map((meetsAt) => ({
    id: '01a211ba-4c8f-7532-9877-a32d9214893c',
    meetsOn: '2026-11-28',
    meetsAt,
  }));
  expect(pageOf({ dates }).description).toMatch(/^날짜 후보 2개 · /);
  // Another best date must not change the image, because the image tells no answers.
  expect(pageOf({ dates, meetsAt: null }).image).toEqual(pageOf({ dates }).image);
  expect(pageOf({ dates, isOpen: false, decidedId: 'x' }).description).toBe(
    '2026년 11월 28일 토요일 18:30 · 골목 국수에서 만나요.',
  );
});

test('그림의 주소는 보이는 것이 바뀔 때만 바뀐다', () => {
  const { image } = pageOf();
  expect(pageOf({ voters: [] }).image).toEqual(image);
  for (const changes of [
    { title: '일요일' },
    { meetsOn: '2026-11-29' },
    { isOpen: false },
    { places: [] },
    { decidedId: 'x' },
  ])
    expect(pageOf(changes).image).not.toEqual(image);
});
