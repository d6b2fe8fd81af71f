import { expect } from 'vitest';
import type { Send, TestMember } from '../../server/account.test-factory.ts';
import { confirmSecondFactor, startSecondFactorSetup } from '../second-factor.contract.ts';
import { appCode } from './authenticator-app.test-factory.ts';

export type SecuredMember = TestMember & {
  key: string;
  recoveryCodes: string[];
  /** Cookies from before the set-up, which identify a browser that has signed in to the account. */
  knownBrowser: string;
};

/**
 * Adds an app to the account of a member.
 * @param code returns the code that confirms the app; this code cannot be used again
 */
export async function addSecondFactor(
  send: Send,
  member: TestMember,
  code: (key: string) => string | Promise<string> = appCode,
): Promise<SecuredMember> {
  const begun = await send(startSecondFactorSetup, { password: member.password }, member);
  expect(begun.status).toBe(201);
  const { key } = begun.body;
  const confirmed = await send(confirmSecondFactor, { code: await code(key) }, member);
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
  const { recoveryCodes } = confirmed.body;
  const headers = { ...member.headers, cookie: confirmed.cookie };
  return { ...member, cookie: confirmed.cookie, headers, key, recoveryCodes, knownBrowser: member.cookie };
}
