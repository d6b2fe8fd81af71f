import {
  type NotificationKind,
  NotificationKind as Kinds,
} from '#features/notifications/notifications.contract.ts';
import {
  deletePushSubscription,
  getPushSettings,
  putPushSubscription,
} from '#features/notifications/push.contract.ts';
import { isOldEnoughForPush } from '#features/notifications/push.rules.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { forbidStoring } from '#server/http/no-store.ts';
import { type Person, requireUser, sessionOf } from '#server/http/require-user.ts';
import { createPushClient } from './push-client.ts';
import { pushJob } from './push-job.ts';
import { pushKeysOf } from './push-message.ts';
import { subscribeDevice } from './push.service.ts';
import { deleteSubscriptionOf, selectKindsOf } from './push.sql.ts';

export const pushRoutes: FeatureRoutes = (app, { database, jobs, settings, personalData }) => {
  personalData.declare({ table: 'push_subscriptions', column: 'user_id', onDeletion: 'deleted' });
  forbidStoring(app);
  const keys = pushKeysOf(settings);
  const client = createPushClient({ sandboxUrl: settings.PUSH_URL });
  app.addHook('onClose', () => client.close());
  pushJob({ jobs, settings, keys, client, log: app.log });

  const settingsOf = async (person: Person) => {
    const kinds = await selectKindsOf(database, sessionOf(person));
    return {
      publicKey: keys.publicKey,
      isPossible: isOldEnoughForPush({ createdAt: person.createdAt, now: Date.now() }),
      kinds: kinds.filter((kind): kind is NotificationKind => Kinds.safeParse(kind).success),
    };
  };

  app.route({ ...getPushSettings, handler: (request) => settingsOf(requireUser(request)) });

  app.route({
    ...putPushSubscription,
    handler: async (request) => {
      const person = requireUser(request);
      await subscribeDevice({ database, settings, person, wanted: request.body, log: request.log });
      return settingsOf(person);
    },
  });

  app.route({
    ...deletePushSubscription,
    handler: async (request) => {
      const person = requireUser(request);
      await deleteSubscriptionOf(database, sessionOf(person));
      return settingsOf(person);
    },
  });
};
