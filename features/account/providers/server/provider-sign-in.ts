import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '#server/config.ts';
import { withTimeLimit } from '#common/time-limit.ts';
import { problem } from '#server/http/problem.ts';
import { type ProviderId, type ProviderProblem, providerProblems } from '../providers.contract.ts';
import type { AccountAuth } from '../../server/account.auth.ts';
import { cookieOf } from '../../server/cookie-header.ts';
import type { sessionCookieFor } from '../../sessions/server/session-cookie.ts';

/** Time limit in milliseconds for the answer of a provider. It must be shorter than the timeout of a browser. */
const TIMEOUT_MS = 20_000;

/** Lifetime in milliseconds of better-auth's state, and of the cookie with the page of the flow. */
const FLOW_MS = 10 * 60_000;

const PAGES: readonly string[] = [
  '/login',
  '/signup',
  '/app/settings/security',
  '/app/user-deletion-request',
];

export type ProviderOutcome =
  | { way: 'in'; token: string; setCookies: string[]; location: string; isReauthentication: boolean }
  | { way: 'second_step'; setCookies: string[]; location: string; isReauthentication: boolean }
  | { way: 'linked'; setCookies: string[]; location: string }
  | { way: 'reauthenticated'; userId: string; setCookies: string[]; location: string }
  | {
      way: 'back';
      problem: ProviderProblem;
      /** better-auth's error code, for the log. */
      cause: string | null;
      setCookies: string[];
      location: string;
    };

type SignInOptions = {
  settings: Settings;
  createAuthInstance: () => Promise<AccountAuth>;
  sessionCookie: ReturnType<typeof sessionCookieFor>;
  log: FastifyBaseLogger;
};

/** Runs the sign-in by identity providers. */
export function providerSignIns(options: SignInOptions) {
  const { settings, createAuthInstance, sessionCookie, log } = options;
  const { BASE_URL } = settings;
  const pageCookie = cookieOf({ settings, name: 'provider-page' });
  const { authFor, readyFor, answerOf } = authInstances({ createAuthInstance, log });

  /** @param page the page on which the flow ends if it fails */
  function redirectOf({ url, headers, page }: { url: string | undefined; headers: Headers; page: string }) {
    if (!url) throw problem(providerProblems, 'account.provider_unavailable');
    const setCookies = [...headers.getSetCookie(), pageCookie.write({ value: page, maxAgeMs: FLOW_MS })];
    return { url, setCookies };
  }

  return {
    /** @throws account.provider_unavailable */
    async start(given: {
      provider: ProviderId;
      intent: 'sign_in' | 'sign_up';
      from: string | undefined;
      headers: Headers;
    }): Promise<ProviderRedirect> {
      const { provider, intent, from, headers } = given;
      const ready = await readyFor(provider);
      const search = new URLSearchParams({ ...(from && { from }), via: provider }).toString();
      const login = `${BASE_URL}/login?${search}`;
      const page = intent === 'sign_up' ? `/signup?${search}` : `/login?${search}`;
      const { response, headers: answered } = await ready.api.signInSocial({
        body: {
          provider,
          callbackURL: login,
          newUserCallbackURL: `${login}&joined=1`,
          requestSignUp: true,
          errorCallbackURL: `${BASE_URL}${page}`,
          disableRedirect: true,
        },
        headers,
        returnHeaders: true,
      });
      return redirectOf({ url: response.url, headers: answered, page });
    },

    /** @throws account.provider_unavailable */
    async startAsMember(given: {
      provider: ProviderId;
      intent: 'reauthentication' | 'link';
      page: '/app/settings/security' | '/app/user-deletion-request';
      headers: Headers;
    }): Promise<ProviderRedirect> {
      const { provider, intent, headers } = given;
      const ready = await readyFor(provider);
      const page = `${given.page}?via=${provider}`;
      const done = intent === 'reauthentication' ? 'reauthenticated' : 'linked';
      const body = {
        provider,
        callbackURL: `${BASE_URL}${page}&${done}=1`,
        errorCallbackURL: `${BASE_URL}${page}`,
        disableRedirect: true,
      };
      const { response, headers: answered } =
        intent === 'reauthentication'
          ? await ready.api.signInSocial({ body, headers, returnHeaders: true })
          : await ready.api.linkSocialAccount({ body, headers, returnHeaders: true });
      return redirectOf({ url: response.url, headers: answered, page });
    },

    async finish({
      provider,
      request,
    }: {
      provider: ProviderId;
      request: Request;
    }): Promise<ProviderOutcome> {
      const answer = await answerOf(provider, async () => (await authFor(provider))?.handler(request));
      const setCookies = answer?.headers.getSetCookie() ?? [];
      const location =
        ownPage({ address: answer?.headers.get('location'), settings }) ??
        failurePage({ provider, cookies: request.headers.get('cookie') });
      const token = setCookies.map((line) => sessionCookie.read(line.split(';')[0])).find(Boolean);
      return outcomeOf({ answer, location, token, setCookies });
    },

    /** Ends a flow that was refused before the provider's answer was read. */
    refuse: (given: { provider: ProviderId; problem: ProviderProblem; cookies: string | null }) =>
      refusedAt({ location: failurePage(given), problem: given.problem, cause: null, setCookies: [] }),
  };

  /** Returns the page on which the flow ends if better-auth names none. */
  function failurePage({ provider, cookies }: { provider: ProviderId; cookies: string | null }): URL {
    const page = ownPage({ address: pageCookie.read(cookies ?? undefined), settings });
    return page ?? new URL(`/login?via=${provider}`, BASE_URL);
  }
}

