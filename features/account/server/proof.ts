import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '#server/http/feature.ts';
import { problem } from '#server/http/problem.ts';
import { sessionOf, signedIn } from '#server/http/signed-in.ts';
import { accountProblems } from '../account.contract.ts';
import { isFreshSignIn } from '../account.rules.ts';
import { verifyPassword } from './account.passwords.ts';
import { passwordOfUser } from './account.sql.ts';
import { limitAttempts } from './attempts.ts';
import { sessionProvedAt } from './proof.sql.ts';

/**
 * Requires re-authentication before an irreversible change: by the password or, without one, by a session
 * that was started or re-authenticated within minutes.
 * @throws account.password_wrong, account.fresh_sign_in_required, account.too_many_attempts
 */
export function proofs({ database, settings }: Pick<Dependencies, 'database' | 'settings'>) {
  const attempts = limitAttempts({ database, settings });

  return (request: FastifyRequest, password: string | undefined): Promise<void> => {
    const person = signedIn(request);
    const { userId } = person;
    const sessionId = sessionOf(person);
    return attempts.within({
      limits: [{ limit: 'passwordCheckByAccount', of: userId }],
      run: () => prove({ userId, sessionId, password, now: Date.now() }),
    });
  };

  async function prove(given: {
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
    const provedAt = await sessionProvedAt(database, { sessionId });
    const isFresh = provedAt !== null && isFreshSignIn({ provedAt: provedAt.getTime(), now });
    if (!isFresh) throw problem(accountProblems, 'account.fresh_sign_in_required');
  }
}
