import type { App, Dependencies } from '#server/http/feature.ts';
import { forbidStoring } from '#server/http/no-store.ts';
import { problem } from '#server/http/problem.ts';
import { sessionOf, requireUser } from '#server/http/require-user.ts';
import { displayNameOf } from '../../account.rules.ts';
import { deviceNameOf, shortAddressOf } from '../../sessions/devices.rules.ts';
import {
  changeNickname,
  type Device,
  listDevices,
  settingsProblems,
  signOutDevice,
  signOutOtherDevices,
} from '../settings.contract.ts';
import { meOf } from '../../server/account.person.ts';
import { deleteOtherSessions } from '../../server/account.sql.ts';
import { deleteSessionOfUser, sessionsOfUser, setNickname } from './settings.sql.ts';

export function settingsRoutes(app: App, { database }: Dependencies): void {
  forbidStoring(app);

  app.route({
    ...changeNickname,
    handler: async (request) => {
      const person = requireUser(request);
      const { nickname } = request.body;
      await setNickname(database, { userId: person.userId, nickname });
      return { me: meOf({ ...person, displayName: displayNameOf({ nickname, email: person.email }) }) };
    },
  });

  app.route({
    ...listDevices,
    handler: async (request) => {
      const { userId, sessionId } = requireUser(request);
      const sessions = await sessionsOfUser(database, { userId, now: new Date() });
      const devices = sessions.map((session) => deviceOf({ session, isCurrent: session.id === sessionId }));
      return { devices: devices.sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent)) };
    },
  });

  app.route({
    ...signOutDevice,
    handler: async (request) => {
      const { userId } = requireUser(request);
      const sessionId = request.params.deviceId;
      const { numDeletedRows } = await deleteSessionOfUser(database, { userId, sessionId });
      if (numDeletedRows === 0n) throw problem(settingsProblems, 'account.device_unknown');
      request.log.info({ event: 'account.device_signed_out', userId });
      return { signedOut: 1 as const };
    },
  });

  app.route({
    ...signOutOtherDevices,
    handler: async (request) => {
      const person = requireUser(request);
      const { userId } = person;
      const sessionId = sessionOf(person);
      const [deleted] = await deleteOtherSessions(database, { userId, sessionId });
      const signedOut = Number(deleted?.numDeletedRows ?? 0);
      request.log.info({ event: 'account.other_devices_signed_out', userId, signedOut });
      return { signedOut };
    },
  });
}

function deviceOf({
  session,
  isCurrent,
}: {
  session: Awaited<ReturnType<typeof sessionsOfUser>>[number];
  isCurrent: boolean;
}): Device {
  return {
    id: session.id,
    isCurrent,
    ...deviceNameOf(session.userAgent ?? ''),
    network: shortAddressOf(session.address ?? ''),
    signedInAt: session.signedInAt.getTime(),
    lastSeenAt: session.lastSeenAt.getTime(),
  };
}
