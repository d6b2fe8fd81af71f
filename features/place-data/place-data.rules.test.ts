import { describe, expect, test } from 'vitest';
import { PROVINCES, provincesIn } from '#common/regions.ts';
import { dueProvinces, lacksRows, remainingMs } from './place-data.rules.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-11-28T15:00:00Z');
const seoul = (refreshedAt: number | null, requestedAt: number | null) => ({
  province: '6110000' as const,
  refreshedAt,
  requestedAt,
});

describe('자동 업데이트는', () => {
  test.each([
    ['일주일이 지난 밤에 한다', seoul(NOW - 7 * DAY, NOW - 7 * DAY), true, true],
    ['밤마다 시각이 달라도 일주일을 넘기지 않는다', seoul(NOW - 6.7 * DAY, NOW - 6.7 * DAY), true, true],
    ['엿새째 밤에는 하지 않는다', seoul(NOW - 6 * DAY, NOW - 6 * DAY), true, false],
    ['실패한 다음 밤에 다시 한다', seoul(NOW - 8 * DAY, NOW - DAY), true, true],
    ['낮에는 하지 않는다', seoul(NOW - 30 * DAY, NOW - 30 * DAY), false, false],
    ['한 번도 받지 않은 지역은 서버가 켜지면 바로 받는다', seoul(null, null), false, true],
    ['처음 받기에 실패하면 몇 시간 뒤에는 되풀이하지 않는다', seoul(null, NOW - 2 * HOUR), false, false],
    ['처음 받기에 실패하면 다음 밤에 다시 받는다', seoul(null, NOW - 2 * HOUR), true, true],
  ])('%s', (_, state, isNight, isDue) => {
    expect(dueProvinces([state], { now: NOW, isNight })).toEqual(isDue ? ['6110000'] : []);
  });
});

test('지난번의 80%에 못 미치는 파일은 받지 않는다', () => {
  expect(lacksRows({ rows: 800, before: 1_000 })).toBe(false);
  expect(lacksRows({ rows: 799, before: 1_000 })).toBe(true);
  expect(lacksRows({ rows: 1, before: null })).toBe(false);
});

test('남은 시간은 지금까지의 속도로 어림한다', () => {
  const step = { total: 100, stepStartedAt: NOW - 10_000, now: NOW };
  expect(remainingMs({ ...step, done: 25 })).toBe(30_000);
  expect(remainingMs({ ...step, done: 0 })).toBeNull();
  expect(remainingMs({ ...step, done: 100 })).toBeNull();
  expect(remainingMs({ ...step, done: 25, stepStartedAt: null })).toBeNull();
});

describe('지역 이름은', () => {
  test.each([
    ['서울,경기', ['6110000', '6410000']],
    ['서울특별시  서울', ['6110000']],
    ['광주 전남', ['6130000']],
    ['전라북도, 강원도', ['6540000', '6530000']],
    ['전북특별자치도', ['6540000']],
    ['', []],
  ])('%s', (list, codes) => {
    expect(provincesIn(list)).toEqual(codes);
  });
  test('모르는 이름은 그대로 알려 준다', () => {
    expect(provincesIn('서울, 평양')).toEqual({ unknown: '평양' });
    expect(provincesIn('all')).toHaveLength(PROVINCES.length);
  });
});
