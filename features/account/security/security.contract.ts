import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { Passkey } from '../passkeys/passkeys.contract.ts';
import { ProviderId } from '../providers/providers.contract.ts';

/** The sign-in methods of a member. Times are in milliseconds. */
export const Security = z.object({
  /**
   * Whether the member has a password. Members without a password re-authenticate by a sign-in within the last ten
   * minutes.
   */
  hasPassword: z.boolean(),
  secondFactor: z.object({ isOn: z.boolean(), recoveryCodesLeft: z.number().int() }),
  providers: z.array(z.object({ provider: ProviderId, linkedAt: z.number() })),
  /** The newest passkey is first. */
  passkeys: z.array(Passkey),
});
export type Security = z.infer<typeof Security>;

export const getSecurity = endpoint({
  method: 'GET',
  url: '/api/account/security',
  access: 'member',
  schema: { summary: 'Get the sign-in methods of this account.', response: { 200: Security } },
  problems: [],
});
