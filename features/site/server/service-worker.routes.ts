import type { FeatureRoutes } from '#server/http/feature.ts';
import { REMOVAL_WORKER } from './removal-worker.ts';

export const serviceWorkerRoutes: FeatureRoutes = (app, { settings }) => {
  if (settings.SERVICE_WORKER === 'off')
    app.get('/service-worker.js', { schema: { hide: true } }, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(REMOVAL_WORKER),
    );

  // Another app shares content by a POST to this address. The service worker normally answers this request.
  // Without a service worker, the server drops the content, and the screen asks the member to share it again.
  void app.register(async (shares) => {
    shares.removeAllContentTypeParsers();
    shares.addContentTypeParser('*', (_request, body, done) => done(null, body));
    shares.route({
      method: 'POST',
      url: '/app/add',
      schema: { hide: true },
      config: { allowsForeignOrigin: true },
      handler: (_request, reply) => reply.redirect('/app/add?shared=lost', 303),
    });
  });
};
