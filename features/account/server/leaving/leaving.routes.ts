import type { App, Dependencies } from '#server/http/feature.ts';
import { localeOf } from '#server/http/locale.ts';
import { signedIn } from '#server/http/signed-in.ts';
import {
  cancelUserDeletion,
  deleteMyAccount,
  getDeletionRequest,
  requestUserDeletion,
} from '../../leaving.contract.ts';
import { proofs } from '../proof.ts';
import { sessionCookieFor } from '../session-cookie.ts';
import { leavings } from './leaving.service.ts';

/** 회원 탈퇴. */
export function leavingRoutes(app: App, dependencies: Dependencies): void {
  const leaving = leavings({ ...dependencies, log: app.log });
  const prove = proofs(dependencies);
  const sessionCookie = sessionCookieFor(dependencies.settings);
  dependencies.personalData.declare(
    { table: 'sessions', column: 'user_id', whenLeaving: 'deleted' },
    { table: 'accounts', column: 'user_id', whenLeaving: 'deleted' },
    { table: 'account_tokens', column: 'user_id', whenLeaving: 'deleted' },
    { table: 'api_tokens', column: 'user_id', whenLeaving: 'deleted' },
    { table: 'second_factors', column: 'user_id', whenLeaving: 'deleted' },
    { table: 'second_factor_removals', column: 'user_id', whenLeaving: 'deleted' },
    { table: 'passkeys', column: 'user_id', whenLeaving: 'deleted' },
    { table: 'deletion_requests', column: 'user_id', whenLeaving: 'deleted' },
    { table: 'memberships', column: 'user_id', whenLeaving: 'deleted' },
  );

  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.route({
    ...getDeletionRequest,
    handler: async (request) => leaving.standing(signedIn(request)),
  });

  app.route({
    ...requestUserDeletion,
    handler: async (request, reply) => {
      const { userId, email } = signedIn(request);
      const { reason, password } = request.body;
      await prove(request, password);
      await leaving.ask({ userId, email, locale: localeOf(request), reason });
      return reply.code(202).send(await leaving.standing({ userId }));
    },
  });

  app.route({
    ...cancelUserDeletion,
    handler: async (request) => {
      const { userId } = signedIn(request);
      await leaving.takeBack({ userId });
      return leaving.standing({ userId });
    },
  });

  app.route({
    ...deleteMyAccount,
    handler: async (request, reply) => {
      const { userId, email } = signedIn(request);
      await prove(request, request.body.password);
      await leaving.leaveNow({ userId, email, locale: localeOf(request) });
      reply.header('clear-site-data', '"cache"').header('set-cookie', sessionCookie.clear());
      return { me: null };
    },
  });
}
