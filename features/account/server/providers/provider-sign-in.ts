import type { Settings } from '#server/config.ts';
import { problem } from '#server/http/problem.ts';
import { type ProviderId, type ProviderProblem, providerProblems } from '../../providers.contract.ts';
import type { AccountAuth } from '../account.auth.ts';
import type { sessionCookieFor } from '../session-cookie.ts';

/** Longer than a provider may take, shorter than a browser waits. */
const PATIENCE_MS = 20_000;

/** Where a sign-in by a provider led: in with a session, or back with what went wrong. */
export type ProviderOutcome =
  | { way: 'in'; token: string; setCookies: string[]; location: string }
  | {
      way: 'back';
      problem: ProviderProblem;
      /** better-auth's own word for it, for the log. */
      cause: string | null;
      setCookies: string[];
      location: string;
    };

/**
 * Signing in and up with identity providers. What better-auth needs to know of a provider it asks for once, when it
 * is made; so it is made at the first sign-in, and anew while a provider could not be asked: one that was down when
 * this process started is offered as soon as it is back.
 */
export function providerSignIns(options: {
  settings: Settings;
  makeAuth: () => AccountAuth;
  sessionCookie: ReturnType<typeof sessionCookieFor>;
}) {
  const { settings, makeAuth, sessionCookie } = options;
  let auth: AccountAuth | null = null;

  async function authFor(provider: ProviderId): Promise<AccountAuth | null> {
    if (auth && (await knows(auth, provider))) return auth;
    auth = makeAuth();
    return (await knows(auth, provider)) ? auth : null;
  }

  return {
    /** @throws account.provider_unavailable */
    async start(given: {
      provider: ProviderId;
      intent: 'sign_in' | 'sign_up';
      from: string | undefined;
      headers: Headers;
    }): Promise<{ url: string; setCookies: string[] }> {
      const { provider, intent, from, headers } = given;
      const ready = await inTime(authFor(provider)).catch(() => null);
      if (!ready) throw problem(providerProblems, 'account.provider_unavailable');
      const search = new URLSearchParams({ ...(from && { from }), via: provider }).toString();
      const login = `${settings.BASE_URL}/login?${search}`;
      const { response, headers: answered } = await ready.api.signInSocial({
        body: {
          provider,
          callbackURL: login,
          newUserCallbackURL: `${login}&joined=1`,
          errorCallbackURL: intent === 'sign_up' ? `${settings.BASE_URL}/signup?${search}` : login,
          disableRedirect: true,
        },
        headers,
        returnHeaders: true,
      });
      if (!response.url) throw problem(providerProblems, 'account.provider_unavailable');
      return { url: response.url, setCookies: answered.getSetCookie() };
    },

    /** @param request the provider's redirect, as the browser brought it */
    async finish({
      provider,
      request,
    }: {
      provider: ProviderId;
      request: Request;
    }): Promise<ProviderOutcome> {
      const answer = await inTime(authFor(provider).then((ready) => ready?.handler(request))).catch(
        () => null,
      );
      const setCookies = answer?.headers.getSetCookie() ?? [];
      const location = pageOf({ location: answer?.headers.get('location') ?? null, settings, provider });
      const token = setCookies.map((line) => sessionCookie.read(line.split(';')[0])).find(Boolean);
      if (token) return { way: 'in', token, setCookies, location: `${location.pathname}${location.search}` };
      const cause = location.searchParams.get('error');
      const reason = problemOf(cause);
      location.searchParams.delete('error');
      location.searchParams.delete('error_description');
      location.searchParams.set('problem', reason);
      return {
        way: 'back',
        problem: reason,
        cause,
        setCookies,
        location: `${location.pathname}${location.search}`,
      };
    },
  };
}

const knows = async (auth: AccountAuth, provider: ProviderId) =>
  (await auth.$context).socialProviders.some(({ id }) => id === provider);

/** The page better-auth leads to if it is one of ours; whatever else happened, the log-in page says so. */
function pageOf(given: {
  location: string | null;
  settings: Pick<Settings, 'BASE_URL'>;
  provider: ProviderId;
}): URL {
  const { location, settings, provider } = given;
  const url = location === null ? null : URL.parse(location, settings.BASE_URL);
  const isOurs = url?.origin === settings.BASE_URL && ['/login', '/signup'].includes(url.pathname);
  return isOurs ? url : new URL(`/login?via=${provider}`, settings.BASE_URL);
}

function problemOf(error: string | null): ProviderProblem {
  if (error === 'access_denied') return 'cancelled';
  if (error === 'account_not_linked') return 'account_exists';
  if (error === 'email_not_found') return 'email_missing';
  return 'failed';
}

/** A provider that never answers must not keep the browser waiting. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The provider did not answer in time.')), PATIENCE_MS);
  });
  return Promise.race([work, patience]).finally(() => clearTimeout(timer));
}
