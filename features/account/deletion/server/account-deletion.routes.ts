import type { App, Dependencies } from '#server/http/feature.ts';
import { forbidStoring } from '#server/http/no-store.ts';
import { localeOf } from '#server/http/locale.ts';
import { requireUser } from '#server/http/require-user.ts';
import {
  cancelUserDeletion,
  deleteMyAccount,
  getDeletionRequest,
  requestUserDeletion,
} from '../account-deletion.contract.ts';
import { createReauthentication } from '../../reauthentication/server/reauthentication.ts';
import { sessionCookieFor } from '../../sessions/server/session-cookie.ts';
import { createAccountDeletions } from './account-deletion.service.ts';

export function accountDeletionRoutes(app: App, dependencies: Dependencies): void {
  const deletions = createAccountDeletions({ ...dependencies, log: app.log });
  const reauthenticate = createReauthentication(dependencies);
  const sessionCookie = sessionCookieFor(dependencies.settings);
  dependencies.personalData.declare(
    { table: 'sessions', column: 'user_id', onDeletion: 'deleted' },
    { table: 'accounts', column: 'user_id', onDeletion: 'deleted' },
    { table: 'account_tokens', column: 'user_id', onDeletion: 'deleted' },
    { table: 'api_tokens', column: 'user_id', onDeletion: 'deleted' },
    { table: 'second_factors', column: 'user_id', onDeletion: 'deleted' },
    { table: 'second_factor_removals', column: 'user_id', onDeletion: 'deleted' },
    { table: 'passkeys', column: 'user_id', onDeletion: 'deleted' },
    { table: 'deletion_requests', column: 'user_id', onDeletion: 'deleted' },
    { table: 'memberships', column: 'user_id', onDeletion: 'deleted' },
  );

  forbidStoring(app);

  app.route({
    ...getDeletionRequest,
    handler: async (request) => deletions.status(requireUser(request)),
  });

  app.route({
    ...requestUserDeletion,
    handler: async (request, reply) => {
      const { userId, email } = requireUser(request);
      const { reason, password } = request.body;
      await reauthenticate(request, password);
      await deletions.request({ userId, email, locale: localeOf(request), reason });
      return reply.code(202).send(await deletions.status({ userId }));
    },
  });

  app.route({
    ...cancelUserDeletion,
    handler: async (request) => {
      const { userId } = requireUser(request);
      await deletions.cancelDeletion({ userId });
      return deletions.status({ userId });
    },
  });

  app.route({
    ...deleteMyAccount,
    handler: async (request, reply) => {
      const { userId, email } = requireUser(request);
      await reauthenticate(request, request.body.password);
      await deletions.deleteNow({ userId, email, locale: localeOf(request) });
      sessionCookie.clearOn(reply);
      return { me: null };
    },
  });
}
