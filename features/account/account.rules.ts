/** What nobody's screen may be without: a name to call the person by (specification, section 3). */
export const NAME_OF_THE_NAMELESS = '사용자';

/**
 * The name shown: the nickname, else the local part of the e-mail address, else '사용자'.
 * @example displayNameOf({ nickname: ' ', email: 'kim@example.com' }) // 'kim'
 */
export function displayNameOf({ nickname, email }: { nickname: string; email: string }): string {
  return nickname.trim() || email.split('@')[0]?.trim() || NAME_OF_THE_NAMELESS;
}

export type Account = { userId: string; email: string; emailVerified: boolean };

/**
 * The one admin: the account with the id of the settings or, while no id is set, the one that has proved the
 * e-mail address of the settings. An address that is only claimed makes nobody admin.
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

export const SESSION_LENGTH_MS = 30 * 24 * 60 * 60 * 1000;
/** A session in use is prolonged at most this often, so that reading stays reading; it is also how exactly the list
 * of devices knows when one was last used. */
export const SESSION_REFRESH_MS = 60 * 60 * 1000;

/** Sliding expiry: the new end of a session in use, or null if it was prolonged less than an hour ago. */
export function prolongedSessionEnd({ expiresAt, now }: { expiresAt: number; now: number }): number | null {
  const lastProlonged = expiresAt - SESSION_LENGTH_MS;
  return now - lastProlonged < SESSION_REFRESH_MS ? null : now + SESSION_LENGTH_MS;
}

/**
 * So many attempts in a window of so many milliseconds. `success` is what it makes of the count: it does not count
 * itself, it wipes out the failures before it, or it counts like any other.
 */
export type AttemptLimit = {
  attempts: number;
  windowMs: number;
  success: 'does not count' | 'wipes out failures' | 'counts';
};

const MINUTE = 60 * 1000;

/**
 * What may be tried. By address the limit is wide, because a mobile network puts many people behind one address;
 * by account it is narrow, because one person mistypes only so often.
 */
export const attemptLimits = {
  signInByAddress: { attempts: 100, windowMs: 15 * MINUTE, success: 'does not count' },
  signInByAccount: { attempts: 10, windowMs: 15 * MINUTE, success: 'wipes out failures' },
  signInByDevice: { attempts: 10, windowMs: 15 * MINUTE, success: 'wipes out failures' },
  signUpByAddress: { attempts: 60, windowMs: 60 * MINUTE, success: 'counts' },
  resetRequestByAddress: { attempts: 20, windowMs: 60 * MINUTE, success: 'counts' },
  resetRequestByAccount: { attempts: 5, windowMs: 60 * MINUTE, success: 'counts' },
  verificationRequestByAccount: { attempts: 5, windowMs: 60 * MINUTE, success: 'counts' },
  mailLinkByAddress: { attempts: 50, windowMs: 15 * MINUTE, success: 'does not count' },
  wrongTokenByAddress: { attempts: 100, windowMs: 15 * MINUTE, success: 'does not count' },
  secondFactorByAccount: { attempts: 10, windowMs: 15 * MINUTE, success: 'wipes out failures' },
  secondFactorByDevice: { attempts: 10, windowMs: 15 * MINUTE, success: 'wipes out failures' },
  passkeyByCredential: { attempts: 10, windowMs: 15 * MINUTE, success: 'wipes out failures' },
  passkeyStartByAddress: { attempts: 300, windowMs: 15 * MINUTE, success: 'counts' },
  passwordCheckByAccount: { attempts: 10, windowMs: 15 * MINUTE, success: 'wipes out failures' },
} as const satisfies Record<string, AttemptLimit>;

/** Who sends the welcome mail: the product, a function of the operator's, or nobody, because its address is none. */
export type WelcomeSender = { by: 'mail' } | { by: 'function'; url: string } | { by: 'nobody' };

/**
 * A function's address is `https://….run.app` and nothing else (specification, section 7).
 * @example welcomeSender('https://welcome-abc.a.run.app') // { by: 'function', url: 'https://welcome-abc.a.run.app/' }
 */
export function welcomeSender(functionUrl: string | undefined): WelcomeSender {
  if (!functionUrl) return { by: 'mail' };
  const url = URL.parse(functionUrl);
  const isRunApp = url?.protocol === 'https:' && url.hostname.endsWith('.run.app');
  return isRunApp ? { by: 'function', url: url.href } : { by: 'nobody' };
}

/** How long a code of an authenticator app is good: its half minute, and one before and after. */
export const APP_CODE_LIFE_MS = 90 * 1000;

const DAY_MS = 24 * 60 * MINUTE;
/** Between asking to leave and the account's end. */
export const DELETION_GRACE_MS = 7 * DAY_MS;

const FRESH_SIGN_IN_MS = 10 * MINUTE;

/** Whether a sign-in, or a later proof, is so new that it proves the person is still there. */
export const isFreshSignIn = ({ provedAt, now }: { provedAt: number; now: number }): boolean =>
  now - provedAt <= FRESH_SIGN_IN_MS;

/** What an account can be entered with. */
export type WaysIn = { hasPassword: boolean; providers: readonly string[]; passkeys: readonly string[] };

/** Whether there is something to sign in with. A link mailed for a new password is a rescue, and no way in. */
export const hasWayIn = ({ hasPassword, providers, passkeys }: WaysIn): boolean =>
  hasPassword || providers.length > 0 || passkeys.length > 0;
