import type { FeatureRoutes } from '#server/http/feature.ts';

/**
 * Removes itself, the files and the private copies of every device that opens the app. Open pages keep working; the
 * next one is loaded without a worker.
 */
const REMOVAL = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(remove()));
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
`;

/** What the service worker needs of the server; the worker itself is a file of the build. */
export const serviceWorkerRoutes: FeatureRoutes = (app, { settings }) => {
  if (settings.SERVICE_WORKER === 'off')
    app.get('/service-worker.js', { schema: { hide: true } }, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(REMOVAL),
    );

  // Sharing from another app posts to this address. Normally the worker answers; here, the content is dropped, and the
  // screen asks to share it again.
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
