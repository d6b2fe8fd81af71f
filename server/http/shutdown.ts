import type { App } from './feature.ts';

const EVERY_MS = 50;

/** Node itself closes only idle connections. For all others it waits for the keep-alive timeout. */
export function closeConnectionsOnShutdown(app: App): void {
  app.addHook('preClose', async () => {
    const closingIdle = setInterval(() => app.server.closeIdleConnections(), EVERY_MS);
    app.server.once('close', () => clearInterval(closingIdle));
    if (!app.server.listening) clearInterval(closingIdle);
  });
}
