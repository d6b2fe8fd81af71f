import { hash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendJson, sendPage, serve } from '../http.ts';
import { escapeHtml, testPage } from '../page.ts';
import { createOpenId, type OpenIdPaths } from './openid.ts';

/**
 * A fault applies until another fault is set. `slow` waits 5 s before the answer. `wrong_signature` and `expired_token`
 * affect the id_token. With `invalid_grant`, every code is invalid.
 */
export type IdentityFault =
  | 'none'
  | 'down'
  | 'slow'
  | 'wrong_signature'
  | 'expired_token'
  | 'invalid_grant'
  | 'profile_refused'
  | 'email_withheld';

/** An invented person. If `email` is null, the provider sends no e-mail address. */
export type Person = { id: string; name: string; email: string | null; isEmailVerified: boolean };

type Answer = { status: number; body: object };

/** The parts in which the identity providers differ. */
export type IdentityWire = {
  title: string;
  paths: { authorize: string; token: string; profile: string };
  /** The token request repeats this parameter of the authorization request. */
  namedWithCode: 'redirect_uri' | 'state';
  /** The answer to a token request with an invalid code, and to one of an unknown client. */
  refusal: Answer;
  clientRefusal: Answer;
  profileRefusal: Answer;
  people: readonly Person[];
  /** `number`: index in the list of people. */
  profileOf: (person: Person & { number: number }) => object;
  /** With OpenID Connect, the provider publishes its configuration and its keys, and signs an id_token. */
  openId: OpenIdPaths | null;
};

export type IdentityProvider = {
  /** The address of the provider, which is also its issuer. */
  url: string;
  clientId: string;
  clientSecret: string;
  /** A test may add people. */
  people: Person[];
  injectFault: (fault: IdentityFault) => void;
  close: () => Promise<void>;
};

/** What a code stands for. */
type Begun = { personId: string; named: string; nonce: string | null; challenge: string | null };

/**
 * Starts an identity provider with the authorization code flow. It compares redirect URI, client, secret and PKCE
 * exactly, accepts a code once, and sends the profile only for a token that it has issued. Its page offers the invented
 * people, and can add one. A test chooses with the fields `person` or `cancel`, in the form or in the URL.
 *
 * @param redirectUris every allowed redirect URI
 */
