import type { Settings } from '#server/config.ts';
import { kakaoConfiguration } from './kakao.ts';
import { naverConfiguration } from './naver.ts';
import type { ProviderConfiguration } from './provider-configuration.ts';

/** The identity providers that the settings name, in the order in which their buttons stand. */
export function providerConfigurations(settings: Settings): ProviderConfiguration[] {
  return [googleConfiguration(settings), kakaoConfiguration(settings), naverConfiguration(settings)].filter(
    (configuration) => configuration !== null,
  );
}

/**
 * Google, by its discovery document: nonce, signature, issuer, audience and age of the id_token are checked
 * (developers.google.com/identity/openid-connect/openid-connect).
 */
function googleConfiguration({
  GOOGLE_ISSUER,
  GOOGLE_CLIENT_ID,
  GOOGLE_CLIENT_SECRET,
}: Settings): ProviderConfiguration | null {
  if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) return null;
  return {
    providerId: 'google',
    discoveryUrl: `${GOOGLE_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`,
    requireIdTokenVerification: true,
    clientId: GOOGLE_CLIENT_ID,
    clientSecret: GOOGLE_CLIENT_SECRET,
    scopes: ['openid', 'email', 'profile'],
    prompt: 'select_account',
    mapProfileToUser: ({ name, email, email_verified }) => ({
      name: typeof name === 'string' ? name : '',
      // An address that Google has not verified is nobody's; without one no account is made.
      email: email_verified === true ? (email ?? null) : null,
      emailVerified: email_verified === true,
    }),
  };
}
