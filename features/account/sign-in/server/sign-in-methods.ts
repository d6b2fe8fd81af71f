import type { Connection } from '#server/database/database.ts';
import { problem } from '#server/http/problem.ts';
import { hasSignInMethod } from '../../account.rules.ts';
import { passkeyProblems } from '../../passkeys/passkeys.contract.ts';
import { passwordOfUser } from '../../server/account.sql.ts';
import { passkeysOfUser } from '../../passkeys/server/passkeys.sql.ts';
import { identitiesOfUser } from '../../providers/server/providers.sql.ts';

/**
 * Refuses the removal of the last sign-in method. Call this function at the end of the transaction, with the account
 * locked. A provider that is no longer configured does not count as a sign-in method.
 * @throws account.last_sign_in_method
 */
export async function rejectRemovingLastSignInMethod(
  transaction: Connection,
  { userId, offered }: { userId: string; offered: readonly string[] },
): Promise<void> {
  const password = await passwordOfUser(transaction, { userId });
  const identities = await identitiesOfUser(transaction, { userId });
  const passkeys = await passkeysOfUser(transaction, { userId });
  const isLeft = hasSignInMethod({
    hasPassword: password?.password != null,
    providers: identities.map(({ provider }) => provider).filter((provider) => offered.includes(provider)),
    passkeys: passkeys.map(({ id }) => id),
  });
  if (!isLeft) throw problem(passkeyProblems, 'account.last_sign_in_method');
}
