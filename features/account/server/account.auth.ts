import { passkey } from '@better-auth/passkey';
import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { APIError } from 'better-auth/api';
import { type GenericOAuthConfig, genericOAuth, twoFactor } from 'better-auth/plugins';
import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { Settings } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { PASSWORD_MAXIMUM, PASSWORD_MINIMUM } from '../account.contract.ts';
import { SESSION_LENGTH_MS, SESSION_REFRESH_MS } from '../account.rules.ts';
import { hashPassword, verifyPassword } from './account.passwords.ts';
import { cookieOf, LANGUAGE_HEADER } from './cookie-header.ts';
import { createRecoveryCodes } from '../second-factor/server/recovery-codes.ts';

export type AccountAuth = ReturnType<typeof createAuth>;

/**
 * Creates better-auth on our own tables. Of the routes of better-auth under /api/auth, only the callback of the
 * providers is exposed. Requests are authenticated without better-auth: see `account.person.ts`.
 */
export function createAuth(options: {
  database: Database;
  log: FastifyBaseLogger;
  settings: Pick<Settings, 'AUTH_SECRET' | 'BASE_URL'>;
  /** Called after any sign-in. The function must not throw, because an error would make the sign-in fail. */
  onSignedIn: (userId: string) => Promise<void>;
  /** Called after the commit of a new account. */
  onJoined: () => void;
  providers?: GenericOAuthConfig[];
}) {
  const { settings, onSignedIn, onJoined, providers = [] } = options;
  return betterAuth({
    ...sharedAuthOptions(options),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MINIMUM,
      maxPasswordLength: PASSWORD_MAXIMUM,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    plugins: [genericOAuth({ config: providers }), secondFactor(), passkeys(settings)],
    databaseHooks: hooksFor({ onSignedIn, onJoined }),
  });
}

/** Returns the options of every instance of better-auth: our tables and cookies. */
export function sharedAuthOptions({
  database,
  log,
  settings,
}: {
  database: Database;
  log: FastifyBaseLogger;
  settings: Pick<Settings, 'AUTH_SECRET' | 'BASE_URL'>;
}) {
  const { name: sessionCookieName, secure } = cookieOf({ settings, name: 'session' });
  const named = (name: Parameters<typeof cookieOf>[0]['name']) => ({
    name: cookieOf({ settings, name }).name,
  });
  return {
    appName: '모먹지',
    secret: settings.AUTH_SECRET,
    baseURL: settings.BASE_URL,
    basePath: '/api/auth',
    telemetry: { enabled: false },
    database: { db: database, type: 'postgres', transaction: true },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: {
        providerId: { type: 'string', required: false, input: false, fieldName: 'provider_id' },
        locale: { type: 'string', required: false, input: false, fieldName: 'locale' },
      },
    },
    session: SESSIONS,
    account: ACCOUNTS,
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    // better-auth's limits do not apply to calls from the server, so they are off. attempts.ts limits these calls.
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: () => uuidv7() },
      ipAddress: { ipAddressHeaders: ['x-real-ip'] },
      // This option would add the prefix __Secure- to the names. It is off, because the product adds the prefix
      // __Host-.
      useSecureCookies: false,
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
      cookies: {
        session_token: { name: sessionCookieName },
        state: named('state'),
        two_factor: named('second-factor'),
        trust_device: named('trusted-browser'),
        [PASSKEY_COOKIE]: named('passkey'),
      },
    },
    logger: {
      level: 'error',
      // Messages of better-auth can contain e-mail addresses and rows, so only the fixed part of a message is logged.
      log: (level, message) =>
        log[level === 'error' ? 'error' : 'debug']({ by: 'better-auth' }, withoutAddresses(message)),
    },
  } satisfies BetterAuthOptions;
}

