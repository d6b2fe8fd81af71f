import type { App, Dependencies } from '#server/http/feature.ts';
import { bearerOf } from '#server/http/bearer.ts';
import { sessionOf } from '#server/http/require-user.ts';
import { getMe, signOut } from '../../account.contract.ts';
import { extendedSessionEnd, SESSION_LENGTH_MS } from '../../account.rules.ts';
import { findPerson, meOf } from '../../server/account.person.ts';
import { updateMembership } from '../../server/account.service.ts';
import { deleteSession, extendSession } from '../../server/account.sql.ts';
import { sessionCookieFor } from './session-cookie.ts';

export function sessionRoutes(app: App, { database, settings }: Dependencies): void {
  const sessionCookie = sessionCookieFor(settings);

  app.route({
    ...getMe,
    handler: async (request, reply) => {
      if (bearerOf(request.headers) !== null) {
        const person = await request.identify();
        return { me: person && meOf(person) };
      }
      const token = sessionCookie.read(request.headers.cookie);
      const now = Date.now();
      const found = token === null ? null : await findPerson(database, { token, now, settings });
      if (token === null || !found) return { me: null };
      const { person, sessionExpiresAt, isMembershipOutdated } = found;
      const { userId } = person;
      const sessionId = sessionOf(person);
      if (isMembershipOutdated) await updateMembership({ connection: database, userId, now, settings });
      const end = extendedSessionEnd({ expiresAt: sessionExpiresAt, now });
      if (end !== null) {
        await extendSession(database, { sessionId, from: new Date(sessionExpiresAt), to: new Date(end) });
        reply.header('set-cookie', sessionCookie.write({ token, maxAgeMs: SESSION_LENGTH_MS }));
      }
      return { me: meOf(person) };
    },
  });

  app.route({
    ...signOut,
    handler: async (request, reply) => {
      const person = await request.identify();
      if (person) {
        await deleteSession(database, { sessionId: sessionOf(person) });
        request.log.info({ event: 'account.signed_out', userId: person.userId });
      }
      sessionCookie.clearOn(reply);
      return { me: null };
    },
  });
}
