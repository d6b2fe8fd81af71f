import { describe, expect, it } from 'vitest';
import { isAnswerUnknown, submissionOf } from './submissions.ts';

const place = { from: 'maps', placeId: 'a' } as const;
const keys = () => {
  let made = 0;
  return () => `key-${++made}`;
};

describe('한 번만 보내기', () => {
  it('같은 내용을 다시 보내면 같은 열쇠를 쓴다', () => {
    const newKey = keys();
    const first = submissionOf({ body: { place, sourceMemo: '3화' }, pending: null, newKey });
    const again = submissionOf({ body: { place, sourceMemo: '3화' }, pending: first, newKey });
    expect(again.idempotencyKey).toBe(first.idempotencyKey);
  });

  it('고쳐서 보내면 새 열쇠를 쓴다', () => {
    const newKey = keys();
    const first = submissionOf({ body: { place, sourceMemo: '3화' }, pending: null, newKey });
    const changed = submissionOf({ body: { place, sourceMemo: '4화' }, pending: first, newKey });
    expect(changed.idempotencyKey).not.toBe(first.idempotencyKey);
  });

  it.each([
    { status: 0, code: 'network.failed' },
    { status: 408, code: 'request.timed_out' },
    { status: 409, code: 'request.idempotency_in_progress' },
    { status: 500, code: 'server.failed' },
    { status: 503, code: 'server.unavailable' },
  ])('$code: 담겼는지 알 수 없으니 열쇠를 간직한다', (problem) =>
    expect(isAnswerUnknown(problem)).toBe(true),
  );

  it.each([
    { status: 400, code: 'request.invalid' },
    { status: 409, code: 'restaurants.limit_reached' },
    { status: 422, code: 'request.idempotency_key_reused' },
  ])('$code: 답을 들었으니 다음은 새 열쇠다', (problem) => expect(isAnswerUnknown(problem)).toBe(false));
});
