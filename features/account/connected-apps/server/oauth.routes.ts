import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { LineOfText } from '#common/texts.ts';
import type { App, Dependencies } from '#server/http/feature.ts';
import { createAttemptLimiter, networkOf } from '../../server/attempts.ts';
import { keepOnlyCookies } from '../../server/cookie-header.ts';
import {
  APP_NAME_MAXIMUM,
  askedScopes,
  CONNECT_PAGE,
  hostOf,
  isAllowedRedirectUri,
  mcpUrlOf,
  REDIRECT_URIS_MAXIMUM,
  UNUSED_APPS_MAXIMUM,
} from '../connected-apps.rules.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { countUnusedApps } from './connected-apps.sql.ts';

/** What an app says about itself (RFC 7591). Other fields are ignored. */
const Registration = z.object({
  client_name: LineOfText.max(APP_NAME_MAXIMUM).optional(),
  redirect_uris: z.array(z.string().max(2000)).min(1).max(REDIRECT_URIS_MAXIMUM),
  token_endpoint_auth_method: z
    .enum(['none', 'client_secret_basic', 'client_secret_post'])
    .default('client_secret_basic'),
});

const open = { access: 'anyone', schema: { hide: true } } as const;
/** Programs call these routes. They send no cookies. */
const forPrograms = { ...open, config: { allowsForeignOrigin: true } } as const;

const FORM_MAXIMUM_BYTES = 16_384;

/** The routes of OAuth 2.1 that apps and browsers call. Their errors have the form of OAuth (RFC 6749, section 5.2). */
export function oauthRoutes(
  app: App,
  { dependencies, getServer }: { dependencies: Dependencies; getServer: () => Promise<AuthorizationServer> },
): void {
  const { database, settings } = dependencies;
  const { BASE_URL } = settings;
  const attempts = createAttemptLimiter(dependencies);
  discoveryRoutes(app, { BASE_URL, getServer });

  app.route({
    method: 'GET',
    url: '/api/auth/oauth2/authorize',
    ...open,
    handler: async (request, reply) => {
      const url = new URL(request.url, BASE_URL);
      url.searchParams.set('scope', askedScopes(url.searchParams.get('scope')).join(' '));
      // The member is always asked. Otherwise another program that knows the identifier of a connected app could
      // continue its connection.
      url.searchParams.set('prompt', 'consent');
      url.searchParams.delete('max_age');
      const cookie = keepOnlyCookies({ header: request.headers.cookie, names: ['session'], settings });
      const headers = new Headers({ cookie, 'x-real-ip': request.ip });
      const answer = await (await getServer()).handler(new Request(url, { headers }));
      if (answer.status >= 500) throw new Error('The authorization server failed.');
      return reply.redirect(pageFor(answer.headers.get('location'), BASE_URL), 302);
    },
  });

  app.route({
    method: 'POST',
    url: '/api/auth/oauth2/register',
    ...forPrograms,
    handler: async (request, reply) => {
      const parsed = Registration.safeParse(request.body);
      if (!parsed.success) return refuse(reply, 'invalid_client_metadata', z.prettifyError(parsed.error));
      const { redirect_uris: uris, client_name: name, ...registration } = parsed.data;
      if (!uris.every(isAllowedRedirectUri))
        return refuse(reply, 'invalid_redirect_uri', 'Only https, or http to a loopback address.');
      return attempts.within({
        limits: [{ limit: 'appRegistrationByAddress', of: networkOf(request.ip) }],
        run: async () => {
          // Concurrent registrations may exceed the maximum by a few, which does no harm.
          if ((await countUnusedApps(database)) >= UNUSED_APPS_MAXIMUM)
            return refuse(reply.code(503), 'temporarily_unavailable', 'Too many apps are registered.');
          request.log.info({ event: 'account.app_registered', name, address: request.ip });
          return forward(reply, '/register', {
            headers: { 'content-type': 'application/json', 'x-real-ip': request.ip },
            body: JSON.stringify({
              ...registration,
              client_name: name || hostOf(uris[0] ?? ''),
              redirect_uris: uris,
              grant_types: ['authorization_code', 'refresh_token'],
              response_types: ['code'],
              // The type for which the library accepts both https and loopback addresses.
              application_type: 'native',
            }),
          });
        },
      });
    },
  });

  void app.register(async (forms) => {
    forms.removeAllContentTypeParsers();
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_MAXIMUM_BYTES },
      (_request, body, done) => done(null, body),
    );
    forms.route({
      method: 'POST',
      url: '/api/auth/oauth2/token',
      ...forPrograms,
      handler: async (request, reply) => {
        const body = typeof request.body === 'string' ? request.body : '';
        // PostgreSQL cannot store this character.
        if (body.includes('%00') || body.includes('\0'))
          return refuse(reply, 'invalid_request', 'The form contains U+0000.');
        return forward(reply, '/token', { headers: programHeaders(request), body });
      },
    });
  });

  async function forward(
    reply: FastifyReply,
    path: string,
    { headers, body }: { headers: Record<string, string>; body: string },
  ): Promise<FastifyReply> {
    const url = new URL(`/api/auth/oauth2${path}`, BASE_URL);
    const answer = await (await getServer()).handler(new Request(url, { method: 'POST', headers, body }));
    if (answer.status >= 500) throw new Error('The authorization server failed.');
    const challenge = answer.headers.get('www-authenticate');
    if (challenge) reply.header('www-authenticate', challenge);
    return reply
      .code(answer.status)
      .type('application/json')
      .send(await answer.text());
  }
}

