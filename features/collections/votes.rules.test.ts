import { expect, test } from 'vitest';
import type { VoteAnswer } from './votes.contract.ts';
import { areComplete, rankPlaces } from './votes.rules.ts';

const place = (id: string) => ({
  id,
  name: id,
  address: '',
  neighbourhood: '',
  categoryId: null,
  hasClosed: false,
});
const voter = (name: string, answers: Record<string, VoteAnswer>) => ({
  name,
  answers: Object.entries(answers).map(([restaurantId, answer]) => ({ restaurantId, answer })),
});

test('다음에가 적은 곳, 가고 싶어요가 많은 곳, 고른 순서로 앞에 온다', () => {
  const places = ['국수', '갈비', '횟집', '분식'].map(place);
  const voters = [
    voter('은조', { 국수: 'want', 갈비: 'want', 횟집: 'fine', 분식: 'fine' }),
    voter('도윤', { 국수: 'later', 갈비: 'want', 횟집: 'fine', 분식: 'want' }),
    voter('하린', { 국수: 'want', 갈비: 'fine', 횟집: 'want', 분식: 'fine' }),
  ];
  const ranked = rankPlaces({ places, voters });
  expect(ranked.map((one) => one.place.id)).toEqual(['갈비', '횟집', '분식', '국수']);
  expect(ranked[0]?.names).toEqual({ want: ['은조', '도윤'], fine: ['하린'], later: [] });
});

test('답이 없으면 고른 순서다', () => {
  const ranked = rankPlaces({ places: ['나', '가'].map(place), voters: [] });
  expect(ranked.map((one) => one.place.id)).toEqual(['나', '가']);
});

test('모든 곳에 하나씩 답해야 한다', () => {
  const places = ['가', '나'].map(place);
  const answered = (answers: Record<string, VoteAnswer>) =>
    areComplete({ places, answers: voter('은조', answers).answers });
  expect(answered({ 가: 'want', 나: 'later' })).toBe(true);
  expect(answered({ 가: 'want' })).toBe(false);
  expect(answered({ 가: 'want', 다: 'fine' })).toBe(false);
  const twice = [...voter('', { 가: 'want' }).answers, ...voter('', { 가: 'fine' }).answers];
  expect(areComplete({ places, answers: twice })).toBe(false);
});
