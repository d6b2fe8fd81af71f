import type { Database } from '#server/database/database.ts';
import { problem } from '#server/http/problem.ts';
import { type ProviderId, providerProblems } from '../providers.contract.ts';
import { passwordOfUser, lockUser } from '../../server/account.sql.ts';
import { rejectRemovingLastSignInMethod } from '../../sign-in/server/sign-in-methods.ts';
import { deleteIdentity, identitiesOfUser, setProviderOfUser } from './providers.sql.ts';

/** @throws account.provider_not_linked, account.last_sign_in_method */
export const unlinkIdentity = ({
  database,
  userId,
  provider,
  offered,
}: {
  database: Database;
  userId: string;
  provider: ProviderId;
  offered: readonly ProviderId[];
}): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    await lockUser(transaction, { userId });
    const { numDeletedRows } = await deleteIdentity(transaction, { userId, provider });
    if (numDeletedRows === 0n) throw problem(providerProblems, 'account.provider_not_linked');
    await rejectRemovingLastSignInMethod(transaction, { userId, offered });
    const password = await passwordOfUser(transaction, { userId });
    const [other] = await identitiesOfUser(transaction, { userId });
    const to = password?.password ? 'password' : (other?.provider ?? null);
    await setProviderOfUser(transaction, { userId, from: provider, to });
  });
