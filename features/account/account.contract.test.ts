import { describe, expect, test } from 'vitest';
import { ChangePasswordForm, SignInForm, SignUpForm } from './account.contract.ts';

const filled = {
  nickname: '김모먹',
  email: 'kim@example.com',
  password: '밥한그릇주세요',
  passwordConfirm: '밥한그릇주세요',
  isFourteenOrOlder: true,
};

function errorsOf(schema: typeof SignUpForm | typeof SignInForm | typeof ChangePasswordForm, form: unknown) {
  const { error } = schema.safeParse(form);
  const errors: Record<string, string[]> = {};
  for (const issue of error?.issues ?? []) (errors[issue.path.join('.')] ??= []).push(issue.message);
  return errors;
}

describe('가입 양식', () => {
  test('채워진 양식은 다듬어져 나온다', () => {
    const form = { ...filled, nickname: '  김모먹 ', email: ' Kim@Example.COM ' };
    expect(SignUpForm.parse(form)).toEqual({ ...filled });
  });

  test('한글 도메인은 퓨니코드로 저장한다', () => {
    const form = { ...filled, email: 'Kim@김치.kr' };
    expect(SignUpForm.parse(form).email).toBe('kim@xn--4k0bq22d.kr');
  });

  test.each(['김@김치.한국', 'kim@김치.한국', 'kim@xn--4k0bq22d.xn--3e0b707e', 'kim@food.москва'])(
    '%s: 끝이 한글이나 다른 글자인 주소는 아직 쓸 수 없다고 말한다',
    (email) => {
      expect(errorsOf(SignUpForm, { ...filled, email }).email).toEqual(['account.email_domain_unsupported']);
    },
  );

  test('빈 양식의 잘못은 한 번에 모두 나온다', () => {
    const empty = {
      nickname: ' ',
      email: '',
      password: '',
      passwordConfirm: '다른',
      isFourteenOrOlder: false,
    };
    expect(errorsOf(SignUpForm, empty)).toEqual({
      nickname: ['account.nickname_too_short', 'account.nickname_invalid'],
      email: ['account.email_missing'],
      password: ['account.password_missing', 'account.password_too_short'],
      passwordConfirm: ['account.passwords_differ'],
      isFourteenOrOlder: ['account.age_not_confirmed'],
    });
  });

  test.each([
    ['공백을 뺀 한 글자', ' 김 ', 'account.nickname_too_short'],
    ['글 방향을 뒤집는 글자', '김\u202E모먹', 'account.nickname_invalid'],
    ['보이지 않는 글자만', '\u200D\u200D\u200D', 'account.nickname_invalid'],
    ['한글 채움 문자만', '\u3164\u3164\u3164', 'account.nickname_too_short'],
    ['빈 점자만', '\u2800\u2800', 'account.nickname_too_short'],
  ])('별명으로 받지 않는 것: %s', (_what, nickname, code) => {
    expect(errorsOf(SignUpForm, { ...filled, nickname }).nickname).toContain(code);
  });

  test.each(['밥알', '김 모먹', 'Jo', '👨‍👩‍👧 가족', '모먹지★'])('별명으로 받는 것: %s', (nickname) => {
    expect(errorsOf(SignUpForm, { ...filled, nickname })).toEqual({});
  });

  test('비밀번호는 여섯 자부터', () => {
    const five = { ...filled, password: '12345', passwordConfirm: '12345' };
    expect(errorsOf(SignUpForm, five)).toEqual({ password: ['account.password_too_short'] });
    const six = { ...filled, password: '123456', passwordConfirm: '123456' };
    expect(errorsOf(SignUpForm, six)).toEqual({});
  });

  test('비밀번호의 공백은 다듬지 않는다', () => {
    const spaced = { ...filled, password: ' 12345', passwordConfirm: ' 12345' };
    expect(SignUpForm.parse(spaced).password).toBe(' 12345');
    expect(errorsOf(SignUpForm, { ...spaced, passwordConfirm: '12345' })).toEqual({
      passwordConfirm: ['account.passwords_differ'],
    });
  });

  test.each(['kim', 'kim@', 'kim@example', 'kim@@example.com', 'kim @example.com'])(
    '메일 주소가 아닌 것: %s',
    (email) => {
      expect(errorsOf(SignUpForm, { ...filled, email })).toEqual({ email: ['account.email_invalid'] });
    },
  );
});

test('로그인 양식은 메일과 비밀번호를 모두 묻는다', () => {
  expect(errorsOf(SignInForm, { email: ' ', password: '' })).toEqual({
    email: ['account.email_missing'],
    password: ['account.password_missing'],
  });
  expect(errorsOf(SignInForm, { email: 'kim@example.com', password: '1' })).toEqual({});
});

test('비밀번호 바꾸기는 새 비밀번호를 두 번 묻는다', () => {
  const form = { currentPassword: '1', newPassword: '12345', newPasswordConfirm: '54321' };
  expect(errorsOf(ChangePasswordForm, form)).toEqual({
    newPassword: ['account.password_too_short'],
    newPasswordConfirm: ['account.passwords_differ'],
  });
});
