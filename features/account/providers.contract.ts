import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import { Proof } from './second-factor.contract.ts';

/** Identity providers that a person can sign in with. */
export const ProviderId = z.enum(['google', 'kakao', 'naver']);
export type ProviderId = z.infer<typeof ProviderId>;

/** How a sign-in by a provider ended that did not succeed, as the log-in page is told in its address. */
export type ProviderProblem =
  | 'cancelled'
  | 'account_exists'
  | 'email_missing'
  | 'too_many'
  | 'failed'
  /** Asked to prove oneself: it was another person's account of the provider, or one that is not linked. */
  | 'someone_else'
  /** Asked to link: it is linked to another account of ours. */
  | 'linked_elsewhere';

export const providerProblems = defineProblems({
  'account.provider_unknown': 404,
  'account.provider_unavailable': 503,
  'account.provider_not_linked': 404,
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

const Start = z.object({ url: z.string() });

export const startProviderProof = endpoint({
  method: 'POST',
  url: '/api/account/providers/:provider/proof',
  access: 'member',
  schema: {
    summary: 'Begin to prove oneself once more by a linked identity provider; this session goes on',
    params: ofProvider,
    body: z.object({ page: z.enum(['settings', 'leaving']) }),
    response: { 200: Start },
  },
  problems: ['account.provider_unknown', 'account.provider_unavailable', 'account.too_many_attempts'],
});

export const startProviderLink = endpoint({
  method: 'POST',
  url: '/api/account/providers/:provider/link',
  access: 'member',
  schema: {
    summary: 'Begin to link an account of an identity provider, whatever its e-mail address',
    params: ofProvider,
    body: Proof,
    response: { 200: Start },
  },
  problems: [
    'account.provider_unknown',
    'account.provider_unavailable',
    'account.password_wrong',
    'account.fresh_sign_in_required',
    'account.too_many_attempts',
  ],
});

export const unlinkProvider = endpoint({
  method: 'POST',
  url: '/api/account/providers/:provider/unlink',
  access: 'member',
  schema: {
    summary: 'Unlink an identity provider, unless nothing to sign in with would be left',
    params: ofProvider,
    body: Proof,
    response: { 200: z.object({ unlinked: z.literal(true) }) },
  },
  problems: [
    'account.provider_not_linked',
    'account.last_way_in',
    'account.password_wrong',
    'account.fresh_sign_in_required',
    'account.too_many_attempts',
  ],
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
