import type { App } from './feature.ts';

const EVERY_MS = 50;

/**
 * Closes connections as soon as they are idle during a shutdown. Node itself closes only the connections that are idle
 * at the start of the shutdown, and waits for the keep-alive timeout of all others.
 */
export function closeConnectionsOnShutdown(app: App): void {
  app.addHook('preClose', async () => {
    const closingIdle = setInterval(() => app.server.closeIdleConnections(), EVERY_MS);
    app.server.once('close', () => clearInterval(closingIdle));
    if (!app.server.listening) clearInterval(closingIdle);
  });
}
