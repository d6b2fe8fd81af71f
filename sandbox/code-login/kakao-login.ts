import type { CodeLoginWire } from './code-login.ts';

const PEOPLE: Record<string, object> = {
  verified: { email: 'kakao@example.com', is_email_valid: true, is_email_verified: true },
  unverified: { email: 'kakao-unverified@example.com', is_email_valid: true, is_email_verified: false },
  without_email: { has_email: true, email_needs_agreement: true },
};

/** 카카오 로그인 (developers.kakao.com, REST API): ids are numbers, an e-mail may be withheld. */
export const kakaoLogin: CodeLoginWire = {
  paths: { authorize: '/oauth/authorize', token: '/oauth/token', profile: '/v2/user/me' },
  refusal: {
    status: 400,
    body: { error: 'invalid_grant', error_description: 'authorization code not found', error_code: 'KOE320' },
  },
  profileRefusal: { status: 401, body: { msg: 'this access token does not exist', code: -401 } },
  profileOf: (person) => {
    const account = PEOPLE[person];
    return (
      account && {
        id: 4240 + Object.keys(PEOPLE).indexOf(person),
        kakao_account: { profile: { nickname: '예시' }, ...account },
      }
    );
  },
};
