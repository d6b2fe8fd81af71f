import { expect, test } from 'vitest';
import { restaurant } from '#features/restaurants/web/restaurants.test-factory.ts';
import { visitorView } from '#features/sharing/sharing.rules.ts';
import { pickCandidates } from './shared-view.rules.ts';

const shared = ['wanted', 'visited', 'other'].map((name) =>
  visitorView({
    restaurant: restaurant({ name, status: '방문 예정' }),
    shows: { ratings: true, reviews: true, memos: true, photos: false },
  }),
);

test('오늘 뭐 먹지?: 방문자의 리스트와 비교하고, 리스트가 없으면 가 봤는지 모른다', () => {
  const mine = [
    restaurant({ name: 'wanted', status: '방문 예정' }),
    restaurant({ name: 'visited', status: '방문 완료', visitedAt: 5 }),
  ];
  const facts = (all: ReturnType<typeof pickCandidates>) =>
    all.map(({ id, lastVisit, isWantedByBoth }) => [id, lastVisit, isWantedByBoth]);
  expect(facts(pickCandidates(shared, mine))).toEqual([
    ['wanted', 'never', true],
    ['visited', 5, false],
    ['other', 'never', false],
  ]);
  expect(facts(pickCandidates(shared, []))).toEqual([
    ['wanted', 'unknown', false],
    ['visited', 'unknown', false],
    ['other', 'unknown', false],
  ]);
});
