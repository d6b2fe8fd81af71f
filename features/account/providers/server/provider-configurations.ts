import type { Settings } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { kakaoConfiguration } from './kakao.ts';
import { naverConfiguration } from './naver.ts';
import type { ProviderConfiguration } from './provider-configuration.ts';
import { emailOfIdentity } from './providers.sql.ts';

/** Returns the configured providers in the order of their buttons. */
export function providerConfigurations(settings: Settings): ProviderConfiguration[] {
  return [googleConfiguration(settings), kakaoConfiguration(settings), naverConfiguration(settings)].filter(
    (configuration) => configuration !== null,
  );
}

/**
 * Returns the configurations for better-auth. better-auth requires an e-mail address before it looks up an identity. If
 * a returning member shares no address with the provider, better-auth gets the address of the account as unverified.
 * While an identity is being linked, its address counts as verified, because the member has signed in both here and at
 * the provider. An account is created only if the person requested a sign-up.
 */
export const configurationsFor = ({
  settings,
  database,
}: {
  settings: Settings;
  database: Database;
}): ProviderConfiguration[] =>
  providerConfigurations(settings).map((configuration) => ({
    ...configuration,
    disableImplicitSignUp: true,
    mapProfileToUser: async (profile) => {
      const { email, emailVerified, ...user } = {
        email: profile.email,
        emailVerified: profile.emailVerified,
        ...(await configuration.mapProfileToUser?.(profile)),
      };
      const { getOAuthState } = await import('better-auth/api');
      const isLinking = (await getOAuthState())?.link !== undefined;
      if (isLinking || email)
        return { ...user, email: email ?? null, emailVerified: isLinking || emailVerified };
      const subject = String(profile.sub ?? profile.id);
      const known = await emailOfIdentity(database, { provider: configuration.providerId, subject });
      return { ...user, email: known ?? null, emailVerified: false };
    },
  }));

/**
 * Returns the configuration of Google, which verifies nonce, signature, issuer, audience and age of the id_token
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
      // An unverified address is ignored, and without an address no account is created.
      email: email_verified === true ? (email ?? null) : null,
      emailVerified: email_verified === true,
    }),
  };
}
