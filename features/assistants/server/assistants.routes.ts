import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import { DAY_MS } from '#common/dates.ts';
import { commonProblems } from '#common/problem.ts';
import { ASSISTANT_ACTS_KEPT_DAYS, MCP_PATH, MCP_REQUESTS_PER_MINUTE } from '../assistants.limits.ts';
import { mapsService } from '#features/places/server/places.public.ts';
import { bearerOf } from '#server/http/bearer.ts';
import type { App, FeatureRoutes } from '#server/http/feature.ts';
import { ownOrigins } from '#server/http/origin-check.ts';
import { problem } from '#server/http/problem.ts';
import { rejectExcessRequests } from '#server/http/rate-limits.ts';
import { requireUser } from '#server/http/require-user.ts';
import { deleteAssistantActsBefore } from './assistants.sql.ts';
import { createMcpServer } from './mcp-server.ts';
import type { ToolContext } from './tools/tool.ts';

declare module '#server/jobs/jobs.ts' {
  interface TaskPayloads {
    'assistants.purge_acts': Record<string, never>;
  }
}

/** The counters cover one minute, and at most 20,000 accounts. */
const COUNTERS = { timeWindow: 60_000, cache: 20_000 };

/** Registers the MCP endpoint, if the operator has enabled it. */
export const assistantsRoutes: FeatureRoutes = (app, dependencies) => {
  const { database, searchDatabase, settings, jobs, personalData } = dependencies;
  personalData.declare({ table: 'assistant_acts', column: 'user_id', onDeletion: 'deleted' });
  jobs.handle('assistants.purge_acts', async () => {
    const before = new Date(Date.now() - ASSISTANT_ACTS_KEPT_DAYS * DAY_MS);
    await deleteAssistantActsBefore(jobs.database, before);
  });
  jobs.schedule('assistants.purge_acts', '51 18 * * *');
  if (settings.MCP === 'off') return;

  const maps = mapsService({ database, searchDatabase, settings, log: app.log });
  requireToken(app, settings.BASE_URL);

  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: MCP_PATH,
    config: { allowsForeignOrigin: true, checksTokenScope: true, acceptsAppTokens: true },
    handler: async (request, reply) => {
      const person = requireUser(request);
      const context: ToolContext = {
        database,
        maps,
        person,
        assistant: person.tokenName ?? '',
        visibilityDays: settings.PROVIDED_VISIBILITY_DAYS,
        log: request.log,
        now: Date.now(),
      };
      const handler = createMcpHandler(() => createMcpServer(context), {
        // The tools never change, so there is nothing to subscribe to.
        maxSubscriptions: 0,
        onerror: (error) => request.log.info({ err: error }, 'an MCP request was refused'),
      });
      return reply.send(await handler.fetch(webRequestOf(request, settings.BASE_URL)));
    },
  });
};

/**
 * Requires a token. Cookies are not accepted, so that no page can act for a member who is signed in. A foreign `Origin`
 * is refused, as the protocol requires.
 */
function requireToken(app: App, baseUrl: string): void {
  const origins = ownOrigins(baseUrl);
  const metadataUrl = `${baseUrl}/.well-known/oauth-protected-resource${MCP_PATH}`;
  const count = app.createRateLimit({
    max: MCP_REQUESTS_PER_MINUTE,
    ...COUNTERS,
    keyGenerator: (request: FastifyRequest) => request.person?.userId ?? request.ip,
  });
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (origin !== undefined && !origins.has(origin)) throw problem(commonProblems, 'request.foreign_origin');
    reply.header('www-authenticate', `Bearer realm="momokzi", resource_metadata="${metadataUrl}"`);
    if (bearerOf(request.headers) === null) throw problem(commonProblems, 'account.sign_in_required');
    await request.identify();
    reply.removeHeader('www-authenticate');
    rejectExcessRequests(await count(request));
  });
}

function webRequestOf({ method, headers: given, body }: FastifyRequest, baseUrl: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  const content = method === 'POST' ? { body: JSON.stringify(body) } : {};
  return new Request(new URL(MCP_PATH, baseUrl), { method, headers, ...content });
}
