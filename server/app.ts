import Fastify, { type FastifyBaseLogger } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { identifyPerson } from '#features/account/server/account.public.ts';
import { accountRoutes } from '#features/account/server/account.routes.ts';
import { enforceAccess } from './http/access.ts';
import type { App, Dependencies, FeatureRoutes } from './http/feature.ts';
import { requireIdempotencyKeys } from './http/idempotency.ts';
import { answerWithProblems, sendError, validatorCompiler } from './http/problem-answers.ts';

/** Every feature's server half; a feature adds its own line. */
const features: readonly FeatureRoutes[] = [accountRoutes];

export type AppOptions = Dependencies & {
  /** Where log lines go; silent if not given. */
  logger?: FastifyBaseLogger;
};

/** The whole server but for the listening socket: `main.ts` listens on it, tests `inject` into it. */
export async function buildApp({ logger, ...dependencies }: AppOptions): Promise<App> {
  const { settings } = dependencies;
  const app: App = Fastify({
    ...(logger && { loggerInstance: logger }),
    trustProxy: settings.TRUSTED_PROXY?.split(',').map((address) => address.trim()) ?? false,
    bodyLimit: 256 * 1024,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    routerOptions: { maxParamLength: 1024 },
    frameworkErrors: (error, request, reply) => sendError({ error, request, reply }),
  }).withTypeProvider<ZodTypeProvider>();

  app.setValidatorCompiler(validatorCompiler as never);
  app.setSerializerCompiler(serializerCompiler);
  answerWithProblems(app);
  enforceAccess(app, { identify: identifyPerson(dependencies) });
  requireIdempotencyKeys(app, dependencies);

  for (const routes of features) await app.register(async (scope) => routes(scope, dependencies));
  await app.ready();
  return app;
}
