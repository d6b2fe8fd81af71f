import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '#server/config.ts';
import { withTimeLimit } from '#common/time-limit.ts';
import { problem } from '#server/http/problem.ts';
import { type ProviderId, type ProviderProblem, providerProblems } from '../providers.contract.ts';
import type { AccountAuth } from '../../server/account.auth.ts';
import type { sessionCookieFor } from '../../sessions/server/session-cookie.ts';

/** Time limit in milliseconds for the answer of a provider. It must be shorter than the timeout of a browser. */
const TIMEOUT_MS = 20_000;

const PAGES: readonly string[] = ['/login', '/signup', '/app/settings', '/app/user-deletion-request'];

export type ProviderOutcome =
  | { way: 'in'; token: string; setCookies: string[]; location: string; isReauthentication: boolean }
  | { way: 'second_step'; setCookies: string[]; location: string; isReauthentication: boolean }
  | { way: 'linked'; setCookies: string[]; location: string }
  | {
      way: 'back';
      problem: ProviderProblem;
      /** better-auth's error code, for the log. */
      cause: string | null;
      setCookies: string[];
      location: string;
    };

/**
 * Runs the sign-in by identity providers. better-auth fetches the discovery documents of the providers only when its
 * instance is created. If a provider was unreachable at that time, the next sign-in creates a new instance.
 */
export function providerSignIns(options: {
  settings: Settings;
  createAuthInstance: () => Promise<AccountAuth>;
  sessionCookie: ReturnType<typeof sessionCookieFor>;
  log: FastifyBaseLogger;
}) {
  const { settings, createAuthInstance, sessionCookie, log } = options;
  const limit = { ms: TIMEOUT_MS, what: 'The answer of the provider' };
  let auth: AccountAuth | null = null;

  async function authFor(provider: ProviderId): Promise<AccountAuth | null> {
    if (auth && (await isConfigured(auth, provider))) return auth;
    auth = await createAuthInstance();
    return (await isConfigured(auth, provider)) ? auth : null;
  }

  async function readyFor(provider: ProviderId): Promise<AccountAuth> {
    const ready = await withTimeLimit(() => authFor(provider), limit).catch((error: unknown) => {
      log.error({ event: 'account.provider_away', provider, err: error }, 'a sign-in provider failed');
      return null;
    });
    if (!ready) throw problem(providerProblems, 'account.provider_unavailable');
    return ready;
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
      const login = `${settings.BASE_URL}/login?${search}`;
      const { response, headers: answered } = await ready.api.signInSocial({
        body: {
          provider,
          callbackURL: login,
          newUserCallbackURL: `${login}&joined=1`,
          requestSignUp: true,
          errorCallbackURL: intent === 'sign_up' ? `${settings.BASE_URL}/signup?${search}` : login,
          disableRedirect: true,
        },
        headers,
        returnHeaders: true,
      });
      return redirectOf({ url: response.url, headers: answered });
    },

    /** @throws account.provider_unavailable */
    async startAsMember(given: {
      provider: ProviderId;
      intent: 'reauthentication' | 'link';
      page: '/app/settings' | '/app/user-deletion-request';
      headers: Headers;
    }): Promise<ProviderRedirect> {
      const { provider, intent, page, headers } = given;
      const ready = await readyFor(provider);
      const back = `${settings.BASE_URL}${page}?via=${provider}`;
      const done = intent === 'reauthentication' ? 'reauthenticated' : 'linked';
      const body = {
        provider,
        callbackURL: `${back}&${done}=1`,
        errorCallbackURL: back,
        disableRedirect: true,
      };
      const { response, headers: answered } =
        intent === 'reauthentication'
          ? await ready.api.signInSocial({ body, headers, returnHeaders: true })
          : await ready.api.linkSocialAccount({ body, headers, returnHeaders: true });
      return redirectOf({ url: response.url, headers: answered });
    },

    async finish({
      provider,
      request,
    }: {
      provider: ProviderId;
      request: Request;
    }): Promise<ProviderOutcome> {
      const answer = await withTimeLimit(
        async () => (await authFor(provider))?.handler(request),
        limit,
      ).catch((error: unknown) => {
        log.error({ event: 'account.provider_away', provider, err: error }, 'a sign-in provider failed');
        return null;
      });
      const setCookies = answer?.headers.getSetCookie() ?? [];
      const location = pageOf({ location: answer?.headers.get('location') ?? null, settings, provider });
      const token = setCookies.map((line) => sessionCookie.read(line.split(';')[0])).find(Boolean);
      const cause = location.searchParams.get('error');
      const isReauthentication = location.searchParams.has('reauthenticated');
      if (token) return { way: 'in', token, setCookies, location: pathOf(location), isReauthentication };
      if (answer && cause === null && (await requiresSecondFactor(answer))) {
        if (!isReauthentication) location.searchParams.set('step', 'second_factor');
        return { way: 'second_step', setCookies, location: pathOf(location), isReauthentication };
      }
      if (cause === null && location.searchParams.has('linked'))
        return { way: 'linked', setCookies, location: pathOf(location) };
      const reason = problemOf(cause);
      location.searchParams.delete('error');
      location.searchParams.delete('error_description');
      location.searchParams.set('problem', reason);
      return { way: 'back', problem: reason, cause, setCookies, location: pathOf(location) };
    },
  };
}

type ProviderRedirect = { url: string; setCookies: string[] };

function redirectOf({ url, headers }: { url: string | undefined; headers: Headers }): ProviderRedirect {
  if (!url) throw problem(providerProblems, 'account.provider_unavailable');
  return { url, setCookies: headers.getSetCookie() };
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

/**
 * Returns the page to which the browser is redirected. An address outside `PAGES` is replaced by the log-in page, which
 * shows the problem.
 */
function pageOf(given: {
  location: string | null;
  settings: Pick<Settings, 'BASE_URL'>;
  provider: ProviderId;
}): URL {
  const { location, settings, provider } = given;
  const url = location === null ? null : URL.parse(location, settings.BASE_URL);
  const isOwnPage = url?.origin === settings.BASE_URL && PAGES.includes(url.pathname);
  return isOwnPage ? url : new URL(`/login?via=${provider}`, settings.BASE_URL);
}

function problemOf(error: string | null): ProviderProblem {
  if (error === 'access_denied') return 'cancelled';
  if (error === 'account_not_linked') return 'account_exists';
  if (error === 'email_not_found') return 'email_missing';
  if (error === 'signup_disabled') return 'someone_else';
  if (error === 'account_already_linked_to_different_user') return 'linked_elsewhere';
  return 'failed';
}
