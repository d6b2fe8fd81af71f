import { z } from 'zod';
import type { Settings } from '#server/config.ts';
import type { ProviderConfiguration } from './provider-configuration.ts';
import { exchangeCode, readProfile } from './token-exchange.ts';

/** Fields of `/v2/user/me` (developers.kakao.com, Kakao Login REST API). */
const KakaoProfile = z.object({
  id: z.number().int(),
  kakao_account: z
    .object({
      email: z.string().optional(),
      is_email_valid: z.boolean().optional(),
      is_email_verified: z.boolean().optional(),
      profile: z.object({ nickname: z.string().optional() }).optional(),
    })
    .optional(),
});

/** The configuration of Kakao. Kakao does not support PKCE, and a person may withhold the e-mail address. */
export function kakaoConfiguration(settings: Settings): ProviderConfiguration | null {
  const { KAKAO_CLIENT_ID: clientId, KAKAO_CLIENT_SECRET: clientSecret } = settings;
  if (!clientId) return null;
  return {
    providerId: 'kakao',
    clientId,
    ...(clientSecret && { clientSecret }),
    authorizationUrl: `${settings.KAKAO_AUTH_URL}/oauth/authorize`,
    tokenUrl: `${settings.KAKAO_AUTH_URL}/oauth/token`,
    scopes: ['account_email', 'profile_nickname'],
    pkce: false,
    accountSubject: ({ profile }) => String(profile.id),
    getToken: ({ code, redirectURI }) =>
      exchangeCode({
        url: `${settings.KAKAO_AUTH_URL}/oauth/token`,
        form: {
          code,
          client_id: clientId,
          redirect_uri: redirectURI,
          ...(clientSecret && { client_secret: clientSecret }),
        },
      }),
    getUserInfo: async ({ accessToken }) => {
      const url = `${settings.KAKAO_API_URL}/v2/user/me`;
      const profile = await readProfile({ url, accessToken, schema: KakaoProfile });
      if (!profile) return null;
      const { email, is_email_valid, is_email_verified, profile: person } = profile.kakao_account ?? {};
      return {
        id: String(profile.id),
        email,
        emailVerified: is_email_valid === true && is_email_verified === true,
        name: person?.nickname ?? '',
      };
    },
  };
}
