import { expect, test } from 'vitest';
import { DeleteNowForm, ScheduleDeletionForm } from './account-deletion.contract.ts';

test.each([
  ['나중에', ScheduleDeletionForm],
  ['바로', DeleteNowForm],
])('%s 삭제하는 양식은 빈 비밀번호를 서버에 묻기 전에 거절한다', (_, form) => {
  const codes = (password?: string) =>
    form
      .safeParse({ reason: '', phrase: '탈퇴합니다', password })
      .error?.issues.map(({ message }) => message);
  expect(codes('')).toEqual(['account.password_missing']);
  expect(codes('1')).toBeUndefined();
  expect(codes()).toBeUndefined();
});
