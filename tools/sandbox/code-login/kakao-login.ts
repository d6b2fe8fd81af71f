import type { CodeLoginWire } from './code-login.ts';

/** 카카오 로그인 (developers.kakao.com, REST API). User ids are numbers, and the e-mail address may be withheld. */
export const kakaoLogin: CodeLoginWire = {
  title: '테스트용 카카오 계정',
  paths: { authorize: '/oauth/authorize', token: '/oauth/token', profile: '/v2/user/me' },
  namedWithCode: 'redirect_uri',
  refusal: {
    status: 400,
    body: { error: 'invalid_grant', error_description: 'authorization code not found', error_code: 'KOE320' },
  },
  profileRefusal: { status: 401, body: { msg: 'this access token does not exist', code: -401 } },
  people: [
    { key: 'verified', nickname: '예시', email: 'kakao@example.com', isEmailVerified: true },
    { key: 'unverified', nickname: '예시', email: 'kakao-unverified@example.com', isEmailVerified: false },
    { key: 'without_email', nickname: '메일안줌', email: null, isEmailVerified: false },
  ],
  profileOf: ({ number, nickname, email, isEmailVerified }) => ({
    id: 4240 + number,
    kakao_account: {
      profile: { nickname },
      ...(email === null
        ? { has_email: true, email_needs_agreement: true }
        : { email, is_email_valid: true, is_email_verified: isEmailVerified }),
    },
  }),
};
