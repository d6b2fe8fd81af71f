import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App, Dependencies } from '#server/http/feature.ts';
import { signedIn } from '#server/http/signed-in.ts';
import { endLapsedMembership } from '#features/membership/server/membership.public.ts';
import { changePassword, getMe, signIn, signOut, signUp } from '../account.contract.ts';
import { prolongedSessionEnd, SESSION_LENGTH_MS } from '../account.rules.ts';
import { createAuth } from './account.auth.ts';
import { findPerson, meOf } from './account.person.ts';
import {
  makeAccount,
  openSession,
  replaceOwnPassword,
  settleMembership,
  type MadeSession,
} from './account.service.ts';
import { deleteSession, prolongSession } from './account.sql.ts';
import { countAttempts, networkOf } from './attempts.ts';
import { sessionCookiesFor } from './session-cookie.ts';

export function accountRoutes(app: App, { database, settings }: Dependencies): void {
  const cookies = sessionCookiesFor(settings);
  const attempts = countAttempts({ database, settings });
  const auth = createAuth({
    database,
    log: app.log,
    settings,
    onSignedIn: async (userId) => {
      try {
        await settleMembership({ connection: database, userId, now: Date.now(), settings });
      } catch (error) {
        app.log.error({ err: error, userId }, 'the membership was not settled at sign-in');
      }
    },
  });

  // A browser that has answers about one person in its cache must not show them to the next.
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.route({
    ...getMe,
    handler: async (request, reply) => {
      const found = await find(request);
      if (!found) return { me: null };
      const { person, sessionExpiresAt, membershipLapsed } = found;
      const now = Date.now();
      if (membershipLapsed) await endLapsedMembership(database, { userId: person.userId, now });
      const end = prolongedSessionEnd({ expiresAt: sessionExpiresAt, now });
      if (end !== null) {
        const { sessionId } = person;
        await prolongSession(database, { sessionId, from: new Date(sessionExpiresAt), to: new Date(end) });
        const token = cookies.read(request.headers.cookie) as string;
        reply.header('set-cookie', cookies.write({ token, maxAgeMs: SESSION_LENGTH_MS }));
      }
      return { me: meOf(person) };
    },
  });

  app.route({
    ...signUp,
    handler: async (request, reply) => {
      const { body: form } = request;
      await attempts.take({ limit: 'signUpByAddress', of: networkOf(request.ip), reply });
      const made = await makeAccount({ auth, database, form, headers: headersFor(request) });
      const me = await enter({ request, reply, made, event: 'account.signed_up' });
      return reply.code(201).send({ me });
    },
  });

  app.route({
    ...signIn,
    handler: async (request, reply) => {
      const { body: form } = request;
      const byAddress = { limit: 'signInByAddress', of: networkOf(request.ip) } as const;
      const byAccount = { limit: 'signInByAccount', of: form.email } as const;
      await attempts.take({ ...byAddress, reply });
      await attempts.take({ ...byAccount, reply });
      const made = await openSession({ auth, form, headers: headersFor(request) });
      await attempts.giveBack(byAddress);
      await attempts.forget(byAccount);
      return { me: await enter({ request, reply, made, event: 'account.signed_in' }) };
    },
  });

  app.route({
    ...signOut,
    handler: async (request, reply) => {
      const person = await request.identify();
      if (person) {
        await deleteSession(database, { sessionId: person.sessionId });
        request.log.info({ event: 'account.signed_out', userId: person.userId });
      }
      reply.header('set-cookie', cookies.clear());
      return { me: null };
    },
  });

  app.route({
    ...changePassword,
    handler: async (request, reply) => {
      const { userId, sessionId } = signedIn(request);
      const byAccount = { limit: 'passwordCheckByAccount', of: userId } as const;
      await attempts.take({ ...byAccount, reply });
      const token = await replaceOwnPassword({ database, userId, sessionId, form: request.body });
      await attempts.forget(byAccount);
      request.log.info({ event: 'account.password_changed', userId });
      reply.header('set-cookie', cookies.write({ token, maxAgeMs: SESSION_LENGTH_MS }));
      return { me: meOf(signedIn(request)) };
    },
  });

  async function find(request: FastifyRequest) {
    const token = cookies.read(request.headers.cookie);
    return token === null ? null : findPerson(database, { token, now: Date.now(), settings });
  }

  /** Hands over the new session and ends the one that the browser came with: a session never changes hands. */
  async function enter({
    request,
    reply,
    made,
    event,
  }: {
    request: FastifyRequest;
    reply: FastifyReply;
    made: MadeSession;
    event: string;
  }) {
    const before = await request.identify();
    if (before) await deleteSession(database, { sessionId: before.sessionId });
    const found = await findPerson(database, { token: made.token, now: Date.now(), settings });
    if (!found) throw new Error('The session that was just made is not there.');
    request.log.info({ event, userId: found.person.userId });
    reply.header('set-cookie', made.setCookies);
    return meOf(found.person);
  }
}

/** What better-auth is told of the request: never the client's own word on its address. */
function headersFor(request: FastifyRequest): Headers {
  return new Headers({
    'x-real-ip': request.ip,
    'user-agent': (request.headers['user-agent'] ?? '').slice(0, 300),
  });
}
