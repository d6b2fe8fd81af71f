import { describe, expect, test } from 'vitest';
import { oneReasonEach, type PickCandidate, picksForToday } from './pick-today.rules.ts';

/** A Saturday at seven in the evening in Seoul. */
const now = Date.parse('2026-11-21T19:00+09:00');
const DAY = 24 * 60 * 60 * 1000;
const here = { lat: 37.57, lng: 126.98 };
const far = { lat: 35.1, lng: 129.04 };
const SATURDAY = 6 * 24 * 60;
const ALWAYS: PickCandidate['openingSpans'] = [[0, 7 * 24 * 60]];

const candidate = (id: string, more: Partial<PickCandidate> = {}): PickCandidate => ({
  id,
  coordinates: far,
  openingSpans: null,
  businessStatus: null,
  rating: null,
  lastVisit: 'unknown',
  isWantedByBoth: false,
  ...more,
});
const picks = (places: PickCandidate[], userLocation: typeof here | null = null) =>
  picksForToday({ places, userLocation, now });
const idsOf = (all: ReturnType<typeof picks>) => all.map(({ place }) => place.id);

describe('오늘 뭐 먹지?', () => {
  test('가까운 곳이 먼저고, 얼마나 가까운지 말한다', () => {
    const [first] = picks([candidate('far'), candidate('near', { coordinates: here })], here);
    expect(first).toMatchObject({ place: { id: 'near' }, reasons: [{ why: 'near', metres: 0 }] });
    // If the location of the member is unknown, no suggestion has the reason `near`.
    expect(picks([candidate('near', { coordinates: here })])[0]?.reasons).toEqual([]);
  });

  test('지금 연 곳이 먼저고, 닫힌 곳은 무엇이 좋아도 맨 끝이다', () => {
    const places = [
      candidate('closed', { openingSpans: [[SATURDAY + 11 * 60, 3 * 60]], coordinates: here, rating: 5 }),
      candidate('unknown'),
      candidate('past-midnight', { openingSpans: [[SATURDAY + 18 * 60, 8 * 60]] }),
      candidate('never-closes', { openingSpans: ALWAYS }),
    ];
    const all = picks(places, here);
    expect(idsOf(all)).toEqual(['past-midnight', 'never-closes', 'unknown', 'closed']);
    expect(all[0]?.reasons).toEqual([{ why: 'open_now', closesAt: Date.parse('2026-11-22T02:00+09:00') }]);
    expect(all[1]?.reasons).toEqual([{ why: 'open_now', closesAt: null }]);
    expect(all[3]?.reasons).toContainEqual({ why: 'closed_now' });
  });

  test('쉬는 중인 곳은 시간이 맞아도 닫힌 곳이고, 폐업한 곳은 나오지 않는다', () => {
    const all = picks([
      candidate('resting', { openingSpans: ALWAYS, businessStatus: 'closed_temporarily' }),
      candidate('gone', { openingSpans: ALWAYS, businessStatus: 'closed_permanently' }),
    ]);
    expect(idsOf(all)).toEqual(['resting']);
    expect(all[0]?.reasons).toEqual([{ why: 'closed_now' }]);
  });

  test('두 달 안에 다녀온 곳은 빼고, 오래된 곳은 얼마나 되었는지 말한다', () => {
    const all = picks([
      candidate('lately', { lastVisit: now - 59 * DAY }),
      candidate('long-ago', { lastVisit: now - 95 * DAY }),
      candidate('never', { lastVisit: 'never' }),
    ]);
    expect(idsOf(all)).toEqual(['long-ago', 'never']);
    expect(all.map(({ reasons }) => reasons)).toEqual([
      [{ why: 'long_ago', months: 3 }],
      [{ why: 'never_been' }],
    ]);
  });

  test('둘 다 가고 싶은 곳이 가장 앞서고, 안 가 본 곳이라고 또 말하지 않는다', () => {
    const all = picks([
      candidate('loved', { rating: 4.5 }),
      candidate('both', { isWantedByBoth: true, lastVisit: 'never' }),
    ]);
    expect(idsOf(all)).toEqual(['both', 'loved']);
    expect(all[0]?.reasons).toEqual([{ why: 'both_want' }]);
  });

  test('함께 보이는 곳에는 이유를 하나씩, 되도록 서로 다르게 붙인다', () => {
    const open = { coordinates: here, openingSpans: ALWAYS, lastVisit: 'never' } as const;
    const places = [candidate('a', open), candidate('b', open), candidate('c', open), candidate('d', open)];
    const reasons = oneReasonEach(picks(places, here)).map(({ reason }) => reason?.why);
    expect(reasons).toEqual(['near', 'open_now', 'never_been', 'near']);
  });

  test('닫힌 곳은 다른 이유가 있어도 닫혔다고 말한다', () => {
    const closed = candidate('closed', { coordinates: here, lastVisit: 'never', openingSpans: [] });
    expect(oneReasonEach(picks([closed], here))[0]?.reason).toEqual({ why: 'closed_now' });
  });
});
