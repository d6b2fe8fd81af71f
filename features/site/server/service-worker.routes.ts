import type { FeatureRoutes } from '#server/http/feature.ts';

/**
 * This service worker removes itself, and all cached files and private copies on the device.
 * Open pages keep working. The next page is loaded without a service worker.
 */
const REMOVAL = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(remove()));
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
`;

export const serviceWorkerRoutes: FeatureRoutes = (app, { settings }) => {
  if (settings.SERVICE_WORKER === 'off')
    app.get('/service-worker.js', { schema: { hide: true } }, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(REMOVAL),
    );

  // Another app shares content by a POST to this address, which the service worker normally answers.
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
