import { expect, test } from 'vitest';
import { ApiProblem } from '#web/api.ts';
import { consequenceOf, delayAfter } from './failure.ts';

const temporaryProblems = ['places.quota_used_up'];

test.each([
  [0, 'network.failed', 'wait-all', 'unanswered'],
  [400, 'request.invalid', 'refuse', 'later'],
  [401, 'account.sign_in_required', 'sign-in', 'later'],
  [404, 'restaurants.unknown', 'refuse', 'later'],
  [408, 'request.too_slow', 'wait-all', 'later'],
  [409, 'request.idempotency_in_progress', 'wait-all', 'later'],
  [409, 'photos.too_many_unused', 'wait', 'later'],
  [429, 'request.too_many', 'wait-all', 'later'],
  [429, 'places.quota_used_up', 'wait', 'later'],
  [500, 'server.failed', 'wait', 'server'],
  [503, 'server.unavailable', 'wait-all', 'server'],
  [503, 'photos.busy', 'wait', 'server'],
  [507, 'server.storage_full', 'wait', 'server'],
])('%i %s: %s, 이유는 %s', (status, code, consequence, delay) => {
  const problem = new ApiProblem({ status, code });
  expect(consequenceOf(problem, { temporaryProblems, isAwaited: false })).toBe(consequence);
  expect(delayAfter(problem)).toBe(delay);
});

test('기다리는 화면은 일시적인 문제를 받는다', () => {
  const problem = new ApiProblem({ status: 429, code: 'places.quota_used_up' });
  expect(consequenceOf(problem, { temporaryProblems, isAwaited: true })).toBe('refuse');
});

test('서버의 답이 아닌 오류는 나중에 다시 보낸다', () => {
  const error = new Error('QuotaExceededError');
  expect(consequenceOf(error, { temporaryProblems, isAwaited: true })).toBe('wait');
  expect(delayAfter(error)).toBe('later');
});
