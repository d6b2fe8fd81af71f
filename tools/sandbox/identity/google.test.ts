import { hash, createPublicKey, randomBytes, verify } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { google as wire } from './google.ts';
import { type IdentityProvider, startIdentityProvider } from './identity.ts';

const REDIRECT_URI = 'http://localhost:3000/api/auth/callback/google';
let google: IdentityProvider;

beforeAll(async () => {
  google = await startIdentityProvider({ wire, redirectUris: [REDIRECT_URI] });
});
afterEach(() => google.injectFault('none'));
afterAll(() => google.close());

const verifier = randomBytes(32).toString('base64url');
const challenge = hash('sha256', verifier, 'base64url');

/** Follows the authorization URL as a browser would, with cookies. */
async function openAccountPage(changes: Record<string, string> = {}) {
  const address = new URL('/o/oauth2/v2/auth', google.url);
  address.search = new URLSearchParams({
    response_type: 'code',
    client_id: google.clientId,
    redirect_uri: REDIRECT_URI,
    scope: 'openid email profile',
    state: 'state-1',
    nonce: 'nonce-1',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  }).toString();
  return follow({ address, cookies: new Map() });
}

async function follow(options: {
  address: URL;
  cookies: Map<string, string>;
  form?: Record<string, string>;
}) {
  const { cookies, form } = options;
  let { address } = options;
  let method = form ? 'POST' : 'GET';
  for (;;) {
    const response = await fetch(address, {
      method,
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(method === 'POST' && { body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = response.headers.get('location');
    if (!location) return { address, cookies, response, landed: null };
    address = new URL(location, address);
    if (address.href.startsWith(REDIRECT_URI))
      return { address, cookies, response, landed: address.searchParams };
    method = 'GET';
  }
}

const choose = async (form: Record<string, string>) => {
  const { address, cookies } = await openAccountPage();
  const { landed } = await follow({ address, cookies, form });
  if (!landed) throw new Error('The browser was not redirected to the client.');
  return landed;
};

const exchange = (code: string, changes: Record<string, string> = {}) =>
  fetch(new URL('/token', google.url), {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      client_id: google.clientId,
      client_secret: google.clientSecret,
      redirect_uri: REDIRECT_URI,
      code_verifier: verifier,
      ...changes,
    }),
  });

async function isSignedByPublishedKey(token: string) {
  const jwks = (await (await fetch(new URL('/oauth2/v3/certs', google.url))).json()) as {
    keys: { kty: string }[];
  };
  const [header, payload, signature = ''] = token.split('.');
  return verify(
    'RSA-SHA256',
    Buffer.from(`${header}.${payload}`),
    createPublicKey({ key: jwks.keys[0] as never, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  );
}

const claimsIn = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe("the sandbox implements Google's protocol", () => {
  test('returns the chosen account as a signed id_token with nonce, azp and profile', async () => {
    const landed = await choose({ person: '100000000000000000001' });
    expect(landed.get('state')).toBe('state-1');
    const answer = await exchange(landed.get('code') ?? '');
    expect(answer.status).toBe(200);
    const { id_token, access_token } = (await answer.json()) as Record<string, string>;
    expect(claimsIn(id_token ?? '')).toMatchObject({
      iss: google.url,
      aud: google.clientId,
      azp: google.clientId,
      nonce: 'nonce-1',
      sub: '100000000000000000001',
      email: 'yesi.kim@example.com',
      email_verified: true,
      name: '김예시',
    });
    expect(await isSignedByPublishedKey(id_token ?? '')).toBe(true);

    const userinfo = (bearer: string) =>
      fetch(new URL('/v1/userinfo', google.url), { headers: { authorization: `Bearer ${bearer}` } });
    expect((await userinfo('made-up')).status).toBe(401);
    expect(await (await userinfo(access_token ?? '')).json()).toMatchObject({
      email: 'yesi.kim@example.com',
    });
  });

  test('creates a new account on the page', async () => {
    const landed = await choose({ make: '1', name: '새사람', email: 'new@example.com' });
    const { id_token } = (await (await exchange(landed.get('code') ?? '')).json()) as Record<string, string>;
    expect(claimsIn(id_token ?? '')).toMatchObject({ email: 'new@example.com', email_verified: false });
  });

  test('redirects with access_denied when the person cancels', async () => {
    const landed = await choose({ cancel: '1' });
    expect([landed.get('error'), landed.get('state')]).toEqual(['access_denied', 'state-1']);
  });

  test('shows redirect_uri_mismatch instead of redirecting to an unregistered URL', async () => {
    const { response } = await openAccountPage({ redirect_uri: `${REDIRECT_URI}/` });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('redirect_uri_mismatch');
  });

  test('accepts a code once, with the correct verifier, secret and redirect URI', async () => {
    const code = async () => (await choose({ person: '100000000000000000002' })).get('code') ?? '';
    const errorOf = async (answer: Response) => [
      answer.status,
      ((await answer.json()) as { error: string }).error,
    ];

    expect(await errorOf(await exchange(await code(), { code_verifier: 'x'.repeat(43) }))).toEqual([
      400,
      'invalid_grant',
    ]);
    expect(await errorOf(await exchange(await code(), { client_secret: 'guess' }))).toEqual([
      401,
      'invalid_client',
    ]);
    expect(await errorOf(await exchange(await code(), { redirect_uri: 'http://localhost:1/' }))).toEqual([
      400,
      'invalid_grant',
    ]);
    const used = await code();
    expect((await exchange(used)).status).toBe(200);
    expect(await errorOf(await exchange(used))).toEqual([400, 'invalid_grant']);
  });

  test('can sign with a wrong key, return an expired token, reject codes and be unavailable', async () => {
    const tokenUnder = async (fault: Parameters<IdentityProvider['injectFault']>[0]) => {
      const landed = await choose({ person: '100000000000000000001' });
      google.injectFault(fault);
      const answer = await exchange(landed.get('code') ?? '');
      google.injectFault('none');
      return (await answer.json()) as Record<string, string>;
    };
    expect(await isSignedByPublishedKey((await tokenUnder('wrong_signature')).id_token ?? '')).toBe(false);
    const old = await tokenUnder('expired_token');
    expect(await isSignedByPublishedKey(old.id_token ?? '')).toBe(true);
    expect(claimsIn(old.id_token ?? '').exp * 1000).toBeLessThan(Date.now());
    expect((await tokenUnder('invalid_grant')).error).toBe('invalid_grant');
    google.injectFault('down');
    await expect(fetch(google.url)).rejects.toThrow();
  });
});
