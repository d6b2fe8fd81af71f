import { createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Configuration } from 'oidc-provider';
import { SANDBOX_CLIENT_ID, SANDBOX_CLIENT_SECRET } from '../addresses.mjs';
import { escapeHtml, testPage } from '../page.ts';
import { claimsOf, type SandboxAccount, sandboxAccounts } from './accounts.ts';

/**
 * A fault applies until another fault is set. `slow` waits 5 s before the answer. `wrong_signature` and `expired_token`
 * affect the id_token. With `invalid_grant`, every code is invalid.
 */
export type IdentityFault = 'none' | 'down' | 'slow' | 'wrong_signature' | 'expired_token' | 'invalid_grant';

export type GoogleIdentity = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  accounts: SandboxAccount[];
  injectFault: (fault: IdentityFault) => void;
  close: () => Promise<void>;
};

/**
 * Starts an OpenID Connect provider with the paths, claims and answers of Google (developers.google.com/identity,
 * OpenID Connect reference). The provider verifies redirect URI, client secret and PKCE, accepts a code once, echoes
 * the nonce, and signs with RS256. A test in another process controls the provider with `PUT /sandbox/fault` and `POST
 * /sandbox/accounts`.
 *
 * @param redirectUris every allowed redirect URI
 */
export async function startGoogleIdentity({
  port,
  redirectUris,
}: {
  port: number;
  redirectUris: string[];
}): Promise<GoogleIdentity> {
  const accounts = sandboxAccounts();
  let fault: IdentityFault = 'none';
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

  let handle: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
    response.end();
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;

  let loaded: ReturnType<typeof loadProvider> | undefined;
  /** Loads the library on the first sign-in, because it takes 18 MB. */
  const openProvider = () => (loaded ??= loadProvider());

  async function loadProvider() {
    const { default: Provider } = await import('oidc-provider');
    const provider = new Provider(issuer, configuration({ accounts, redirectUris, privateKey }));
    provider.use(async (context, next) => {
      await next();
      const answer = context.body as { id_token?: string } | undefined;
      if (context.path === '/token' && answer?.id_token)
        answer.id_token = changedToken({
          token: answer.id_token,
          fault,
          clientId: SANDBOX_CLIENT_ID,
          privateKey,
          stranger,
        });
    });
    return { provider, oidc: provider.callback() };
  }

  handle = (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer);
    if (pathname.startsWith('/sandbox/')) return void handleControl(request, response);
    if (fault === 'down') return void request.socket.destroy();
    const go = () => void answerPage(request, response);
    if (fault === 'slow') return void setTimeout(go, 5000);
    go();
  };

  async function answerPage(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url ?? '/', issuer);
    const html = (status: number, body: string) =>
      response
        .writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
        .end(testPage({ title: '테스트용 Google 계정', body }));

    if (pathname === '/') return html(200, accountList(accounts));
    if (pathname === '/token' && fault === 'invalid_grant')
      return response
        .writeHead(400, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: 'invalid_grant', error_description: 'Bad Request' }));
    const { provider, oidc } = await openProvider();
    if (!pathname.startsWith('/interaction/')) {
      // The library does not know the value `select_account`, which Google accepts. This provider always shows the
      // account page, so the parameter is removed.
      request.url = request.url?.replace(/([?&])prompt=select_account(&|$)/, '$1');
      return oidc(request, response);
    }

    try {
      if (request.method === 'GET') {
        const { params } = await provider.interactionDetails(request, response);
        return html(
          200,
          chooser({ accounts, hint: typeof params.login_hint === 'string' ? params.login_hint : '' }),
        );
      }
      const form = new URLSearchParams(await bodyOf(request));
      await provider.interactionFinished(request, response, interactionResult({ form, accounts }), {
        mergeWithLastSubmission: false,
      });
    } catch {
      html(400, '<h1>다시 시작해 주세요</h1><p>로그인 창이 너무 오래 열려 있었어요.</p>');
    }
  }

  async function handleControl(request: IncomingMessage, response: ServerResponse) {
    const body = JSON.parse((await bodyOf(request)) || '{}');
    if (body.fault) fault = body.fault;
    if (body.account) accounts.push({ sub: randomUUID(), emailVerified: true, email: null, ...body.account });
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ fault, accounts }));
  }

  return {
    issuer,
    clientId: SANDBOX_CLIENT_ID,
    clientSecret: SANDBOX_CLIENT_SECRET,
    accounts,
    injectFault: (next) => {
      fault = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function configuration(options: {
  accounts: SandboxAccount[];
  redirectUris: string[];
  privateKey: KeyObject;
}): Configuration {
  const { accounts, redirectUris, privateKey } = options;
  return {
    clients: [
      {
        client_id: SANDBOX_CLIENT_ID,
        client_secret: SANDBOX_CLIENT_SECRET,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: {
      keys: [{ ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' }],
    },
    routes: {
      authorization: '/o/oauth2/v2/auth',
      token: '/token',
      userinfo: '/v1/userinfo',
      revocation: '/revoke',
      jwks: '/oauth2/v3/certs',
    },
    features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
    // With this option the id_token contains the profile, like Google's. By default the library leaves it out.
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture'],
    },
    scopes: ['openid', 'email', 'profile'],
    pkce: { required: () => false },
    cookies: { keys: [randomUUID()] },
    ttl: {
      AuthorizationCode: 600,
      AccessToken: 3599,
      IdToken: 3600,
      Interaction: 3600,
      Session: 1,
      Grant: 3600,
    },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, sub) => {
      const account = accounts.find((one) => one.sub === sub);
      return account && { accountId: sub, claims: () => claimsOf(account) };
    },
    // Choosing an account implies consent. Google does the same if an app requests only scopes for sign-in.
    loadExistingGrant: async (context) => {
      const { client, session, provider } = context.oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    renderError: (context, out) => {
      context.type = 'html';
      const name = /redirect_uri/.test(out.error_description ?? '') ? 'redirect_uri_mismatch' : out.error;
      context.body = testPage({
        title: '400',
        body: `<h1>400 ${escapeHtml(name)}</h1><p>${escapeHtml(out.error_description ?? '')}</p>`,
      });
    },
  };
}

const chooser = ({
  accounts,
  hint,
}: {
  accounts: SandboxAccount[];
  hint: string;
}) => `<h1>테스트용 Google 계정</h1>
<p>어떤 계정으로 이어 갈까요?</p>
<form method="post">${accounts
  .map(
    (account) =>
      `<button class="wide" name="sub" value="${account.sub}"${account.email === hint ? ' autofocus' : ''}><b>${escapeHtml(account.name)}</b><br><small>${escapeHtml(account.email ?? '메일 주소 없음')}${account.email && !account.emailVerified ? ' · 확인 안 됨' : ''}</small></button>`,
  )
  .join('')}</form>
<h2>새 계정 만들기</h2>
<form method="post"><input type="hidden" name="make" value="1">
<label>이름 <input type="text" name="name" required maxlength="60"></label>
<label>메일 주소 <input type="email" name="email" required></label>
<label><input type="checkbox" name="verified" checked> 확인된 메일 주소</label>
<button>만들고 이어 가기</button></form>
<form method="post"><p><button name="cancel" value="1">취소</button></p></form>`;

const accountList = (accounts: SandboxAccount[]) =>
  `<h1>테스트용 Google 계정</h1><ul>${accounts.map((one) => `<li>${escapeHtml(one.name)} ${escapeHtml(one.email ?? '')}</li>`).join('')}</ul>`;

function interactionResult({ form, accounts }: { form: URLSearchParams; accounts: SandboxAccount[] }) {
  if (form.get('cancel')) return { error: 'access_denied', error_description: 'The user denied access' };
  if (!form.get('make')) return { login: { accountId: form.get('sub') ?? '' } };

  const email = form.get('email') ?? '';
  const known = accounts.find((one) => one.email === email);
  if (known) return { login: { accountId: known.sub } };
  const made = {
    sub: randomUUID(),
    name: form.get('name') ?? '',
    email,
    emailVerified: form.has('verified'),
  };
  accounts.push(made);
  return { login: { accountId: made.sub } };
}

/**
 * Adds Google's `azp` claim to the token. If a fault is set, also makes the token invalid in this way. Signs the
 * changed token again.
 */
function changedToken(options: {
  token: string;
  fault: IdentityFault;
  clientId: string;
  privateKey: KeyObject;
  stranger: KeyObject;
}): string {
  const { token, fault, clientId, privateKey, stranger } = options;
  const [header = '', payload = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  claims.azp = clientId;
  if (fault === 'expired_token') {
    claims.iat -= 7200;
    claims.exp -= 7200;
  }
  const body = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  const signature = createSign('RSA-SHA256')
    .update(body)
    .sign(fault === 'wrong_signature' ? stranger : privateKey, 'base64url');
  return `${body}.${signature}`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}
