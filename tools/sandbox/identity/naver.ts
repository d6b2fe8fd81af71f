import type { IdentityWire } from './identity.ts';

const refusal = {
  status: 200,
  body: { error: 'invalid_request', error_description: 'no valid data in session' },
};

/** 네이버 로그인 (developers.naver.com). Token errors are answered with HTTP 200. */
export const naver: IdentityWire = {
  title: '테스트용 네이버 계정',
  paths: { authorize: '/oauth2.0/authorize', token: '/oauth2.0/token', profile: '/v1/nid/me' },
  namedWithCode: 'state',
  refusal,
  clientRefusal: refusal,
  profileRefusal: { status: 401, body: { resultcode: '024', message: 'Authentication failed' } },
  people: [
    { id: 'member', name: '예시', email: 'naver@example.com', isEmailVerified: true },
    { id: 'without_email', name: '메일안줌', email: null, isEmailVerified: false },
  ],
  profileOf: ({ id, name, email }) => ({
    resultcode: '00',
    message: 'success',
    response: { id: `naver-${id}`, nickname: name, ...(email !== null && { email }) },
  }),
  openId: null,
};
