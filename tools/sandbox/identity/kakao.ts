import type { IdentityWire } from './identity.ts';

const refusal = {
  status: 400,
  body: { error: 'invalid_grant', error_description: 'authorization code not found', error_code: 'KOE320' },
};

/** 카카오 로그인 (developers.kakao.com, REST API). User ids are numbers, and the e-mail address may be withheld. */
export const kakao: IdentityWire = {
  title: '테스트용 카카오 계정',
  paths: { authorize: '/oauth/authorize', token: '/oauth/token', profile: '/v2/user/me' },
  namedWithCode: 'redirect_uri',
  refusal,
  clientRefusal: refusal,
  profileRefusal: { status: 401, body: { msg: 'this access token does not exist', code: -401 } },
  people: [
    { id: 'verified', name: '예시', email: 'kakao@example.com', isEmailVerified: true },
    { id: 'unverified', name: '예시', email: 'kakao-unverified@example.com', isEmailVerified: false },
    { id: 'without_email', name: '메일안줌', email: null, isEmailVerified: false },
  ],
  profileOf: ({ number, name, email, isEmailVerified }) => ({
    id: 4240 + number,
    kakao_account: {
      profile: { nickname: name },
      ...(email === null
        ? { has_email: true, email_needs_agreement: true }
        : { email, is_email_valid: true, is_email_verified: isEmailVerified }),
    },
  }),
  openId: null,
};
