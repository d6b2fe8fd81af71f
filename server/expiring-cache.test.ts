import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createExpiringCache } from './expiring-cache.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('returns an entry until its time is over', () => {
  const cache = createExpiringCache<string>({ lifetimeMs: 1_000, maximum: 2 });
  cache.set('a', 'first');
  vi.advanceTimersByTime(999);
  expect(cache.get('a')).toBe('first');
  vi.advanceTimersByTime(1);
  expect(cache.get('a')).toBeUndefined();
});

test('replaces the oldest entry if it is full, and counts an entry that is set again as new', () => {
  const cache = createExpiringCache<string>({ lifetimeMs: 1_000, maximum: 2 });
  cache.set('a', 'first');
  cache.set('b', 'second');
  cache.set('a', 'again');
  cache.set('c', 'third');
  expect(['a', 'b', 'c'].map(cache.get)).toEqual(['again', undefined, 'third']);
  cache.delete('a');
  expect(cache.get('a')).toBeUndefined();
});
