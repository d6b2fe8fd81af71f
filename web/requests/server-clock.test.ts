import { expect, test } from 'vitest';
import { noteServerTime, serverTime } from './server-clock.ts';

const answerAt = (at: number) => new Response('', { headers: { date: new Date(at).toUTCString() } });
const YEAR_MS = 365 * 86_400_000;

test('a device whose clock is years slow uses the time of the server', () => {
  const pressedAt = Date.now() - 5_000;
  expect(serverTime(pressedAt)).toBe(pressedAt);
  noteServerTime(answerAt(Date.now() + 3 * YEAR_MS));
  expect(Math.abs(serverTime(pressedAt) - (pressedAt + 3 * YEAR_MS))).toBeLessThan(2_000);
});

test('a clock that is nearly right is kept, and an answer without a date changes nothing', () => {
  noteServerTime(answerAt(Date.now() + 20_000));
  const pressedAt = Date.now();
  expect(serverTime(pressedAt)).toBe(pressedAt);
  noteServerTime(new Response(''));
  expect(serverTime(pressedAt)).toBe(pressedAt);
});