export async function startIdentityProvider({
  wire,
  redirectUris,
  port = 0,
  clientId = randomUUID(),
  clientSecret = randomUUID(),
}: {
  wire: IdentityWire;
  redirectUris: readonly string[];
  port?: number;
  clientId?: string;
  clientSecret?: string;
}): Promise<IdentityProvider> {
  const people = [...wire.people];
  const codes = new Map<string, Begun>();
  const tokens = new Map<string, string>();
  let fault: IdentityFault = 'none';

  const { url, close } = await serve(port, async (request, response) => {
    if (fault === 'down') return void request.socket.destroy();
    if (fault === 'slow') await sleep(5_000);
    await answer(request, response);
  });
  const openId = wire.openId && createOpenId({ issuer: url, clientId, paths: wire.openId });

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', url);
    const form = new URLSearchParams(await text(request));
    const json = ({ status, body }: Answer) => sendJson(response, status, body);
    const page = (body: string) =>
      sendPage(response, testPage({ title: wire.title, body: `<h1>${wire.title}</h1>${body}` }));

    if (pathname === '/')
      return page(`<ul>${people.map(({ name }) => `<li>${escapeHtml(name)}`).join('')}</ul>`);
    if (pathname === wire.paths.token) return json(exchange(form));
    if (pathname === wire.paths.profile) return json(profile(request.headers.authorization ?? ''));
    if (pathname !== wire.paths.authorize) {
      const body = openId?.documents[pathname];
      return json(body ? { status: 200, body } : { status: 404, body: {} });
    }
    const isKnown =
      query.get('client_id') === clientId && redirectUris.includes(query.get('redirect_uri') ?? '');
    if (!isKnown) return json({ status: 400, body: { error: 'redirect_uri_mismatch' } });
    const location = redirectFor(query, new URLSearchParams([...query, ...form]));
    if (location === null) return page(chooser(people));
    response.writeHead(302, { location }).end();
  }

  /** Returns the address of the client with a code or an error; null if the person has not chosen yet. */
  function redirectFor(query: URLSearchParams, chosen: URLSearchParams): string | null {
    const back = new URL(query.get('redirect_uri') ?? '');
    back.searchParams.set('state', query.get('state') ?? '');
    if (chosen.has('cancel')) back.searchParams.set('error', 'access_denied');
    else {
      const personId = chosen.has('make') ? personMade(chosen).id : chosen.get('person');
      if (personId === null) return null;
      const code = randomUUID();
      back.searchParams.set('code', code);
      codes.set(code, {
        personId,
        named: query.get(wire.namedWithCode) ?? '',
        nonce: query.get('nonce'),
        challenge: query.get('code_challenge'),
      });
    }
    return back.href;
  }

  function personMade(form: URLSearchParams): Person {
    const email = form.get('email') ?? '';
    const known = people.find((one) => one.email === email);
    if (known) return known;
    const name = form.get('name') ?? '';
    const made = { id: randomUUID(), name, email, isEmailVerified: form.has('verified') };
    people.push(made);
    return made;
  }

  function exchange(form: URLSearchParams): Answer {
    if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
      return wire.clientRefusal;
    const code = form.get('code') ?? '';
    const begun = codes.get(code);
    codes.delete(code);
    const verifier = hash('sha256', form.get('code_verifier') ?? '', 'base64url');
    const isGood =
      form.get('grant_type') === 'authorization_code' &&
      form.get(wire.namedWithCode) === begun?.named &&
      (begun.challenge === null || begun.challenge === verifier);
    const person = people.find(({ id }) => id === begun?.personId);
    if (!begun || !person || !isGood || fault === 'invalid_grant') return wire.refusal;
    const token = randomUUID();
    tokens.set(token, person.id);
    return {
      status: 200,
      body: {
        token_type: 'bearer',
        access_token: token,
        expires_in: 3600,
        ...(openId && {
          id_token: openId.idToken({ claims: profileOf(person), nonce: begun.nonce, token, fault }),
        }),
      },
    };
  }

  function profile(authorization: string): Answer {
    const id = tokens.get(authorization.replace(/^Bearer /, ''));
    const person = people.find((one) => one.id === id);
    if (!person || fault === 'profile_refused') return wire.profileRefusal;
    return { status: 200, body: profileOf(fault === 'email_withheld' ? { ...person, email: null } : person) };
  }

  const profileOf = (person: Person) =>
    wire.profileOf({ ...person, number: people.findIndex(({ id }) => id === person.id) });

  return {
    url,
    clientId,
    clientSecret,
    people,
    close,
    injectFault: (next) => void (fault = next),
  };
}

const chooser = (people: readonly Person[]) => `<p>어떤 계정으로 이어 갈까요?</p>
<form method="post">${people
  .map(
    ({ id, name, email, isEmailVerified }) =>
      `<button class="wide" name="person" value="${id}"><b>${escapeHtml(name)}</b><br><small>${escapeHtml(email ?? '메일 주소를 주지 않아요')}${email !== null && !isEmailVerified ? ' · 확인 안 됨' : ''}</small></button>`,
  )
  .join('')}</form>
<h2>새 계정 만들기</h2>
<form method="post"><input type="hidden" name="make" value="1">
<label>이름 <input type="text" name="name" required maxlength="60"></label>
<label>메일 주소 <input type="email" name="email" required></label>
<label><input type="checkbox" name="verified" checked> 확인된 메일 주소</label>
<button>만들고 이어 가기</button></form>
<form method="post"><p><button name="cancel" value="1">취소</button></p></form>`;
