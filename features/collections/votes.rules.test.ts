import { describe, expect, test } from 'vitest';
import type { VoteAnswer } from './votes.contract.ts';
import { areComplete, areDatesComplete, rankDates, rankPlaces, wrongDates } from './votes.rules.ts';

const place = (id: string) => ({
  id,
  name: id,
  address: '',
  neighbourhood: '',
  categoryId: null,
  hasClosed: false,
  photoId: null,
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

describe('날짜', () => {
  const date = (id: string, meetsOn: string, meetsAt: string | null = null) => ({ id, meetsOn, meetsAt });
  const dates = [
    date('토', '2026-11-28', '18:30'),
    date('토 점심', '2026-11-28', '12:00'),
    date('일', '2026-11-29'),
  ];
  const person = (name: string, can: Record<string, boolean>) => ({
    name,
    dates: Object.entries(can).map(([dateId, canCome]) => ({ dateId, canCome })),
  });

  test('갈 수 있는 사람이 많은 날, 이른 날 순서다', () => {
    const voters = [
      person('은조', { 토: true, '토 점심': false, 일: true }),
      person('도윤', { 토: false, '토 점심': true, 일: true }),
      person('하린', {}),
    ];
    const ranked = rankDates({ dates, voters });
    expect(ranked.map((one) => one.date.id)).toEqual(['일', '토 점심', '토']);
    expect(ranked[0]).toMatchObject({ can: ['은조', '도윤'], cannot: [] });
    expect(ranked[1]).toMatchObject({ can: ['도윤'], cannot: ['은조'] });
    expect(rankDates({ dates, voters: [] }).map((one) => one.date.id)).toEqual(['토 점심', '토', '일']);
  });

  test('모든 날짜에 하나씩 답해야 한다', () => {
    const areAnswered = (can: Record<string, boolean>) =>
      areDatesComplete({ dates, given: person('', can).dates });
    expect(areAnswered({ 토: true, '토 점심': false, 일: false })).toBe(true);
    expect(areAnswered({ 토: true, 일: false })).toBe(false);
    expect(areAnswered({ 토: true, '토 점심': false, 월: false })).toBe(false);
    const twice = [...person('', { 토: true, 일: true }).dates, ...person('', { 토: false }).dates];
    expect(areDatesComplete({ dates, given: twice })).toBe(false);
  });

  test('지난 날짜와 두 번 고른 날짜를 모두 알려 준다', () => {
    const wanted = {
      title: '',
      restaurantIds: [],
      showsPhotos: false,
      meetsOn: '2026-11-27',
      meetsAt: null,
      otherDates: [
        { meetsOn: '2026-11-28', meetsAt: '18:30' },
        { meetsOn: '2026-11-28', meetsAt: null },
        { meetsOn: '2026-11-28', meetsAt: '18:30' },
      ],
    };
    const now = Date.parse('2026-11-28T10:00:00+09:00');
    expect(wrongDates(wanted, now)).toEqual([
      { path: 'meetsOn', code: 'votes.date_past' },
      { path: 'otherDates.2.meetsOn', code: 'votes.date_twice' },
    ]);
    expect(wrongDates({ ...wanted, meetsOn: '2026-11-28', otherDates: [] }, now)).toEqual([]);
  });
});
