import { passkey } from '@better-auth/passkey';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { type GenericOAuthConfig, genericOAuth, twoFactor } from 'better-auth/plugins';
import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { Settings } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { PASSWORD_MAXIMUM, PASSWORD_MINIMUM } from '../account.contract.ts';
import { SESSION_LENGTH_MS, SESSION_REFRESH_MS } from '../account.rules.ts';
import { hashPassword, verifyPassword } from './account.passwords.ts';
import { cookieOf } from './cookie-header.ts';
import { makeRecoveryCodes } from './second-factor/recovery-codes.ts';

export type AccountAuth = ReturnType<typeof createAuth>;

/**
 * better-auth over our own tables. It makes users, password hashes and sessions, and speaks with identity
 * providers; of its own addresses under /api/auth there is none but the one that providers lead back to, and the hot path (who is calling?) does not go through it: see `account.person.ts`.
 */
export function createAuth(options: {
  database: Database;
  log: FastifyBaseLogger;
  settings: Pick<Settings, 'AUTH_SECRET' | 'BASE_URL'>;
  /** A session was made, by whichever way of signing in. It may fail without harm to the sign-in. */
  onSignedIn: (userId: string) => Promise<void>;
  /** Somebody joined; told when that is committed. */
  onJoined: () => void;
  /** Identity providers; none for signing in with a password. */
  providers?: GenericOAuthConfig[];
}) {
  const { database, log, settings, onSignedIn, onJoined, providers = [] } = options;
  const { name: sessionCookieName, secure } = cookieOf({ settings, name: 'session' });
  const named = (name: Parameters<typeof cookieOf>[0]['name']) => ({
    name: cookieOf({ settings, name }).name,
  });
  return betterAuth({
    appName: '모먹지',
    secret: settings.AUTH_SECRET,
    baseURL: settings.BASE_URL,
    basePath: '/api/auth',
    telemetry: { enabled: false },
    database: { db: database, type: 'postgres', transaction: true },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MINIMUM,
      maxPasswordLength: PASSWORD_MAXIMUM,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: {
        providerId: { type: 'string', required: false, input: false, fieldName: 'provider_id' },
        locale: { type: 'string', required: false, input: false, fieldName: 'locale' },
      },
    },
    session: {
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
      // Whether a person has just proved to be there is ours to ask: proof.ts.
      freshAge: 0,
      // A cached copy in a cookie would outlive sign-out and hide a change of tier.
      cookieCache: { enabled: false },
    },
    account: {
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
      // Two accounts become one only if both sides have verified the address: of no provider it is taken on trust.
      // Who links on the settings page is signed in here and there: the two addresses need not be the same.
      accountLinking: { enabled: true, trustedProviders: [], allowDifferentEmails: true },
      updateAccountOnSignIn: false,
    },
    plugins: [genericOAuth({ config: providers }), secondFactor(), passkeys(settings)],
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    // Its limits do not hold for calls from the server; ours do: attempts.ts.
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: () => uuidv7() },
      ipAddress: { ipAddressHeaders: ['x-real-ip'] },
      // The prefix is in the name we give, so that it can be __Host- and not only __Secure-.
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
    databaseHooks: {
      user: {
        create: {
          before: async (user, context) => ({
            // A provider may tell of a picture; no screen shows one, so none is kept.
            data: { ...user, image: null, providerId: providerOf(context), locale: languageOf(context) },
          }),
          after: async () => onJoined(),
        },
      },
      // Who has signed in is all we ask a provider: its tokens are not kept.
      account: {
        create: {
          before: async (account) => ({
            data: { ...account, accessToken: null, refreshToken: null, idToken: null },
          }),
        },
      },
      session: { create: { after: async (session) => onSignedIn(session.userId) } },
    },
    logger: {
      level: 'error',
      // Its messages and errors can carry e-mail addresses and rows; only the sentence's fixed part is kept.
      log: (level, message) =>
        log[level === 'error' ? 'error' : 'debug']({ by: 'better-auth' }, withoutAddresses(message)),
    },
  });
}

/** How long a browser is trusted without the second factor. */
const TRUSTED_FOR_SECONDS = 30 * 24 * 60 * 60;

/**
 * TOTP with recovery codes. better-auth asks for it after a password alone; here also after an identity provider.
 * Its own lock on an account is off: a stranger who knows the password could keep the owner out with it (attempts.ts).
 */
function secondFactor() {
  const plugin = twoFactor({
    issuer: '모먹지',
    allowPasswordless: true,
    trustDeviceMaxAge: TRUSTED_FOR_SECONDS,
    accountLockout: { enabled: false },
    backupCodeOptions: { customBackupCodesGenerate: makeRecoveryCodes },
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
 * Passkeys. One is a second factor in itself, but only if the device has made sure who holds it (by fingerprint, face
 * or PIN); better-auth does not insist on that by itself.
 */
function passkeys({ BASE_URL }: Pick<Settings, 'BASE_URL'>) {
  const insist = (isSure: boolean | undefined) => {
    if (!isSure) throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_VERIFIED' });
  };
  return passkey({
    rpID: new URL(BASE_URL).hostname,
    rpName: '모먹지',
    origin: BASE_URL,
    advanced: { webAuthnChallengeCookie: PASSKEY_COOKIE },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: async ({ verification }) => insist(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: async ({ verification }) => insist(verification.authenticationInfo.userVerified),
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

/** Ours to set (`headersFor`), so that better-auth's hook knows the language of the person's screens. */
export const LANGUAGE_HEADER = 'x-screen-language';

const languageOf = (context: { headers?: Headers | undefined } | null) =>
  context?.headers?.get(LANGUAGE_HEADER) ?? 'ko';

/** How the account comes to be: 'password' for the form, else the identity provider whose callback makes it. */
type Endpoint = { path?: string | undefined; params?: Record<string, string | undefined> | undefined };

function providerOf(context: Endpoint | null): string | null {
  if (context?.path === '/sign-up/email') return 'password';
  return context?.params?.id ?? context?.params?.providerId ?? null;
}

const withoutAddresses = (message: string) => message.replace(/\S+@\S+/g, '…');
