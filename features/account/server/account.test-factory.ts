import { randomBytes } from 'node:crypto';
import type { App } from '#server/http/feature.ts';
import { OWN_ORIGIN } from '#server/http/test-app.ts';
import { signUp, type Me } from '../account.contract.ts';

export type TestMember = {
  me: Me;
  userId: string;
  email: string;
  password: string;
  cookie: string;
  headers: { cookie: string; origin: string };
};

/**
 * Signs up a member. Each sign-up uses another network address, because sign-ups are limited per address.
 * @example
 * const owner = await signUpMember(app, { nickname: '김모먹' });
 * await app.inject({ method: 'GET', url: '/api/my-restaurants', headers: owner.headers });
 */
export async function signUpMember(
  app: App,
  given: { nickname?: string; email?: string; password?: string } = {},
): Promise<TestMember> {
  const {
    nickname = '모먹지',
    email = `member-${randomBytes(8).toString('hex')}@example.com`,
    password = 'bowl-of-rice',
  } = given;
  const answer = await app.inject({
    method: signUp.method,
    url: signUp.url,
    headers: { origin: OWN_ORIGIN },
    remoteAddress: randomIpAddress(),
    payload: { nickname, email, password, passwordConfirm: password, isFourteenOrOlder: true },
  });
  if (answer.statusCode !== 201)
    throw new Error(`The sign-up failed with ${answer.statusCode}: ${answer.body}`);
  const { me } = answer.json<{ me: Me }>();
  const cookie = cookieFrom(answer.headers['set-cookie']);
  return { me, userId: me.uid, email, password, cookie, headers: { cookie, origin: OWN_ORIGIN } };
}

export function cookieFrom(setCookie: string | string[] | undefined): string {
  return [setCookie ?? []]
    .flat()
    .filter((line) => !line.includes('Max-Age=0'))
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** Returns a random IP address from the range that RFC 2544 reserves for benchmarks. */
export const randomIpAddress = () => `198.18.${randomBytes(1)[0]}.${randomBytes(1)[0]}`;

type Endpoint = { method: string; url: string };
type Sender = { cookie?: string; bearer?: string; from?: string; userAgent?: string };

/**
 * @example
 * const send = requestsTo(() => testApp.app);
 * const { status, body, cookie } = await send(signIn, { email, password });
 */
export const requestsTo =
  (app: () => App) =>
  async (
    { method, url }: Endpoint,
    payload?: object,
    { cookie = '', bearer, from = randomIpAddress(), userAgent }: Sender = {},
  ) => {
    const answer = await app().inject({
      method: method as 'POST',
      url,
      headers: {
        origin: OWN_ORIGIN,
        cookie,
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(userAgent && { 'user-agent': userAgent }),
      },
      remoteAddress: from,
      ...(payload && { payload }),
    });
    const { headers, statusCode: status } = answer;
    const body = answer.payload.startsWith('{') ? answer.json() : null;
    return { status, body, headers, cookie: cookieFrom(headers['set-cookie']) };
  };

export type Send = ReturnType<typeof requestsTo>;
