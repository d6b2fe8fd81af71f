import type { App } from './feature.ts';

/** Forbids caches to store the answers of a feature, because they contain personal data. */
export function forbidStoring(app: App): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
}
