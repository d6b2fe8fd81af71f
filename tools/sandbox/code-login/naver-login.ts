import type { CodeLoginWire } from './code-login.ts';

/** 네이버 로그인 (developers.naver.com). Token errors are answered with HTTP 200. */
export const naverLogin: CodeLoginWire = {
  title: '테스트용 네이버 계정',
  paths: { authorize: '/oauth2.0/authorize', token: '/oauth2.0/token', profile: '/v1/nid/me' },
  namedWithCode: 'state',
  refusal: { status: 200, body: { error: 'invalid_request', error_description: 'no valid data in session' } },
  profileRefusal: { status: 401, body: { resultcode: '024', message: 'Authentication failed' } },
  people: [
    { key: 'member', nickname: '예시', email: 'naver@example.com', isEmailVerified: true },
    { key: 'without_email', nickname: '메일안줌', email: null, isEmailVerified: false },
  ],
  profileOf: ({ key, nickname, email }) => ({
    resultcode: '00',
    message: 'success',
    response: { id: `naver-${key}`, nickname, ...(email !== null && { email }) },
  }),
};
