import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { Passkey } from '../passkeys/passkeys.contract.ts';
import { ProviderId } from '../providers/providers.contract.ts';

/** Times in milliseconds. */
export const Security = z.object({
  /** Members without a password re-authenticate by a sign-in within the last ten minutes. */
  hasPassword: z.boolean(),
  secondFactor: z.object({ isOn: z.boolean(), recoveryCodesLeft: z.number().int() }),
  providers: z.array(z.object({ provider: ProviderId, linkedAt: z.number() })),
  /** Newest first. */
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