/**
 * Returns the instance of better-auth. better-auth fetches the discovery documents of the providers only when its
 * instance is created. If a provider was unreachable at that time, the next sign-in creates a new instance.
 */
function authInstances({ createAuthInstance, log }: Pick<SignInOptions, 'createAuthInstance' | 'log'>) {
  let auth: AccountAuth | null = null;

  async function authFor(provider: ProviderId): Promise<AccountAuth | null> {
    if (auth && (await isConfigured(auth, provider))) return auth;
    auth = await createAuthInstance();
    return (await isConfigured(auth, provider)) ? auth : null;
  }

  /** Returns null if the provider does not answer. The cause is logged. */
  const answerOf = <T>(provider: ProviderId, ask: () => Promise<T>): Promise<T | null> =>
    withTimeLimit(ask, { ms: TIMEOUT_MS, what: 'The answer of the provider' }).catch((error: unknown) => {
      log.error({ event: 'account.provider_away', provider, err: error }, 'a sign-in provider failed');
      return null;
    });

  async function readyFor(provider: ProviderId): Promise<AccountAuth> {
    const ready = await answerOf(provider, () => authFor(provider));
    if (!ready) throw problem(providerProblems, 'account.provider_unavailable');
    return ready;
  }

  return { authFor, readyFor, answerOf };
}

type ProviderRedirect = { url: string; setCookies: string[] };

/** Interprets the answer of better-auth to the callback of a provider. */
async function outcomeOf({
  answer,
  location,
  token,
  setCookies,
}: {
  answer: Response | null | undefined;
  location: URL;
  /** The token of the new session. */
  token: string | null | undefined;
  setCookies: string[];
}): Promise<ProviderOutcome> {
  const cause = location.searchParams.get('error');
  const isReauthentication = location.searchParams.has('reauthenticated');
  if (token) return { way: 'in', token, setCookies, location: pathOf(location), isReauthentication };
  if (answer && cause === null && (await requiresSecondFactor(answer))) {
    if (!isReauthentication) location.searchParams.set('step', 'second_factor');
    return { way: 'second_step', setCookies, location: pathOf(location), isReauthentication };
  }
  if (cause === null && location.searchParams.has('linked'))
    return { way: 'linked', setCookies, location: pathOf(location) };
  return refusedAt({ location, problem: problemOf(cause), cause, setCookies });
}

type Refused = Extract<ProviderOutcome, { way: 'back' }>;

function refusedAt({
  location,
  ...outcome
}: Omit<Refused, 'way' | 'location'> & { location: URL }): ProviderOutcome {
  location.searchParams.delete('error');
  location.searchParams.delete('error_description');
  location.searchParams.set('problem', outcome.problem);
  return { way: 'back', ...outcome, location: pathOf(location) };
}

const pathOf = ({ pathname, search }: URL) => `${pathname}${search}`;

/**
 * Whether better-auth requires a second factor. Its answer is normally a redirect without a body. If a second factor is
 * required, the answer has a JSON body.
 */
async function requiresSecondFactor(answer: Response): Promise<boolean> {
  // A redirect has no body.
  const body = (await answer.json().catch(() => null)) as { twoFactorRedirect?: boolean } | null;
  return body?.twoFactorRedirect === true;
}

const isConfigured = async (auth: AccountAuth, provider: ProviderId) =>
  (await auth.$context).socialProviders.some(({ id }) => id === provider);

/** Returns the address if it is one of `PAGES`. */
function ownPage(given: {
  address: string | null | undefined;
  settings: Pick<Settings, 'BASE_URL'>;
}): URL | null {
  const { address, settings } = given;
  const url = address ? URL.parse(address, settings.BASE_URL) : null;
  return url?.origin === settings.BASE_URL && PAGES.includes(url.pathname) ? url : null;
}

function problemOf(error: string | null): ProviderProblem {
  if (error === 'access_denied') return 'cancelled';
  if (error === 'account_not_linked') return 'account_exists';
  if (error === 'email_not_found') return 'email_missing';
  if (error === 'signup_disabled') return 'someone_else';
  if (error === 'account_already_linked_to_different_user') return 'linked_elsewhere';
  return 'failed';
}
