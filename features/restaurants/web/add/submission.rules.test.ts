import { describe, expect, it } from 'vitest';
import { bodyOf, isAnswerUnknown, submissionOf } from './submission.rules.ts';

const place = { from: 'maps', placeId: 'a' } as const;
const keys = () => {
  let made = 0;
  return () => `key-${++made}`;
};

describe('맛집을 한 번만 담기', () => {
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

  it('아직 가지 않은 집에는 평점도 한 줄도 없다', () => {
    const form = {
      place,
      status: '방문 예정',
      rating: 4,
      review: '맛있다',
      isShared: true,
      sourceMemo: '3화',
    } as const;
    expect(bodyOf(form)).toEqual({ place, status: '방문 예정', sourceMemo: '3화' });
    expect(bodyOf({ ...form, status: '방문 완료' })).toMatchObject({
      rating: 4,
      review: '맛있다',
      isShared: true,
    });
  });
});
