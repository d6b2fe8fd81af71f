import { precacheAndRoute, cleanupOutdatedCaches } from 'workbox-precaching';
import { answerAsset, fetchLaterFiles } from './assets.ts';
import { answerPage, isPage, pageFromServer } from './pages.ts';
import { answerPhoto, isPhoto } from './photos.ts';
import { openNotification, showPush } from './push.ts';
import { answerShare, isShare } from './shared-to-app.ts';
import { answerTile, isTile } from './tiles.ts';
import { PRECACHE } from './files.ts';

/*
 * The service worker (docs/decisions/0039-service-worker.md). It answers requests for pages, files, photos and map
 * tiles, and shows push messages.
 * Calls of the API go directly to the network. The screens store their documents themselves (web/documents).
 */

declare const self: ServiceWorkerGlobalScope;

cleanupOutdatedCaches();
// This call adds the listeners for install, activate and the precached files. Pages are answered below.
precacheAndRoute([...PRECACHE], { directoryIndex: '', cleanURLs: false });

/**
 * Whether the browser can preload navigations. Firefox cannot: without a network, a failed preload makes the navigation
 * fail, although the worker answers it (https://github.com/GoogleChrome/workbox/issues/3134, Firefox ESR 153).
 */
const canPreload = !/Firefox\//.test(navigator.userAgent);

self.addEventListener('activate', (event) => {
  const preload = self.registration.navigationPreload;
  const isSet = canPreload ? preload?.enable() : preload?.disable();
  event.waitUntil(Promise.all([isSet, self.clients.claim()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (isShare(request, url)) return event.respondWith(answerShare(request));
  if (request.method !== 'GET') return undefined;
  if (isPage(request, url)) return event.respondWith(answerPage(event, url));
  if (isPhoto(url)) return event.respondWith(answerPhoto(event, url));
  if (url.origin === location.origin && url.pathname.startsWith('/assets/'))
    return event.respondWith(answerAsset(event));
  if (isTile(request, url)) return event.respondWith(answerTile(event, url));
  // A navigation that the worker does not answer is sent twice: by the preload, and then by the browser. Links that work
  // once, such as the answer of an identity provider, would then fail.
  if (request.mode === 'navigate') return event.respondWith(pageFromServer(event));
  return undefined;
});

type Message = { type: 'activate' } | { type: 'fetch-later-files' };

self.addEventListener('message', (event) => {
  const message = event.data as Message;
  // The page sends this message when nothing is being edited (web/offline/updates.ts).
  if (message.type === 'activate') event.waitUntil(self.skipWaiting());
  if (message.type === 'fetch-later-files') event.waitUntil(fetchLaterFiles());
});

self.addEventListener('push', (event) => event.waitUntil(showPush(self, event.data)));

self.addEventListener('notificationclick', (event) =>
  event.waitUntil(openNotification(self, event.notification)),
);

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

// An open page sends the pending actions. Without an open page, the actions wait until the app is opened.
self.addEventListener('sync' as 'activate', (event) => {
  if ((event as SyncEvent).tag !== 'outbox') return;
  event.waitUntil(
    self.clients
      .matchAll({ type: 'window' })
      .then(([client]) => client?.postMessage({ type: 'outbox-send' })),
  );
});