const SESSIONS = {
  modelName: 'sessions',
  fields: {
    userId: 'user_id',
    expiresAt: 'expires_at',
    ipAddress: 'ip_address',
    userAgent: 'user_agent',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
  expiresIn: SESSION_LENGTH_MS / 1000,
  updateAge: SESSION_REFRESH_MS / 1000,
  // better-auth's check of the session's age is off, because reauthentication.ts handles re-authentication.
  freshAge: 0,
  // The cookie cache is off, because a copy of the session in a cookie would stay valid after sign-out and would
  // hide a change of tier.
  cookieCache: { enabled: false },
} satisfies BetterAuthOptions['session'];

const ACCOUNTS = {
  modelName: 'accounts',
  fields: {
    userId: 'user_id',
    accountId: 'account_id',
    providerId: 'provider_id',
    accessToken: 'access_token',
    refreshToken: 'refresh_token',
    idToken: 'id_token',
    accessTokenExpiresAt: 'access_token_expires_at',
    refreshTokenExpiresAt: 'refresh_token_expires_at',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
  // better-auth links an identity automatically only if the product and the provider have both verified the address.
  // A member who links an identity in the settings has signed in to the account and to the provider. Therefore the
  // account and the identity may have different addresses.
  accountLinking: { enabled: true, trustedProviders: [], allowDifferentEmails: true },
  updateAccountOnSignIn: false,
} satisfies BetterAuthOptions['account'];

function hooksFor({
  onSignedIn,
  onJoined,
}: {
  onSignedIn: (userId: string) => Promise<void>;
  onJoined: () => void;
}): BetterAuthOptions['databaseHooks'] {
  return {
    user: {
      create: {
        before: async (user, context) => ({
          // A provider's picture is not stored, because no screen shows it.
          data: { ...user, image: null, providerId: providerOf(context), locale: languageOf(context) },
        }),
        after: async () => onJoined(),
      },
    },
    // Provider tokens are not stored, because only the identity is needed.
    account: {
      create: {
        before: async (account) => ({
          data: { ...account, accessToken: null, refreshToken: null, idToken: null },
        }),
      },
    },
    session: { create: { after: async (session) => onSignedIn(session.userId) } },
  };
}

const TRUSTED_DEVICE_SECONDS = 30 * 24 * 60 * 60;

/**
 * better-auth requires the second factor only after a password. This plugin also requires the second factor after an
 * identity provider. The account lock of better-auth is off, because a stranger who knows the password could lock the
 * owner out. attempts.ts limits the attempts instead.
 */
function secondFactor() {
  const plugin = twoFactor({
    issuer: '모먹지',
    allowPasswordless: true,
    trustDeviceMaxAge: TRUSTED_DEVICE_SECONDS,
    accountLockout: { enabled: false },
    backupCodeOptions: { customBackupCodesGenerate: createRecoveryCodes },
    schema: {
      user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
      twoFactor: {
        modelName: 'second_factors',
        fields: {
          backupCodes: 'backup_codes',
          userId: 'user_id',
          failedVerificationCount: 'failed_verification_count',
          lockedUntil: 'locked_until',
        },
      },
    },
  });
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: (context: Parameters<typeof hook.matcher>[0]) =>
      hook.matcher(context) || context.path === '/callback/:id',
  }));
  return { ...plugin, hooks: { after } };
}

const PASSKEY_COOKIE = 'passkey';

/**
 * Configures passkeys. A passkey also replaces the second factor. Therefore this plugin requires user verification
 * (fingerprint, face or PIN), which better-auth does not require by default.
 */
function passkeys({ BASE_URL }: Pick<Settings, 'BASE_URL'>) {
  const requireUserVerification = (isUserVerified: boolean | undefined) => {
    if (!isUserVerified) throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_VERIFIED' });
  };
  return passkey({
    rpID: new URL(BASE_URL).hostname,
    rpName: '모먹지',
    origin: BASE_URL,
    advanced: { webAuthnChallengeCookie: PASSKEY_COOKIE },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: async ({ verification }) =>
        requireUserVerification(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: async ({ verification }) =>
        requireUserVerification(verification.authenticationInfo.userVerified),
    },
    schema: {
      passkey: {
        modelName: 'passkeys',
        fields: {
          publicKey: 'public_key',
          userId: 'user_id',
          credentialID: 'credential_id',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  });
}

const languageOf = (context: { headers?: Headers | undefined } | null) =>
  context?.headers?.get(LANGUAGE_HEADER) ?? 'ko';

type Endpoint = { path?: string | undefined; params?: Record<string, string | undefined> | undefined };

function providerOf(context: Endpoint | null): string | null {
  if (context?.path === '/sign-up/email') return 'password';
  return context?.params?.id ?? context?.params?.providerId ?? null;
}

const withoutAddresses = (message: string) => message.replace(/\S+@\S+/g, '…');
