import { describe, expect, test } from 'vitest';
import { isResponseUnknown, settleSubmission, type StoredSubmission, submissionOf } from './submissions.ts';
import { keysInDraft } from '../form/use-stored-draft.ts';

const place = { from: 'maps', placeId: 'a' } as const;
const LOST = { status: 0, code: 'network.failed' };
const REFUSED = { status: 409, code: 'restaurants.limit_reached' };

const inDraft = () => {
  let stored: StoredSubmission = null;
  return keysInDraft({ read: () => stored, write: (next) => (stored = next) });
};

describe.each([
  ['화면이 간직하는 열쇠', () => new Map<string, string>()],
  ['초안에 남는 열쇠', inDraft],
])('한 번만 보내기: %s', (_, keep) => {
  test('응답을 받지 못하고 같은 내용을 다시 보내면 같은 멱등성 키를 쓴다', () => {
    const unanswered = keep();
    const first = submissionOf({ place, sourceMemo: '3화' }, unanswered);
    settleSubmission(first, { problem: LOST, unanswered });
    const again = submissionOf({ place, sourceMemo: '3화' }, unanswered);
    expect(again.idempotencyKey).toBe(first.idempotencyKey);
  });

  test('고쳐서 보내면 새 멱등성 키를 쓴다', () => {
    const unanswered = keep();
    const first = submissionOf({ place, sourceMemo: '3화' }, unanswered);
    settleSubmission(first, { problem: LOST, unanswered });
    const changed = submissionOf({ place, sourceMemo: '4화' }, unanswered);
    expect(changed.idempotencyKey).not.toBe(first.idempotencyKey);
  });

  test.each([
    ['받아들여진', null],
    ['거절된', REFUSED],
  ])('%s 내용을 다시 보내면 새 열쇠를 쓴다', (_answer, problem) => {
    const unanswered = keep();
    const first = submissionOf({ place }, unanswered);
    settleSubmission(first, { problem, unanswered });
    expect(submissionOf({ place }, unanswered).idempotencyKey).not.toBe(first.idempotencyKey);
  });
});

test('여러 곳을 번갈아 담아도 각각 자기 멱등성 키를 쓴다', () => {
  const unanswered = new Map<string, string>();
  const first = submissionOf('a', unanswered);
  submissionOf('b', unanswered);
  expect(submissionOf('a', unanswered).idempotencyKey).toBe(first.idempotencyKey);
});

describe('답을 들었는지', () => {
  test.each([
    LOST,
    { status: 408, code: 'request.timed_out' },
    { status: 409, code: 'request.idempotency_in_progress' },
    { status: 500, code: 'server.failed' },
    { status: 503, code: 'server.unavailable' },
  ])('$code: 담겼는지 알 수 없으니 열쇠를 간직한다', (problem) =>
    expect(isResponseUnknown(problem)).toBe(true),
  );

  test.each([
    { status: 400, code: 'request.invalid' },
    REFUSED,
    { status: 422, code: 'request.idempotency_key_reused' },
  ])('$code: 답을 들었으니 다음은 새 열쇠다', (problem) => expect(isResponseUnknown(problem)).toBe(false));
});
