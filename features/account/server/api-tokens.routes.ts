import type { App, Dependencies } from '#server/http/feature.ts';
import { signedIn } from '#server/http/signed-in.ts';
import { listApiTokens, makeApiToken, revokeApiToken } from '../api-tokens.contract.ts';
import { apiTokensOf, makeToken, revokeToken } from './api-tokens.service.ts';

/** Personal API tokens. Like everything under /api/account, not accessible with a token. */
export function apiTokenRoutes(app: App, { database }: Dependencies): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.route({
    ...listApiTokens,
    handler: async (request) => ({
      tokens: await apiTokensOf({ database, userId: signedIn(request).userId }),
    }),
  });

  app.route({
    ...makeApiToken,
    handler: async (request, reply) => {
      const { userId } = signedIn(request);
      const made = await makeToken({ database, userId, form: request.body });
      request.log.info({ event: 'account.api_token_made', userId, scope: made.token.scope });
      return reply.code(201).send(made);
    },
  });

  app.route({
    ...revokeApiToken,
    handler: async (request) => {
      const { userId } = signedIn(request);
      await revokeToken({ database, userId, tokenId: request.params.tokenId });
      request.log.info({ event: 'account.api_token_revoked', userId });
      return { revoked: true as const };
    },
  });
}
