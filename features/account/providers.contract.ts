import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';

/** Identity providers that a person can sign in with. */
const ProviderId = z.enum(['google', 'kakao', 'naver']);
export type ProviderId = z.infer<typeof ProviderId>;

/** How a sign-in by a provider ended that did not succeed, as the log-in page is told in its address. */
export type ProviderProblem = 'cancelled' | 'account_exists' | 'email_missing' | 'too_many' | 'failed';

export const providerProblems = defineProblems({
  'account.provider_unknown': 404,
  'account.provider_unavailable': 503,
});

const ofProvider = z.object({ provider: ProviderId });

export const getSignInOptions = endpoint({
  method: 'GET',
  url: '/api/account/sign-in-options',
  access: 'anyone',
  schema: {
    summary: 'Ways of signing in that this installation offers',
    response: {
      200: z.object({
        providers: z.array(ProviderId),
        /** The operator's welcome function has no address that can be one: who signs up is told. */
        isWelcomeMisconfigured: z.boolean(),
      }),
    },
  },
  problems: [],
});

export const startProviderSignIn = endpoint({
  method: 'POST',
  url: '/api/account/providers/:provider/sign-in',
  access: 'anyone',
  schema: {
    summary: 'Begin signing in or up with an identity provider; answers where to send the browser',
    params: ofProvider,
    body: z.object({
      intent: z.enum(['sign_in', 'sign_up']),
      /** The page one came from; only the log-in page reads it, which follows no foreign address. */
      from: z.string().max(2000).optional(),
    }),
    response: { 200: z.object({ url: z.string() }) },
  },
  problems: ['account.provider_unknown', 'account.provider_unavailable', 'account.too_many_attempts'],
});

export const providerCallback = endpoint({
  method: 'GET',
  url: '/api/auth/callback/:provider',
  access: 'anyone',
  schema: {
    summary: 'Where an identity provider sends the browser back to; leads on to a page, whatever happened',
    params: ofProvider,
    response: { 302: z.unknown() },
  },
  problems: [],
});
