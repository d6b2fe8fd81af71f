import { z } from 'zod';
import { endpoint } from '#common/endpoint.ts';
import { Passkey } from './passkeys.contract.ts';
import { ProviderId } from './providers.contract.ts';

/** What an account is signed in to with. Times in milliseconds. */
export const Security = z.object({
  /** Who has one proves themselves by it; who has none, by a sign-in of the last minutes. */
  hasPassword: z.boolean(),
  secondFactor: z.object({ isOn: z.boolean(), recoveryCodesLeft: z.number().int() }),
  /** Identity providers this account can be entered by. */
  providers: z.array(z.object({ provider: ProviderId, linkedAt: z.number() })),
  /** The newest first. */
  passkeys: z.array(Passkey),
});
export type Security = z.infer<typeof Security>;

export const getSecurity = endpoint({
  method: 'GET',
  url: '/api/account/security',
  access: 'member',
  schema: { summary: 'The ways into this account', response: { 200: Security } },
  problems: [],
});
