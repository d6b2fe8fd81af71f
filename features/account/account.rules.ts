import { readableLine } from '#common/readable-text.ts';
import { DAY_MS, HOUR_MS } from '#common/dates.ts';

/** The display name of an account without nickname and e-mail address (specification, section 3). */
export const DEFAULT_DISPLAY_NAME = '사용자';

/** @example displayNameOf({ nickname: ' ', email: 'kim@example.com' }) // 'kim' */
export function displayNameOf({ nickname, email }: { nickname: string; email: string }): string {
  return readableLine(nickname) || readableLine(email.split('@')[0] ?? '') || DEFAULT_DISPLAY_NAME;
}

export type Account = { userId: string; email: string; emailVerified: boolean };

/**
 * Whether an account is the admin's account. If an admin id is configured, only the id decides. If no admin id is
 * configured, the account must have the configured e-mail address, and the address must be verified.
 */
export function isAdminAccount(input: {
  account: Account;
  adminUid: string | undefined;
  adminEmail: string | undefined;
}): boolean {
  const { account, adminUid, adminEmail } = input;
  if (adminUid) return account.userId === adminUid;
  if (!adminEmail) return false;
  return account.emailVerified && account.email.toLowerCase() === adminEmail.toLowerCase();
}

export const SESSION_LENGTH_MS = 30 * DAY_MS;
/**
 * A session is extended at most once in this time, so that most requests do not write to the database. The time is also
 * the precision of "last used" in the list of devices.
 */
export const SESSION_REFRESH_MS = HOUR_MS;

/** Returns the new end of the session. Returns null if the session was extended less than an hour ago. */
export function extendedSessionEnd({ expiresAt, now }: { expiresAt: number; now: number }): number | null {
  const lastExtended = expiresAt - SESSION_LENGTH_MS;
  return now - lastExtended < SESSION_REFRESH_MS ? null : now + SESSION_LENGTH_MS;
}

/**
 * A limit for attempts. `success` states the effect of a successful attempt: it is not counted, resets the failures, or
 * counts like a failure.
 */
export type AttemptLimit = {
  attempts: number;
  windowMs: number;
  success: 'not_counted' | 'resets_failures' | 'counts';
};

const MINUTE = 60 * 1000;

/**
 * Limits for attempts. Limits by network address are high, because many people of a mobile network share one address.
 */
export const attemptLimits = {
  signInByAddress: { attempts: 100, windowMs: 15 * MINUTE, success: 'not_counted' },
  signInByAccount: { attempts: 10, windowMs: 15 * MINUTE, success: 'resets_failures' },
  signInByDevice: { attempts: 10, windowMs: 15 * MINUTE, success: 'resets_failures' },
  signUpByAddress: { attempts: 60, windowMs: 60 * MINUTE, success: 'counts' },
  resetRequestByAddress: { attempts: 20, windowMs: 60 * MINUTE, success: 'counts' },
  resetRequestByAccount: { attempts: 5, windowMs: 60 * MINUTE, success: 'counts' },
  removalRequestByAccount: { attempts: 5, windowMs: 60 * MINUTE, success: 'counts' },
  verificationRequestByAccount: { attempts: 5, windowMs: 60 * MINUTE, success: 'counts' },
  mailLinkByAddress: { attempts: 50, windowMs: 15 * MINUTE, success: 'not_counted' },
  wrongTokenByAddress: { attempts: 100, windowMs: 15 * MINUTE, success: 'not_counted' },
  /** Higher than for API tokens, because the servers of an app have one address for all its members. */
  wrongAppTokenByAddress: { attempts: 2000, windowMs: 15 * MINUTE, success: 'not_counted' },
  appRegistrationByAddress: { attempts: 60, windowMs: 60 * MINUTE, success: 'counts' },
  secondFactorByAccount: { attempts: 10, windowMs: 15 * MINUTE, success: 'resets_failures' },
  secondFactorByDevice: { attempts: 10, windowMs: 15 * MINUTE, success: 'resets_failures' },
  passkeyByCredential: { attempts: 10, windowMs: 15 * MINUTE, success: 'resets_failures' },
  passkeyStartByAddress: { attempts: 300, windowMs: 15 * MINUTE, success: 'counts' },
  passwordCheckByAccount: { attempts: 10, windowMs: 15 * MINUTE, success: 'resets_failures' },
} as const satisfies Record<string, AttemptLimit>;

/** The sender of the welcome message. `none` means that the URL of the function is invalid. */
export type WelcomeSender = { by: 'mail' } | { by: 'function'; url: string } | { by: 'none' };

/**
 * Returns the sender of the welcome message. The function's URL must be `https://….run.app` (specification, section 7).
 */
export function welcomeSender(functionUrl: string | undefined): WelcomeSender {
  if (!functionUrl) return { by: 'mail' };
  const url = URL.parse(functionUrl);
  const isRunApp = url?.protocol === 'https:' && url.hostname.endsWith('.run.app');
  return isRunApp ? { by: 'function', url: url.href } : { by: 'none' };
}

/**
 * Time in milliseconds during which the server may accept a code of the authenticator app. A code is valid for 30
 * seconds. The server also accepts the previous and the next code.
 */
export const APP_CODE_LIFETIME_MS = 90 * 1000;
export const DELETION_GRACE_MS = 7 * DAY_MS;

/**
 * Time between the request to remove a second factor and its removal. The removal can be cancelled during this time.
 */
export const SECOND_FACTOR_REMOVAL_DELAY_MS = DAY_MS;

const REAUTHENTICATION_LIFETIME_MS = 10 * MINUTE;

export const isRecentlyAuthenticated = ({
  reauthenticatedAt,
  now,
}: {
  reauthenticatedAt: number;
  now: number;
}): boolean => now - reauthenticatedAt <= REAUTHENTICATION_LIFETIME_MS;

export type SignInMethods = {
  hasPassword: boolean;
  providers: readonly string[];
  passkeys: readonly string[];
};

/** Whether a member can sign in. A mailed password reset link does not count as a sign-in method. */
export const hasSignInMethod = ({ hasPassword, providers, passkeys }: SignInMethods): boolean =>
  hasPassword || providers.length > 0 || passkeys.length > 0;
