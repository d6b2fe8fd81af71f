import type { IdentityWire } from './identity.ts';

const paths = { authorize: '/o/oauth2/v2/auth', token: '/token', profile: '/v1/userinfo' };

/** Google (developers.google.com/identity, OpenID Connect). */
export const google: IdentityWire = {
  title: '테스트용 Google 계정',
  paths,
  namedWithCode: 'redirect_uri',
  refusal: { status: 400, body: { error: 'invalid_grant', error_description: 'Bad Request' } },
  clientRefusal: { status: 401, body: { error: 'invalid_client', error_description: 'Unauthorized' } },
  profileRefusal: { status: 401, body: { error: 'invalid_request' } },
  people: [
    { id: '100000000000000000001', name: '김예시', email: 'yesi.kim@example.com', isEmailVerified: true },
    { id: '100000000000000000002', name: '박예시', email: 'park@example.com', isEmailVerified: true },
    { id: '100000000000000000003', name: '미확인', email: 'unverified@example.com', isEmailVerified: false },
    { id: '100000000000000000004', name: '메일없음', email: null, isEmailVerified: false },
  ],
  profileOf: ({ id, name, email, isEmailVerified }) => ({
    sub: id,
    name,
    given_name: name.slice(1),
    family_name: name.slice(0, 1),
    picture: `https://lh3.googleusercontent.com/a/${id}`,
    ...(email !== null && { email, email_verified: isEmailVerified }),
  }),
  openId: { ...paths, keys: '/oauth2/v3/certs' },
};
