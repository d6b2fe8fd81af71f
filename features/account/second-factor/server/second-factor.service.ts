import { problem } from '#server/http/problem.ts';
import { type SecondStep, secondFactorProblems } from '../second-factor.contract.ts';
import type { AccountAuth } from '../../server/account.auth.ts';
import { codeOf, type CreatedSession } from '../../server/account.service.ts';
import { recoveryCodeOf } from './recovery-codes.ts';

type AuthRequest = { auth: AccountAuth; headers: Headers };

/** @throws account.second_factor_wrong, account.second_step_expired */
export async function passSecondStep({
  auth,
  headers,
  step,
}: AuthRequest & { step: SecondStep }): Promise<CreatedSession> {
  const given = { headers, returnHeaders: true } as const;
  const trustDevice = step.trustsBrowser;
  const made = await refusing(() =>
    step.by === 'app'
      ? auth.api.verifyTOTP({ ...given, body: { code: step.code, trustDevice } })
      : auth.api.verifyBackupCode({ ...given, body: { code: recoveryCodeOf(step.code), trustDevice } }),
  );
  const { token } = made.response as { token?: string };
  if (!token) throw problem(secondFactorProblems, 'account.second_step_expired');
  return { token, setCookies: made.headers.getSetCookie() };
}

/** @throws account.second_factor_on */
export async function startSetup({
  auth,
  headers,
  password,
}: AuthRequest & { password: string | undefined }): Promise<{ uri: string; key: string }> {
  const body = { method: 'totp' as const, ...(password !== undefined && { password }) };
  const begin = () => auth.api.enableTwoFactor({ headers, body });
  // If a concurrent request has started the set-up, the first attempt fails and the second attempt returns that set-up.
  const begun = await refusing(() =>
    begin().catch((error) => (codeOf(error) === null ? begin() : Promise.reject(error))),
  );
  const uri = 'totpURI' in begun ? begun.totpURI : '';
  return { uri, key: new URL(uri).searchParams.get('secret') ?? '' };
}

/**
 * Confirms the set-up with a code of the app. The session gets a new token.
 * @throws account.second_factor_wrong, account.second_factor_off
 */
export async function confirmSetUp({
  auth,
  headers,
  code,
}: AuthRequest & { code: string }): Promise<{ setCookies: string[] }> {
  const made = await refusing(() => auth.api.verifyTOTP({ headers, body: { code }, returnHeaders: true }));
  return { setCookies: made.headers.getSetCookie() };
}

/** @throws account.second_factor_off */
export async function replaceRecoveryCodes({
  auth,
  headers,
  password,
}: AuthRequest & { password: string | undefined }): Promise<string[]> {
  const body = password === undefined ? {} : { password };
  const made = await refusing(() => auth.api.generateBackupCodes({ headers, body }));
  return made.backupCodes;
}

/** Removes the second factor. The session gets a new token. */
export async function removeSecondFactor({
  auth,
  headers,
  password,
}: AuthRequest & { password: string | undefined }): Promise<{ setCookies: string[] }> {
  const body = password === undefined ? {} : { password };
  const made = await refusing(() => auth.api.disableTwoFactor({ headers, body, returnHeaders: true }));
  return { setCookies: made.headers.getSetCookie() };
}

export async function recoveryCodesOf({
  auth,
  userId,
}: {
  auth: AccountAuth;
  userId: string;
}): Promise<string[]> {
  const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId } });
  return backupCodes;
}

const OVERRIDES: Record<string, keyof typeof secondFactorProblems> = {
  INVALID_CODE: 'account.second_factor_wrong',
  INVALID_BACKUP_CODE: 'account.second_factor_wrong',
  INVALID_TWO_FACTOR_COOKIE: 'account.second_step_expired',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'account.second_step_expired',
  TOTP_ALREADY_ENABLED: 'account.second_factor_on',
  TOTP_NOT_ENABLED: 'account.second_factor_off',
  TWO_FACTOR_NOT_ENABLED: 'account.second_factor_off',
  BACKUP_CODES_NOT_ENABLED: 'account.second_factor_off',
};

/**
 * Converts refusals of better-auth to problems. An error without a code means that a concurrent request has used the
 * recovery code.
 */
async function refusing<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    const ours = code === '' ? 'account.second_factor_wrong' : OVERRIDES[code];
    if (!ours) throw error;
    throw problem(secondFactorProblems, ours);
  }
}
