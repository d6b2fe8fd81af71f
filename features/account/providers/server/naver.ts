import { z } from 'zod';
import type { Settings } from '#server/config.ts';
import type { ProviderConfiguration } from './provider-configuration.ts';
import { exchangeCode, readProfile } from './token-exchange.ts';

/** Fields of `/v1/nid/me` (developers.naver.com, 네이버 회원 프로필 조회). */
const NaverProfile = z.object({
  resultcode: z.literal('00'),
  response: z.object({
    id: z.string().min(1),
    email: z.string().optional(),
    nickname: z.string().optional(),
    name: z.string().optional(),
  }),
});

/**
 * The configuration of Naver. Naver does not support PKCE. Naver does not report whether an address is verified, so
 * every address counts as unverified.
 */
export function naverConfiguration(settings: Settings): ProviderConfiguration | null {
  const { NAVER_CLIENT_ID: clientId, NAVER_CLIENT_SECRET: clientSecret } = settings;
  if (!clientId || !clientSecret) return null;
  return {
    providerId: 'naver',
    clientId,
    clientSecret,
    authorizationUrl: `${settings.NAVER_AUTH_URL}/oauth2.0/authorize`,
    tokenUrl: `${settings.NAVER_AUTH_URL}/oauth2.0/token`,
    pkce: false,
    // Naver requires the state in this request, too. better-auth has already verified the state.
    getToken: async ({ code }) => {
      const { getOAuthState } = await import('better-auth/api');
      return exchangeCode({
        url: `${settings.NAVER_AUTH_URL}/oauth2.0/token`,
        form: {
          code,
          client_id: clientId,
          client_secret: clientSecret,
          state: String((await getOAuthState())?.oauthState),
        },
      });
    },
    getUserInfo: async ({ accessToken }) => {
      const url = `${settings.NAVER_API_URL}/v1/nid/me`;
      const profile = await readProfile({ url, accessToken, schema: NaverProfile });
      if (!profile) return null;
      const { id, email, nickname, name } = profile.response;
      return { id, email, emailVerified: false, name: nickname ?? name ?? '' };
    },
  };
}
