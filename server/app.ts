import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type pg from 'pg';
import { identifyPerson } from '#features/account/server/account.public.ts';
import { accountRoutes } from '#features/account/server/account.routes.ts';
import { apiTokenRoutes } from '#features/account/server/api-tokens.routes.ts';
import { settingsRoutes } from '#features/account/server/settings.routes.ts';
import { leavingRoutes } from '#features/account/server/leaving/leaving.routes.ts';
import { mailLinkRoutes } from '#features/account/server/mail-links.routes.ts';
import { adminRoutes } from '#features/admin/server/admin.routes.ts';
import { catalogueRoutes } from '#features/catalogue/server/catalogue.routes.ts';
import { providedAdminRoutes } from '#features/catalogue/server/provided-admin.routes.ts';
import { providedRoutes } from '#features/catalogue/server/provided.routes.ts';
import { placesRoutes } from '#features/places/server/places.routes.ts';
import { membershipRoutes } from '#features/membership/server/membership.routes.ts';
import { demonstrationRoutes } from '#features/demonstration/server/demonstration.routes.ts';
import { photosRoutes } from '#features/photos/server/photos.routes.ts';
import { restaurantsRoutes } from '#features/restaurants/server/restaurants.routes.ts';
import { journalRoutes } from '#features/journal/server/journal.routes.ts';
import { lookBackRoutes } from '#features/journal/server/look-back/look-back.routes.ts';
import { entrySharesRoutes } from '#features/sharing/server/entry-shares.routes.ts';
import { sharingRoutes } from '#features/sharing/server/sharing.routes.ts';
import { moderationRoutes } from '#features/reviews/server/moderation.routes.ts';
import { reviewsRoutes } from '#features/reviews/server/reviews.routes.ts';
import { pagesWithCardsRoutes } from '#features/site/server/pages-with-cards.routes.ts';
import { prerenderedPagesRoutes } from '#features/site/server/prerendered-pages.routes.ts';
import { siteRoutes } from '#features/site/server/site.routes.ts';
import { statisticsRoutes } from '#features/statistics/server/statistics.routes.ts';
import { enforceAccess, type Identify } from './http/access.ts';
import { answerClientError } from './http/client-errors.ts';
import { compressAnswers } from './http/compression.ts';
import type { App, Dependencies, FeatureRoutes } from './http/feature.ts';
import { reportHealth } from './http/health.ts';
import { requireIdempotencyKeys } from './http/idempotency.ts';
import { readJsonBodies } from './http/json-body.ts';
import { logRequests } from './http/log.ts';
import { measureRequests } from './http/metrics.ts';
import { refuseForeignOrigins } from './http/origin-check.ts';
import { createPersonalData, type PersonalData } from './http/personal-data.ts';
import { createPhotoReaders, type PhotoReaders } from './http/photo-readers.ts';
import { answerWithProblems, sendError, validatorCompiler } from './http/problem-answers.ts';
import { limitAccounts, limitAddresses } from './http/rate-limits.ts';
import { numberRequests } from './http/request-ids.ts';
import { keepRouteTable } from './http/route-table.ts';
import { securityHeaders, sendSecurityHeaders } from './http/security-headers.ts';
import { hangUpWhenClosing } from './http/shutdown.ts';
import { limitBodyTimes } from './http/slow-bodies.ts';
import { readBuiltScreens } from './http/built-screens.ts';
import { writePages } from './http/pages.ts';
import { serveWebFiles, webFolder as defaultWebFolder } from './http/web-files.ts';
import { createMailer } from './mail/mail.ts';
import { type MailTransport, transportsOf } from './mail/mail-transports.ts';

/** Every feature's server half; a feature adds its own line. */
const features: readonly FeatureRoutes[] = [
  accountRoutes,
  settingsRoutes,
  apiTokenRoutes,
  mailLinkRoutes,
  leavingRoutes,
  catalogueRoutes,
  providedRoutes,
  providedAdminRoutes,
  placesRoutes,
  photosRoutes,
  restaurantsRoutes,
  journalRoutes,
  lookBackRoutes,
  sharingRoutes,
  entrySharesRoutes,
  reviewsRoutes,
  moderationRoutes,
  siteRoutes,
  prerenderedPagesRoutes,
  pagesWithCardsRoutes,
  demonstrationRoutes,
  membershipRoutes,
  adminRoutes,
  statisticsRoutes,
];

