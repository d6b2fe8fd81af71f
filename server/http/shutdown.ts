import type { App } from './feature.ts';

const EVERY_MS = 50;

/**
 * During shutdown, closes each connection once its request is answered. Node closes only those that are idle at that
 * moment and waits for the keep-alive timeout of the others.
 */
export function closeConnectionsOnShutdown(app: App): void {
  app.addHook('preClose', async () => {
    const hangingUp = setInterval(() => app.server.closeIdleConnections(), EVERY_MS);
    app.server.once('close', () => clearInterval(hangingUp));
    if (!app.server.listening) clearInterval(hangingUp);
  });
}
