import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { escapeHtml, testPage } from '../page.ts';

export type CodeLoginFault = 'none' | 'invalid_grant' | 'profile_refused' | 'email_withheld';

export type CodeLogin = {
  url: string;
  clientId: string;
  clientSecret: string;
  injectFault: (fault: CodeLoginFault) => void;
  close: () => Promise<void>;
};

type CodeLoginPerson = { key: string; nickname: string; email: string | null; isEmailVerified: boolean };

/** The parts in which the identity providers differ. */
export type CodeLoginWire = {
  title: string;
  paths: { authorize: string; token: string; profile: string };
  /** The token request repeats this parameter of the authorization request. */
  namedWithCode: 'redirect_uri' | 'state';
  /** The answer to a request with an invalid code, client or redirect URI. */
  refusal: { status: number; body: object };
  profileRefusal: { status: number; body: object };
  people: readonly CodeLoginPerson[];
  /** `number`: index in the list of people. */
  profileOf: (person: CodeLoginPerson & { number: number }) => object;
};

/**
 * Starts an identity provider with the authorization code flow, without PKCE. The provider compares redirect URI,
 * client and secret exactly, accepts a code once, and sends the profile only for a token that it has issued. Its page
 * offers the test accounts. A test selects an account with the `person` parameter of the authorization URL, or cancels
 * with `cancel=1`.
 *
 * @param redirectUris every allowed redirect URI
 */
export async function startCodeLogin({
  wire,
  redirectUris,
  port = 0,
  clientId = randomUUID(),
  clientSecret = randomUUID(),
}: {
  wire: CodeLoginWire;
  redirectUris: readonly string[];
  port?: number;
  clientId?: string;
  clientSecret?: string;
}): Promise<CodeLogin> {
  const codes = new Map<string, { person: string; named: string }>();
  const tokens = new Map<string, string>();
  let fault: CodeLoginFault = 'none';

  const server = createServer(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://sandbox');
    const json = ({ status, body }: { status: number; body: object }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

    if (pathname === wire.paths.authorize) {
      const redirectUri = query.get('redirect_uri') ?? '';
      const isKnown = query.get('client_id') === clientId && redirectUris.includes(redirectUri);
      if (!isKnown) return json({ status: 400, body: { error: 'redirect_uri_mismatch' } });
      const isDecided = query.has('cancel') || query.has('person');
      if (!isDecided)
        return response
          .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
          .end(testPage({ title: wire.title, body: chooser({ wire, query }) }));
      const back = new URL(redirectUri);
      back.searchParams.set('state', query.get('state') ?? '');
      if (query.has('cancel')) back.searchParams.set('error', 'access_denied');
      else {
        const code = randomUUID();
        codes.set(code, { person: query.get('person') ?? '', named: query.get(wire.namedWithCode) ?? '' });
        back.searchParams.set('code', code);
      }
      return response.writeHead(302, { location: back.href }).end();
    }
    if (pathname === wire.paths.token) {
      const form = new URLSearchParams(await bodyOf(request));
      const begun = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      const isGood =
        form.get('client_id') === clientId &&
        form.get('client_secret') === clientSecret &&
        form.get('grant_type') === 'authorization_code' &&
        form.get(wire.namedWithCode) === begun?.named;
      if (!begun || !isGood || fault === 'invalid_grant') return json(wire.refusal);
      const token = randomUUID();
      tokens.set(token, begun.person);
      return json({
        status: 200,
        body: { token_type: 'bearer', access_token: token, expires_in: 3600 },
      });
    }
    if (pathname === wire.paths.profile) {
      const key = tokens.get(request.headers.authorization?.replace(/^Bearer /, '') ?? '');
      const number = wire.people.findIndex((one) => one.key === key);
      const person = wire.people[number];
      if (!person || fault === 'profile_refused') return json(wire.profileRefusal);
      const shown = fault === 'email_withheld' ? { ...person, email: null } : person;
      return json({ status: 200, body: wire.profileOf({ ...shown, number }) });
    }
    json({ status: 404, body: {} });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });

  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    clientId,
    clientSecret,
    injectFault: (next) => {
      fault = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function chooser({ wire, query }: { wire: CodeLoginWire; query: URLSearchParams }): string {
  const kept = [...query]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
  const people = wire.people.map(
    ({ key, nickname, email }) =>
      `<button class="wide" name="person" value="${key}"><b>${escapeHtml(nickname)}</b><br><small>${escapeHtml(email ?? '메일 주소를 주지 않아요')}</small></button>`,
  );
  return `<h1>${wire.title}</h1><p>어떤 계정으로 이어 갈까요?</p>
<form>${kept}${people.join('')}<p><button name="cancel" value="1">취소</button></p></form>`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}
