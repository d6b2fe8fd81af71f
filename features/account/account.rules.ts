import { DAY_MS, HOUR_MS } from '#common/dates.ts';

/** Default display name (specification, section 3). */
export const DEFAULT_DISPLAY_NAME = '사용자';

/**
 * The display name: the nickname, otherwise the local part of the e-mail address, otherwise '사용자'.
 * @example displayNameOf({ nickname: ' ', email: 'kim@example.com' }) // 'kim'
 */
export function displayNameOf({ nickname, email }: { nickname: string; email: string }): string {
  return nickname.trim() || email.split('@')[0]?.trim() || DEFAULT_DISPLAY_NAME;
}

export type Account = { userId: string; email: string; emailVerified: boolean };

/**
 * Whether an account is the admin. If an admin id is configured, only the id decides. Otherwise the account must have
 * the configured e-mail address, and the address must be verified.
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
 * Minimum interval between two extensions of a session, so that most reads do not write. It is also the precision of
 * "last used" in the list of devices.
 */
export const SESSION_REFRESH_MS = HOUR_MS;

/** Sliding expiry: the new end of a session in use, or null if it was extended less than an hour ago. */
export function extendedSessionEnd({ expiresAt, now }: { expiresAt: number; now: number }): number | null {
  const lastProlonged = expiresAt - SESSION_LENGTH_MS;
  return now - lastProlonged < SESSION_REFRESH_MS ? null : now + SESSION_LENGTH_MS;
}

/**
 * At most `attempts` in a window of `windowMs` milliseconds. `success` states what a successful attempt does: it is
 * not counted, resets the failures, or counts like a failure.
 */
export type AttemptLimit = {
  attempts: number;
  windowMs: number;
  success: 'not_counted' | 'resets_failures' | 'counts';
};

const MINUTE = 60 * 1000;

/**
 * Limits by network address are high, because many people of a mobile network share one address. Limits by account are
 * low, because one person mistypes only a few times.
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
  secondFactorByAccount: { attempts: 10, windowMs: 15 * MINUTE, success: 'resets_failures' },
  secondFactorByDevice: { attempts: 10, windowMs: 15 * MINUTE, success: 'resets_failures' },
  passkeyByCredential: { attempts: 10, windowMs: 15 * MINUTE, success: 'resets_failures' },
  passkeyStartByAddress: { attempts: 300, windowMs: 15 * MINUTE, success: 'counts' },
  passwordCheckByAccount: { attempts: 10, windowMs: 15 * MINUTE, success: 'resets_failures' },
} as const satisfies Record<string, AttemptLimit>;

/**
 * The sender of the welcome mail: the product, or the operator's function. `none`: the URL of the function is invalid.
 */
export type WelcomeSender = { by: 'mail' } | { by: 'function'; url: string } | { by: 'none' };

/**
 * The function's URL must be `https://….run.app` (specification, section 7).
 * @example welcomeSender('https://welcome.a.run.app') // { by: 'function', url: 'https://welcome.a.run.app/' }
 */
export function welcomeSender(functionUrl: string | undefined): WelcomeSender {
  if (!functionUrl) return { by: 'mail' };
  const url = URL.parse(functionUrl);
  const isRunApp = url?.protocol === 'https:' && url.hostname.endsWith('.run.app');
  return isRunApp ? { by: 'function', url: url.href } : { by: 'none' };
}

/**
 * How long a code of an authenticator app is accepted: its own period of 30 seconds, the previous period and the next
 * period.
 */
export const APP_CODE_LIFE_MS = 90 * 1000;
/** Time between the request to delete an account and the deletion. */
export const DELETION_GRACE_MS = 7 * DAY_MS;

/** How long the removal of a second factor waits before it takes effect. Until then it can be cancelled. */
export const SECOND_FACTOR_REMOVAL_DELAY_MS = DAY_MS;

const REAUTHENTICATION_LIFETIME_MS = 10 * MINUTE;

/** Whether a sign-in or re-authentication is recent enough for a sensitive change. */
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

/** Whether a sign-in method exists. A mailed password reset link does not count. */
export const hasSignInMethod = ({ hasPassword, providers, passkeys }: SignInMethods): boolean =>
  hasPassword || providers.length > 0 || passkeys.length > 0;
