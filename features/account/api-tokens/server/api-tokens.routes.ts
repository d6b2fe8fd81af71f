import type { App, Dependencies } from '#server/http/feature.ts';
import { forbidStoring } from '#server/http/no-store.ts';
import { requireUser, sessionOf } from '#server/http/require-user.ts';
import { listApiTokens, createApiToken, revokeApiToken } from '../api-tokens.contract.ts';
import { mcpUrlOf } from '../../connected-apps/connected-apps.rules.ts';
import { apiTokensOf, createToken, revokeToken } from './api-tokens.service.ts';

export function apiTokenRoutes(app: App, { database, settings }: Dependencies): void {
  forbidStoring(app);

  app.route({
    ...listApiTokens,
    handler: async (request) => ({
      tokens: await apiTokensOf({ database, userId: requireUser(request).userId }),
      mcpUrl: settings.MCP === 'on' ? mcpUrlOf(settings.BASE_URL) : null,
    }),
  });

  app.route({
    ...createApiToken,
    handler: async (request, reply) => {
      const person = requireUser(request);
      const { userId } = person;
      const made = await createToken({
        database,
        userId,
        sessionId: sessionOf(person),
        form: request.body,
      });
      request.log.info({ event: 'account.api_token_created', userId, scope: made.token.scope });
      return reply.code(201).send(made);
    },
  });

  app.route({
    ...revokeApiToken,
    handler: async (request) => {
      const { userId } = requireUser(request);
      await revokeToken({ database, userId, tokenId: request.params.tokenId });
      request.log.info({ event: 'account.api_token_revoked', userId });
      return { revoked: true as const };
    },
  });
}
