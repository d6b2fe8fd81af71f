import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.ts';

/** The time zones of the test. The time in each is 2026-11-20 23:30. */
const ZONES = [
  ['Asia/Seoul', '+09:00'],
  ['UTC', 'Z'],
  ['America/Los_Angeles', '-08:00'],
  ['Pacific/Kiritimati', '+14:00'],
] as const;

test.each(ZONES)('%s에서 어제는 달력의 어제고, 마흔일곱 시간 전은 어제가 아니다', (zone, offset) => {
  const moment = (written: string) => Date.parse(`2026-11-${written}:00${offset}`);
  const now = moment('20T23:30');
  const at = (written: string) => relativeTime({ at: moment(written), now, zone });
  expect(at('20T23:00')).toBe('1시간 이내');
  expect(at('20T20:00')).toBe('3시간 전');
  expect(at('19T23:00')).toBe('어제');
  expect(at('19T01:00')).toBe('어제');
  expect(at('18T23:00')).toBe('그저께');
  expect(at('18T01:00')).toBe('그저께');
  const early = moment('20T00:30');
  const hours = (ago: number) => relativeTime({ at: early - ago * 3_600_000, now: early, zone });
  expect(hours(25)).toBe('그저께');
  expect(hours(47)).toBe('그저께');
  expect(hours(49)).toBe('3일 전');
  expect(hours(24 * 40)).toBe('2026년\u00a010월\u00a011일');
});
