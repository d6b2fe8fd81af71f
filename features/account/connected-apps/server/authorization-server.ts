import { oauthProvider } from '@better-auth/oauth-provider';
import { betterAuth } from 'better-auth';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { codeOf } from '../../server/account.service.ts';
import { sharedAuthOptions } from '../../server/account.auth.ts';
import {
  ACCESS_TOKEN_SECONDS,
  CONNECT_PAGE,
  mcpUrlOf,
  REFRESH_RETRY_SECONDS,
  REFRESH_TOKEN_SECONDS,
  SCOPES,
} from '../connected-apps.rules.ts';
import { APP_TOKEN_PREFIX, appTokenHash } from './app-tokens.ts';

export type AuthorizationServer = ReturnType<typeof createAuthorizationServer>;

/**
 * Creates the authorization server for apps (OAuth 2.1). Its access tokens are not signed but stored, so that the end of
 * a connection ends them at once.
 */
export function createAuthorizationServer(options: {
  database: Database;
  log: FastifyBaseLogger;
  settings: Pick<Settings, 'AUTH_SECRET' | 'BASE_URL'>;
}) {
  const { BASE_URL } = options.settings;
  const page = `${BASE_URL}${CONNECT_PAGE}`;
  return betterAuth({
    ...sharedAuthOptions(options),
    onAPIError: {
      // The page shows an error if it is opened without a request.
      errorURL: page,
      // Without this function, refusals are printed to the standard error.
      onError: (error) => {
        if (codeOf(error) !== null) return;
        const { name, code } = error as Error & { code?: string };
        options.log.error({ by: 'better-auth', name, code }, 'the authorization server failed');
      },
    },
    plugins: [
      oauthProvider({
        // Visitors also come to this page. The application sends them to the sign-in and back.
        loginPage: page,
        consentPage: page,
        scopes: [...SCOPES],
        resources: [{ identifier: mcpUrlOf(BASE_URL), name: 'MCP' }],
        enforcePerClientResources: false,
        grantTypes: ['authorization_code', 'refresh_token'],
        allowDynamicClientRegistration: true,
        allowUnauthenticatedClientRegistration: true,
        allowPublicClientPrelogin: true,
        disableJwtPlugin: true,
        accessTokenExpiresIn: ACCESS_TOKEN_SECONDS,
        refreshTokenExpiresIn: REFRESH_TOKEN_SECONDS,
        refreshTokenReuseInterval: REFRESH_RETRY_SECONDS,
        storeTokens: { hash: async (token) => appTokenHash(token) },
        prefix: { opaqueAccessToken: APP_TOKEN_PREFIX },
        schema: TABLES,
      }),
    ],
  });
}

const TABLES = {
  oauthClient: {
    modelName: 'oauth_clients',
    fields: {
      clientId: 'client_id',
      clientSecret: 'client_secret',
      clientDiscoveryId: 'client_discovery_id',
      skipConsent: 'skip_consent',
      enableEndSession: 'enable_end_session',
      subjectType: 'subject_type',
      clientCredentialsScopes: 'client_credentials_scopes',
      userId: 'user_id',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
      softwareId: 'software_id',
      softwareVersion: 'software_version',
      softwareStatement: 'software_statement',
      redirectUris: 'redirect_uris',
      postLogoutRedirectUris: 'post_logout_redirect_uris',
      backchannelLogoutUri: 'backchannel_logout_uri',
      backchannelLogoutSessionRequired: 'backchannel_logout_session_required',
      tokenEndpointAuthMethod: 'token_endpoint_auth_method',
      applicationType: 'application_type',
      jwksUri: 'jwks_uri',
      grantTypes: 'grant_types',
      responseTypes: 'response_types',
      requirePKCE: 'require_pkce',
      dpopBoundAccessTokens: 'dpop_bound_access_tokens',
      referenceId: 'reference_id',
    },
  },
  oauthResource: {
    modelName: 'oauth_resources',
    fields: {
      accessTokenTtl: 'access_token_ttl',
      refreshTokenTtl: 'refresh_token_ttl',
      signingAlgorithm: 'signing_algorithm',
      signingKeyId: 'signing_key_id',
      allowedScopes: 'allowed_scopes',
      customClaims: 'custom_claims',
      dpopBoundAccessTokensRequired: 'dpop_bound_access_tokens_required',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
      policyVersion: 'policy_version',
    },
  },
  oauthClientResource: {
    modelName: 'oauth_client_resources',
    fields: { clientId: 'client_id', resourceId: 'resource_id', createdAt: 'created_at' },
  },
  oauthRefreshToken: {
    modelName: 'oauth_refresh_tokens',
    fields: {
      clientId: 'client_id',
      sessionId: 'session_id',
      userId: 'user_id',
      referenceId: 'reference_id',
      authorizationCodeId: 'authorization_code_id',
      requestedUserInfoClaims: 'requested_user_info_claims',
      expiresAt: 'expires_at',
      createdAt: 'created_at',
      rotatedAt: 'rotated_at',
      rotationReplayResponse: 'rotation_replay_response',
      rotationReplayExpiresAt: 'rotation_replay_expires_at',
      authTime: 'auth_time',
    },
  },
  oauthAccessToken: {
    modelName: 'oauth_access_tokens',
    fields: {
      clientId: 'client_id',
      sessionId: 'session_id',
      userId: 'user_id',
      referenceId: 'reference_id',
      authorizationCodeId: 'authorization_code_id',
      requestedUserInfoClaims: 'requested_user_info_claims',
      refreshId: 'refresh_id',
      expiresAt: 'expires_at',
      createdAt: 'created_at',
    },
  },
  oauthConsent: {
    modelName: 'oauth_consents',
    fields: {
      clientId: 'client_id',
      userId: 'user_id',
      referenceId: 'reference_id',
      requestedUserInfoClaims: 'requested_user_info_claims',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  oauthClientAssertion: { modelName: 'oauth_client_assertions', fields: { expiresAt: 'expires_at' } },
} as const;
