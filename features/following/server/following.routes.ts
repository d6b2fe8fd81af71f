import {
  changeMailSubscription,
  endMailSubscription,
  followSource as followSourceEndpoint,
  listFollows,
  listMailSubscriptions,
  markEpisodesSeen,
  unfollowSource,
} from '#features/following/following.contract.ts';
import type { FeatureRoutes } from '#server/http/feature.ts';
import { forbidStoring } from '#server/http/no-store.ts';
import { limitUnknownIds } from '#server/http/limit-unknown-ids.ts';
import { localeOf } from '#server/http/locale.ts';
import { requireUser, sessionOf } from '#server/http/require-user.ts';
import { followingJobs } from './following-jobs.ts';
import {
  changeSubscription,
  endSubscription,
  followSource,
  readFollows,
  readSubscriptions,
  withdrawMailsOf,
} from './following.service.ts';
import { deleteFollow, updateSeenVersion } from './following.sql.ts';

export const followingRoutes: FeatureRoutes = (app, dependencies) => {
  const { database, settings, mailer, personalData } = dependencies;
  personalData.declare(
    { table: 'source_follows', column: 'user_id', onDeletion: 'deleted' },
    {
      table: 'mail_subscriptions',
      column: 'user_id',
      onDeletion: 'deleted',
      erase: withdrawMailsOf(dependencies),
    },
    { table: 'mail_consents', column: 'user_id', onDeletion: 'deleted' },
  );
  followingJobs({ ...dependencies, log: app.log });
  const withUnknownLinkLimit = limitUnknownIds(app, { code: 'following.link_unknown' });

  forbidStoring(app);

  app.route({
    ...listFollows,
    handler: (request) => readFollows({ database, settings, person: requireUser(request) }),
  });

  app.route({
    ...followSourceEndpoint,
    handler: async (request) => {
      const person = requireUser(request);
      await followSource({ database, settings, person, sourceId: request.params.sourceId });
      return readFollows({ database, settings, person });
    },
  });

  app.route({
    ...unfollowSource,
    handler: async (request) => {
      const person = requireUser(request);
      await deleteFollow(database, { userId: person.userId, sourceId: request.params.sourceId });
      return readFollows({ database, settings, person });
    },
  });

  app.route({
    ...markEpisodesSeen,
    handler: async (request) => {
      const person = requireUser(request);
      const { sourceId } = request.params;
      await updateSeenVersion(database, { userId: person.userId, sourceId, ...request.body });
      return readFollows({ database, settings, person });
    },
  });

  app.route({
    ...listMailSubscriptions,
    handler: (request) => readSubscriptions(database, requireUser(request)),
  });

  app.route({
    ...changeMailSubscription,
    handler: async (request) => {
      const person = requireUser(request);
      // A consent requires a browser session, because a program with an API token must not consent for the member.
      sessionOf(person);
      const wanted = { ...request.params, ...request.body, locale: localeOf(request) };
      await changeSubscription({ database, settings, mailer, userId: person.userId, wanted });
      return readSubscriptions(database, person);
    },
  });

  app.route({
    ...endMailSubscription,
    handler: (request) =>
      withUnknownLinkLimit(request, () =>
        endSubscription({ database, settings, mailer, token: request.body.token, means: 'link' }),
      ),
  });

  // Mail programs send a form to the URL in the header List-Unsubscribe (RFC 8058). The content of the form is not
  // needed.
  void app.register(async (programs) => {
    programs.removeAllContentTypeParsers();
    programs.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) =>
      done(null, undefined),
    );
    programs.route<{ Params: { token: string } }>({
      method: 'POST',
      url: '/unsubscribe/:token',
      schema: { hide: true },
      config: { allowsForeignOrigin: true },
      handler: async (request, reply) => {
        const { token } = request.params;
        await withUnknownLinkLimit(request, () =>
          endSubscription({ database, settings, mailer, token, means: 'mail_program' }),
        );
        return reply.code(200).send('');
      },
    });
  });
};