export type AppOptions = Omit<Dependencies, 'mailer' | 'personalData' | 'photoReaders'> & {
  /** For the figures of the connection pool in `/metrics`. */
  pool?: pg.Pool;
  /** Where log lines go; silent if not given. */
  logger?: FastifyBaseLogger;
  /** Features instead of the product's own, for tests of the machinery. */
  features?: readonly FeatureRoutes[];
  /** Who sends a request, instead of the account feature's answer, for tests of the machinery. */
  identify?: Identify;
  /** Where mails go instead of where the settings say, for tests. */
  mailTransports?: readonly MailTransport[];
  /** Where features declare what they keep of people, for tests that read it. */
  personalData?: PersonalData;
  /** Where features say who may see their photos, for tests that say it themselves. */
  photoReaders?: PhotoReaders;
  /** Folder of the built screens. */
  webFolder?: string;
  /** Runs before any route is registered; the OpenAPI document is drawn up this way. */
  beforeRoutes?: (app: App) => Promise<void>;
};

/** The whole server but for the listening socket: `main.ts` listens on it, tests `inject` into it. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { database, settings, jobs, pool, logger, webFolder = defaultWebFolder } = options;
  const headers = await securityHeaders(settings);

  const app: App = Fastify({
    ...(logger && { loggerInstance: logger }),
    // `logRequests` writes one line a request instead of two.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: numberRequests(),
    trustProxy: settings.TRUSTED_PROXY?.split(',').map((address) => address.trim()) ?? false,
    ...LIMITS,
    // While it shuts down, requests on open connections are answered and told to go elsewhere next.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) =>
      sendError({ error, request, reply: reply.headers(headers.forData) }),
    clientErrorHandler: answerClientError,
  }).withTypeProvider<ZodTypeProvider>();

  const mailer = createMailer({
    jobs,
    log: app.log,
    transports: options.mailTransports ?? transportsOf(settings),
    from: settings.MAIL_FROM,
  });
  const personalData = options.personalData ?? createPersonalData();
  const photoReaders = options.photoReaders ?? createPhotoReaders();
  const dependencies: Dependencies = { database, settings, jobs, mailer, personalData, photoReaders };

  app.setValidatorCompiler(validatorCompiler as never);
  app.setSerializerCompiler(serializerCompiler);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });

  // In this order a request passes: what is cheap to refuse is refused first, the body is read last.
  logRequests(app);
  measureRequests(app, { settings, pool });
  sendSecurityHeaders(app, headers);
  refuseForeignOrigins(app, settings);
  readJsonBodies(app);
  limitBodyTimes(app);
  await limitAddresses(app, settings);
  enforceAccess(app, { identify: options.identify ?? identifyPerson(dependencies) });
  limitAccounts(app, settings);
  requireIdempotencyKeys(app, dependencies);
  keepRouteTable(app);
  const screens = readBuiltScreens(webFolder);
  answerWithProblems(app, { sendPage: await serveWebFiles(app, { folder: webFolder, screens }) });
  writePages(app, screens);
  compressAnswers(app);
  hangUpWhenClosing(app);

  await options.beforeRoutes?.(app);
  await reportHealth(app, dependencies);
  for (const routes of options.features ?? features) {
    await app.register(async (scope) => routes(scope, dependencies));
  }
  await app.ready();
  return app;
}

/** Sizes in bytes, times in milliseconds. An endpoint that takes more says so itself (`bodyLimit`). */
const LIMITS = {
  bodyLimit: 256 * 1024,
  /** The whole request, body and all, must have come by then; of all but photos much sooner (slow-bodies.ts). */
  requestTimeout: 300_000,
  /** No byte either way for so long ends the connection. */
  connectionTimeout: 120_000,
  /** Longer than the minute for which load balancers usually keep a connection, so that they close it first. */
  keepAliveTimeout: 72_000,
  maxRequestsPerSocket: 10_000,
  http: { headersTimeout: 10_000, maxHeaderSize: 16 * 1024, connectionsCheckingInterval: 2_000 },
  /** Longer than the longest id of a maps service, with each character escaped. */
  routerOptions: { maxParamLength: 3_000 },
};
