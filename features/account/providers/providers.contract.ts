import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { defineProblems } from '#common/problem.ts';
import { Reauthentication } from '../second-factor/second-factor.contract.ts';

export const ProviderId = z.enum(['google', 'kakao', 'naver']);
export type ProviderId = z.infer<typeof ProviderId>;

export type ProviderProblem =
  | 'cancelled'
  | 'account_exists'
  | 'email_missing'
  | 'too_many'
  | 'failed'
  /** The person re-authenticated with a provider account that is not linked. */
  | 'someone_else'
  /** The identity to link is already linked to another account. */
  | 'linked_elsewhere'
  | 'review_due';

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
    summary: 'List the sign-in methods that this installation offers.',
    response: {
      200: z.object({
        providers: z.array(ProviderId),
        /** Whether the URL of the operator's welcome function is invalid. If it is, new members see a notice. */
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
    summary:
      'Start sign-in or sign-up with an identity provider. Returns the URL to redirect the browser to.',
    params: ofProvider,
    body: z.object({
      intent: z.enum(['sign_in', 'sign_up']),
      /** The page to return to. The log-in page ignores links to other origins. */
      from: z.string().max(2000).optional(),
    }),
    response: { 200: z.object({ url: z.string() }) },
  },
  problems: ['account.provider_unknown', 'account.provider_unavailable', 'account.too_many_attempts'],
});

const Start = z.object({ url: z.string() });

export const startProviderReauthentication = endpoint({
  method: 'POST',
  url: '/api/account/providers/:provider/reauthentication',
  access: 'member',
  schema: {
    summary: 'Start re-authentication with a linked identity provider. The current session is kept.',
    params: ofProvider,
    body: z.object({ page: z.enum(['settings', 'deletion']) }),
    response: { 200: Start },
  },
  problems: ['account.provider_unknown', 'account.provider_unavailable', 'account.too_many_attempts'],
});

export const startProviderLink = endpoint({
  method: 'POST',
  url: '/api/account/providers/:provider/link',
  access: 'member',
  schema: {
    summary: 'Start linking an identity provider account. Its e-mail address may differ.',
    params: ofProvider,
    body: Reauthentication,
    response: { 200: Start },
  },
  problems: [
    'account.provider_unknown',
    'account.provider_unavailable',
    'account.password_wrong',
    'account.reauthentication_required',
    'account.too_many_attempts',
  ],
});

export const unlinkProvider = endpoint({
  method: 'POST',
  url: '/api/account/providers/:provider/unlink',
  access: 'member',
  schema: {
    summary: 'Unlink an identity provider. Refused if it is the last sign-in method.',
    params: ofProvider,
    body: Reauthentication,
    response: { 200: z.object({ unlinked: z.literal(true) }) },
  },
  problems: [
    'account.provider_not_linked',
    'account.last_sign_in_method',
    'account.password_wrong',
    'account.reauthentication_required',
    'account.too_many_attempts',
  ],
});

export const providerCallback = endpoint({
  method: 'GET',
  url: '/api/auth/callback/:provider',
  access: 'anyone',
  schema: {
    summary: 'OAuth callback of an identity provider. Always redirects to a page, also after an error.',
    params: ofProvider,
    response: { 302: z.unknown() },
  },
  problems: [],
});
