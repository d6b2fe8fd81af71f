import type { CodeLoginWire } from './code-login.ts';

const PEOPLE: Record<string, object> = {
  member: { nickname: '예시', email: 'naver@example.com' },
  without_email: { nickname: '예시' },
};

/** 네이버 로그인 (developers.naver.com): what goes wrong with a token is answered with HTTP 200. */
export const naverLogin: CodeLoginWire = {
  paths: { authorize: '/oauth2.0/authorize', token: '/oauth2.0/token', profile: '/v1/nid/me' },
  refusal: { status: 200, body: { error: 'invalid_request', error_description: 'no valid data in session' } },
  profileRefusal: { status: 401, body: { resultcode: '024', message: 'Authentication failed' } },
  profileOf: (person) => {
    const account = PEOPLE[person];
    return (
      account && { resultcode: '00', message: 'success', response: { id: `naver-${person}`, ...account } }
    );
  },
};
