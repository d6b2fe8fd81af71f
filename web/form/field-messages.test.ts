import { expect, test } from 'vitest';
import { problemSentences } from '#web/requests/problem-sentences.ts';
import { fieldMessageOf } from './field-messages.ts';

test('칸의 오류와 문제의 코드는 저마다 제 문장이 된다', () => {
  expect(fieldMessageOf({ code: 'account.nickname_too_short' })).toBe('닉네임을 2자 이상 입력해 주세요.');
  expect(fieldMessageOf({ code: 'unknown' })).toBe(fieldMessageOf({ code: 'invalid' }));
  expect(Object.keys(problemSentences)).toContain('problem_server_failed');
  expect(Object.keys(problemSentences).filter((key) => !key.startsWith('problem_'))).toEqual([]);
});
