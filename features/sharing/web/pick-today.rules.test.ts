import { describe, expect, test } from 'vitest';
import { restaurant } from '#features/restaurants/web/restaurants.test-factory.ts';
import type { SharedPlace } from '#features/sharing/sharing.contract.ts';
import { visitorView } from '#features/sharing/sharing.rules.ts';
import { picksForToday } from './pick-today.rules.ts';

/** A Saturday at seven in the evening in Seoul. */
const now = Date.parse('2026-11-21T19:00+09:00');
const DAY = 24 * 60 * 60 * 1000;
const here = { lat: 37.57, lng: 126.98 };
const far = { lat: 35.1, lng: 129.04 };
const SATURDAY = 6 * 24 * 60;

const shared = (id: string, more: Partial<SharedPlace> = {}): SharedPlace => ({
  ...visitorView({
    restaurant: restaurant({ name: id, coordinates: far }),
    shows: { ratings: true, reviews: true, memos: true },
  }),
  ...more,
});
const picks = (places: SharedPlace[], given: Partial<Parameters<typeof picksForToday>[0]> = {}) =>
  picksForToday({ places, mine: [], reader: null, now, ...given });
const idsOf = (all: ReturnType<typeof picks>) => all.map(({ place }) => place.id);

describe('오늘 뭐 먹지?', () => {
  test('가까운 곳이 먼저고, 얼마나 가까운지 말한다', () => {
    const [first] = picks([shared('far'), shared('near', { coordinates: here })], { reader: here });
    expect(first).toMatchObject({ place: { id: 'near' }, reasons: [{ why: 'near', metres: 0 }] });
    // Without a location nothing is near.
    expect(picks([shared('near', { coordinates: here })])[0]?.reasons).toEqual([]);
  });

  test('지금 연 곳이 먼저고, 닫힌 곳은 무엇이 좋아도 맨 끝이다', () => {
    const places = [
      shared('closed', { openingSpans: [[SATURDAY + 11 * 60, 3 * 60]], coordinates: here, rating: 5 }),
      shared('unknown'),
      shared('past-midnight', { openingSpans: [[SATURDAY + 18 * 60, 8 * 60]] }),
      shared('never-closes', { openingSpans: [[0, 7 * 24 * 60]] }),
    ];
    const all = picks(places, { reader: here });
    expect(idsOf(all)).toEqual(['past-midnight', 'never-closes', 'unknown', 'closed']);
    expect(all[0]?.reasons).toEqual([{ why: 'open_now', closesAt: Date.parse('2026-11-22T02:00+09:00') }]);
    expect(all[1]?.reasons).toEqual([{ why: 'open_now', closesAt: null }]);
    expect(all[3]?.reasons).toContainEqual({ why: 'closed_now' });
  });

  test('쉬는 중인 곳은 시간이 맞아도 닫힌 곳이고, 폐업한 곳은 나오지 않는다', () => {
    const always: SharedPlace['openingSpans'] = [[0, 7 * 24 * 60]];
    const all = picks([
      shared('resting', { openingSpans: always, businessStatus: 'closed_temporarily' }),
      shared('gone', { openingSpans: always, businessStatus: 'closed_permanently' }),
    ]);
    expect(idsOf(all)).toEqual(['resting']);
    expect(all[0]?.reasons).toEqual([{ why: 'closed_now' }]);
  });

  test('두 달 안에 다녀온 곳은 빼고, 오래된 곳은 얼마나 되었는지 말한다', () => {
    const visited = (id: string, days: number) =>
      restaurant({ name: id, status: '방문 완료', visitedAt: now - days * DAY });
    const all = picks([shared('lately'), shared('long-ago'), shared('never')], {
      mine: [visited('lately', 59), visited('long-ago', 95)],
    });
    expect(idsOf(all)).toEqual(['long-ago', 'never']);
    expect(all.map(({ reasons }) => reasons)).toEqual([
      [{ why: 'long_ago', months: 3 }],
      [{ why: 'never_been' }],
    ]);
  });

  test('둘 다 가고 싶은 곳이 가장 앞선다', () => {
    const all = picks([shared('loved', { rating: 4.5 }), shared('both')], {
      mine: [restaurant({ name: 'both', status: '방문 예정' })],
    });
    expect(idsOf(all)).toEqual(['both', 'loved']);
  });

  test('한 곳에 같은 말을 두 번 하지 않는다', () => {
    const places = [
      shared('both', { coordinates: here, rating: 5, openingSpans: [[0, 7 * 24 * 60]] }),
      shared('new', { businessStatus: 'closed_temporarily', openingSpans: [[0, 7 * 24 * 60]] }),
      shared('again'),
    ];
    const all = picks(places, {
      reader: here,
      mine: [
        restaurant({ name: 'both', status: '방문 예정' }),
        restaurant({ name: 'again', status: '방문 완료', visitedAt: now - 90 * DAY }),
      ],
    });
    expect(all.map(({ place, reasons }) => [place.id, reasons.map(({ why }) => why)])).toEqual([
      // A place that both want to visit is one that neither has visited.
      ['both', ['both_want', 'near', 'loved_by_owner', 'open_now']],
      ['again', ['long_ago']],
      ['new', ['closed_now', 'never_been']],
    ]);
  });
});
