import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Faults of a provider: a code that is never good, or a profile that is refused. */
export type CodeLoginFault = 'none' | 'invalid_grant' | 'profile_refused';

export type CodeLogin = {
  url: string;
  clientId: string;
  clientSecret: string;
  misbehave: (fault: CodeLoginFault) => void;
  close: () => Promise<void>;
};

/** What sets one provider apart from another. */
export type CodeLoginWire = {
  paths: { authorize: string; token: string; profile: string };
  /** The answer to a code, a client or an address that is not good. */
  refusal: { status: number; body: object };
  profileRefusal: { status: number; body: object };
  /** The profile of the person with this key; undefined for nobody. */
  profileOf: (person: string) => object | undefined;
};

/**
 * A provider of the plain authorization code flow, without PKCE: exact redirect address, client and secret checked,
 * a code good once, the profile for a bearer that it gave out itself. There is no page: the person is named in the
 * authorization address by `person`, and `cancel=1` refuses.
 */
export async function startCodeLogin({
  wire,
  redirectUri,
}: {
  wire: CodeLoginWire;
  redirectUri: string;
}): Promise<CodeLogin> {
  const [clientId, clientSecret] = [randomUUID(), randomUUID()];
  const codes = new Map<string, string>();
  const tokens = new Map<string, string>();
  let fault: CodeLoginFault = 'none';

  const server = createServer(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://sandbox');
    const json = ({ status, body }: { status: number; body: object }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

    if (pathname === wire.paths.authorize) {
      const isKnown = query.get('client_id') === clientId && query.get('redirect_uri') === redirectUri;
      if (!isKnown) return json({ status: 400, body: { error: 'redirect_uri_mismatch' } });
      const back = new URL(redirectUri);
      back.searchParams.set('state', query.get('state') ?? '');
      if (query.has('cancel')) back.searchParams.set('error', 'access_denied');
      else {
        const code = randomUUID();
        codes.set(code, query.get('person') ?? '');
        back.searchParams.set('code', code);
      }
      return response.writeHead(302, { location: back.href }).end();
    }
    if (pathname === wire.paths.token) {
      const form = new URLSearchParams(await bodyOf(request));
      const person = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      const isGood =
        form.get('client_id') === clientId &&
        form.get('client_secret') === clientSecret &&
        form.get('redirect_uri') === redirectUri &&
        form.get('grant_type') === 'authorization_code';
      if (person === undefined || !isGood || fault === 'invalid_grant') return json(wire.refusal);
      const token = randomUUID();
      tokens.set(token, person);
      return json({
        status: 200,
        body: { token_type: 'bearer', access_token: token, expires_in: 3600 },
      });
    }
    if (pathname === wire.paths.profile) {
      const person = tokens.get(request.headers.authorization?.replace(/^Bearer /, '') ?? '');
      const profile = person === undefined ? undefined : wire.profileOf(person);
      if (!profile || fault === 'profile_refused') return json(wire.profileRefusal);
      return json({ status: 200, body: profile });
    }
    json({ status: 404, body: {} });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    clientId,
    clientSecret,
    misbehave: (next) => {
      fault = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}