function discoveryRoutes(
  app: App,
  { BASE_URL, getServer }: { BASE_URL: string; getServer: () => Promise<AuthorizationServer> },
): void {
  // RFC 8414 inserts the path of the issuer. Some apps ask without the path.
  for (const suffix of ['', '/api/auth'])
    app.route({
      method: 'GET',
      url: `/.well-known/oauth-authorization-server${suffix}`,
      ...open,
      handler: async () => {
        const server = await (await getServer()).api.getOAuthServerConfig({});
        // The library can do more than the product offers.
        return {
          issuer: server.issuer,
          authorization_endpoint: server.authorization_endpoint,
          token_endpoint: server.token_endpoint,
          registration_endpoint: server.registration_endpoint,
          scopes_supported: server.scopes_supported,
          response_types_supported: server.response_types_supported,
          response_modes_supported: server.response_modes_supported,
          grant_types_supported: server.grant_types_supported,
          code_challenge_methods_supported: server.code_challenge_methods_supported,
          token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
          authorization_response_iss_parameter_supported: true,
        };
      },
    });
  for (const suffix of ['', '/mcp'])
    app.route({
      method: 'GET',
      url: `/.well-known/oauth-protected-resource${suffix}`,
      ...open,
      handler: async () => ({
        resource: mcpUrlOf(BASE_URL),
        authorization_servers: [`${BASE_URL}/api/auth`],
        scopes_supported: ['read', 'write'],
        bearer_methods_supported: ['header'],
        resource_name: '모먹지',
      }),
    });
}

/**
 * Returns where the browser goes after a request for authorization: back to the app, or to the page that asks the member.
 * The signed request becomes one parameter, so that the router of the application does not change it.
 */
function pageFor(location: string | null, baseUrl: string): string {
  const target = new URL(location ?? CONNECT_PAGE, baseUrl);
  if (target.origin !== new URL(baseUrl).origin) return target.href;
  const signed = target.searchParams.has('sig') ? target.search.slice(1) : '';
  return `${CONNECT_PAGE}?request=${encodeURIComponent(signed)}`;
}

function programHeaders({ headers: { authorization }, ip }: FastifyRequest): Record<string, string> {
  return {
    'content-type': 'application/x-www-form-urlencoded',
    'x-real-ip': ip,
    ...(authorization && { authorization }),
  };
}

const refuse = (reply: FastifyReply, error: string, description: string): FastifyReply =>
  reply
    .code(reply.statusCode === 200 ? 400 : reply.statusCode)
    .type('application/json')
    .send(JSON.stringify({ error, error_description: description }));
