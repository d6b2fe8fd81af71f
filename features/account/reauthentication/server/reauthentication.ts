import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '#server/http/feature.ts';
import { problem } from '#server/http/problem.ts';
import { sessionOf, requireUser } from '#server/http/require-user.ts';
import { accountProblems } from '../../account.contract.ts';
import { isRecentlyAuthenticated } from '../../account.rules.ts';
import { verifyPassword } from '../../server/account.passwords.ts';
import { passwordOfUser } from '../../server/account.sql.ts';
import { createAttemptLimiter } from '../../server/attempts.ts';
import { sessionReauthenticatedAt } from './reauthentication.sql.ts';

/**
 * Creates the re-authentication check. An account with a password needs the password. Any other account needs a session
 * that was started or re-authenticated within the last ten minutes.
 * @throws account.password_wrong, account.reauthentication_required, account.too_many_attempts
 */
export function createReauthentication({ database, settings }: Pick<Dependencies, 'database' | 'settings'>) {
  const attempts = createAttemptLimiter({ database, settings });

  return (request: FastifyRequest, password: string | undefined): Promise<void> => {
    const person = requireUser(request);
    const { userId } = person;
    const sessionId = sessionOf(person);
    return attempts.within({
      limits: [{ limit: 'passwordCheckByAccount', of: userId }],
      run: () => reauthenticate({ userId, sessionId, password, now: Date.now() }),
    });
  };

  async function reauthenticate(given: {
    userId: string;
    sessionId: string;
    password: string | undefined;
    now: number;
  }): Promise<void> {
    const { userId, sessionId, password, now } = given;
    const hash = (await passwordOfUser(database, { userId }))?.password;
    if (hash) {
      const isRight = password !== undefined && (await verifyPassword({ hash, password }));
      if (!isRight) throw problem(accountProblems, 'account.password_wrong');
      return;
    }
    const reauthenticatedAt = await sessionReauthenticatedAt(database, { sessionId });
    const isRecent =
      reauthenticatedAt !== null &&
      isRecentlyAuthenticated({ reauthenticatedAt: reauthenticatedAt.getTime(), now });
    if (!isRecent) throw problem(accountProblems, 'account.reauthentication_required');
  }
}
