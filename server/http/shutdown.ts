import type { App } from './feature.ts';

const EVERY_MS = 50;

/**
 * Once the app closes, hangs up on each connection as soon as its request is answered. Node does so only with
 * those that are idle at that moment, and would wait for the others until their keep-alive ends.
 */
export function hangUpWhenClosing(app: App): void {
  app.addHook('preClose', async () => {
    const hangingUp = setInterval(() => app.server.closeIdleConnections(), EVERY_MS);
    app.server.once('close', () => clearInterval(hangingUp));
    if (!app.server.listening) clearInterval(hangingUp);
  });
}
