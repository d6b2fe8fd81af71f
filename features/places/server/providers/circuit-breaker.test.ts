import { expect, test } from 'vitest';
import { createCircuitBreaker } from './circuit-breaker.ts';

const NOW = 1_000_000;
const LATER = NOW + 60_000;

/** Returns a breaker that has just opened. */
function broken() {
  const breaker = createCircuitBreaker();
  let failures = 0;
  while (breaker.allowsRequest(NOW) && failures < 100) {
    breaker.failed(NOW);
    failures += 1;
  }
  return { breaker, failures };
}

test('몇 번 이어서 실패하면 묻지 않는다', () => {
  const { breaker, failures } = broken();
  expect(failures).toBe(5);
  expect(breaker.allowsRequest(NOW + 1)).toBe(false);
});

test('사이에 성공하면 처음부터 센다', () => {
  const breaker = createCircuitBreaker();
  for (const end of ['failed', 'failed', 'failed', 'failed', 'succeeded', 'failed', 'failed'] as const)
    breaker[end](NOW);
  expect(breaker.allowsRequest(NOW)).toBe(true);
});

test('얼마 뒤에는 하나만 물어보고, 그 하나가 성공하면 모두 다시 묻는다', () => {
  const { breaker } = broken();
  expect([breaker.allowsRequest(LATER), breaker.allowsRequest(LATER)]).toEqual([true, false]);
  breaker.succeeded();
  expect([breaker.allowsRequest(LATER), breaker.allowsRequest(LATER)]).toEqual([true, true]);
});

test('그 하나도 실패하면 다시 기다린다', () => {
  const { breaker } = broken();
  breaker.allowsRequest(LATER);
  breaker.failed(LATER);
  expect(breaker.allowsRequest(LATER + 1)).toBe(false);
});
