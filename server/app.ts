import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import path from 'node:path';
import { identifyPerson } from '#features/account/server/account.public.ts';
import { accountRoutes } from '#features/account/server/account.routes.ts';
import { connectedAppRoutes } from '#features/account/connected-apps/server/connected-apps.routes.ts';
import { apiTokenRoutes } from '#features/account/api-tokens/server/api-tokens.routes.ts';
import { settingsRoutes } from '#features/account/settings/server/settings.routes.ts';
import { accountDeletionRoutes } from '#features/account/deletion/server/account-deletion.routes.ts';
import { mailLinkRoutes } from '#features/account/mail-links/server/mail-links.routes.ts';
import { adminRoutes } from '#features/admin/server/admin.routes.ts';
import { backupJobs } from '#features/backups/server/backup-jobs.ts';
import { newestBackupOf } from '#features/backups/server/scheduled-backups.ts';
import { catalogueRoutes } from '#features/catalogue/server/catalogue.routes.ts';
import { providedAdminRoutes } from '#features/catalogue/server/provided-admin.routes.ts';
import { jointCollectionsRoutes } from '#features/collections/server/joint-collections.routes.ts';
import { liveCollectionsRoutes } from '#features/collections/server/live/live.routes.ts';
import { votesRoutes } from '#features/collections/server/votes/votes.routes.ts';
import { collectionsRoutes } from '#features/collections/server/collections.routes.ts';
import { followingRoutes } from '#features/following/server/following.routes.ts';
import { providedRoutes } from '#features/catalogue/server/provided.routes.ts';
import { officialListsRoutes } from '#features/official-lists/server/official-lists.routes.ts';
import { placeDataRoutes } from '#features/place-data/server/place-data.routes.ts';
import { placesRoutes } from '#features/places/server/places.routes.ts';
import { membershipRoutes } from '#features/membership/server/membership.routes.ts';
import { demonstrationRoutes } from '#features/demonstration/server/demonstration.routes.ts';
import { createPhotoStorage } from '#features/photos/server/photos.public.ts';
import { photosRoutes } from '#features/photos/server/photos.routes.ts';
import { restaurantsRoutes } from '#features/restaurants/server/restaurants.routes.ts';
import { journalRoutes } from '#features/journal/server/journal.routes.ts';
import { journalFeedRoutes } from '#features/journal/server/journal-feed.routes.ts';
import { yearlyReviewRoutes } from '#features/journal/server/yearly-review/yearly-review.routes.ts';
import { entrySharesRoutes } from '#features/sharing/server/entry-shares.routes.ts';
import { sharingRoutes } from '#features/sharing/server/sharing.routes.ts';
import { moderationRoutes } from '#features/reviews/server/moderation.routes.ts';
import { reviewsRoutes } from '#features/reviews/server/reviews.routes.ts';
import { pagesWithCardsRoutes } from '#features/site/server/pages-with-cards.routes.ts';
import { prerenderedPagesRoutes } from '#features/site/server/prerendered-pages.routes.ts';
import { apiReferenceRoutes } from '#features/site/server/api-reference.routes.ts';
import { serviceWorkerRoutes } from '#features/site/server/service-worker.routes.ts';
import { siteRoutes } from '#features/site/server/site.routes.ts';
import { assistantsRoutes } from '#features/assistants/server/assistants.routes.ts';
import { archiveRoutes } from '#features/transfer/server/archive.routes.ts';
import { exportRoutes } from '#features/transfer/server/export.routes.ts';
import { statisticsRoutes } from '#features/statistics/server/statistics.routes.ts';
import { notificationsRoutes } from '#features/notifications/server/notifications.routes.ts';
import { pushRoutes } from '#features/notifications/server/push.routes.ts';
import { listLinksRoutes } from '#features/transfer/server/list-links/list-links.routes.ts';
import { pageLinksRoutes } from '#features/transfer/server/page-links/page-links.routes.ts';
import { importsRoutes } from '#features/transfer/server/imports.routes.ts';
import { watchStorage } from './files/watch-storage.ts';
import { enforceAccess, type Identify } from './http/access.ts';
import { handleClientError } from './http/client-errors.ts';
import { compressResponses } from './http/compression.ts';
import { createDocumentCache } from './http/document-cache.ts';
import type { App, Dependencies, FeatureRoutes } from './http/feature.ts';
import { diskReserveOf, keepDiskReserve } from './http/disk-reserve.ts';
import { registerHealthRoutes } from './http/health.ts';
import { requireIdempotencyKeys } from './http/idempotency.ts';
import { readJsonBodies } from './http/json-body.ts';
import { logRequests } from './http/log.ts';
import { registerMetrics } from './http/metrics.ts';
import { rejectForeignOrigins } from './http/origin-check.ts';
import { createPersonalData, type PersonalData } from './http/personal-data.ts';
import { createPhotoReaders, type PhotoReaders } from './http/photo-readers.ts';
import { registerProblemHandlers, sendError, validatorCompiler } from './http/problem-answers.ts';
import { limitAccounts, limitAddresses } from './http/rate-limits.ts';
import { assignRequestIds } from './http/request-ids.ts';
import { recordRoutes } from './http/route-table.ts';
import { securityHeaders, sendSecurityHeaders } from './http/security-headers.ts';
import { closeConnectionsOnShutdown } from './http/shutdown.ts';
import { limitBodyTimes } from './http/slow-bodies.ts';
import { closeAfterUnfinishedBodies } from './http/unfinished-bodies.ts';
import { readBuiltScreens } from './http/built-screens.ts';
import { RELEASED_FOLDER } from './http/released-assets.ts';
import { writePages } from './http/pages.ts';
import { serveWebFiles, webFolder as defaultWebFolder } from './http/web-files.ts';
import { type SearchDatabase, searchOn } from './database/search-database.ts';
import { createMailer } from './mail/mail.ts';
import { type MailTransport, transportsOf } from './mail/mail-transports.ts';

const features: readonly FeatureRoutes[] = [
  accountRoutes,
  settingsRoutes,
  apiTokenRoutes,
  connectedAppRoutes,
  mailLinkRoutes,
  accountDeletionRoutes,
  catalogueRoutes,
  providedRoutes,
  providedAdminRoutes,
  placesRoutes,
  placeDataRoutes,
  officialListsRoutes,
  photosRoutes,
  restaurantsRoutes,
  collectionsRoutes,
  jointCollectionsRoutes,
  liveCollectionsRoutes,
  followingRoutes,
  votesRoutes,
  notificationsRoutes,
  pushRoutes,
  journalRoutes,
  yearlyReviewRoutes,
  journalFeedRoutes,
  sharingRoutes,
  entrySharesRoutes,
  reviewsRoutes,
  moderationRoutes,
  siteRoutes,
  serviceWorkerRoutes,
  apiReferenceRoutes,
  prerenderedPagesRoutes,
  pagesWithCardsRoutes,
  demonstrationRoutes,
  membershipRoutes,
  adminRoutes,
  statisticsRoutes,
  exportRoutes,
  archiveRoutes,
  importsRoutes,
  listLinksRoutes,
  pageLinksRoutes,
  assistantsRoutes,
  backupJobs,
];

export type AppOptions = Omit<
  Dependencies,
  'searchDatabase' | 'mailer' | 'personalData' | 'photoReaders' | 'documents'
> & {
  /** The database for public reads. Default: `database`. */
  searchDatabase?: SearchDatabase;
  logger?: FastifyBaseLogger;
  /** The features that the server serves. Default: all. Tests of the HTTP layer pass a list of their own. */
  features?: readonly FeatureRoutes[];
  /** Replaces the look-up of the session. Only tests of the HTTP layer set it. */
  identify?: Identify;
  mailTransports?: readonly MailTransport[];
  /** The registry of tables with personal data. Tests pass a registry to read it afterwards. */
  personalData?: PersonalData;
  /** The registry of the rules for reading photos. Tests pass a registry to read it afterwards. */
  photoReaders?: PhotoReaders;
  webFolder?: string;
  /** Runs before any route is registered. `npm run openapi` uses it to collect the routes. */
  beforeRoutes?: (app: App) => Promise<void>;
};

/** Builds the server, which does not listen yet. serve.ts makes it listen; tests send requests with `inject`. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { database, settings, jobs, pool, logger, webFolder = defaultWebFolder } = options;
  const searchDatabase = options.searchDatabase ?? searchOn(database);
  const headers = await securityHeaders(settings);

  const app: App = Fastify({
    ...(logger && { loggerInstance: logger }),
    // `logRequests` writes one line per request instead of Fastify's two.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: assignRequestIds(),
    trustProxy: settings.TRUSTED_PROXY?.split(',').map((address) => address.trim()) ?? false,
    ...LIMITS,
    // During shutdown, Fastify would answer requests on open connections with 503. With `false`, these requests get
    // their normal answer, with `Connection: close`.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) =>
      sendError({ error, request, reply: reply.headers(headers.forData) }),
    clientErrorHandler: handleClientError,
  }).withTypeProvider<ZodTypeProvider>();

  const mailer = createMailer({
    jobs,
    log: app.log,
    transports: options.mailTransports ?? transportsOf(settings),
    from: settings.MAIL_FROM,
  });
  const reserve = diskReserveOf(settings);
  const photoStorage = createPhotoStorage(settings);
  const storage = watchStorage({
    ask: () => photoStorage.read({ photoId: 'no-such-photo', purpose: 'journal', size: 'large' }),
    onBack: () => jobs.retryStorageJobs(),
    log: app.log,
  });
  app.addHook('onListen', async () => storage.start());
  app.addHook('onClose', async () => storage.stop());
  const personalData = options.personalData ?? createPersonalData();
  const photoReaders = options.photoReaders ?? createPhotoReaders();
  const dependencies: Dependencies = {
    database,
    pool,
    searchDatabase,
    settings,
    jobs,
    mailer,
    personalData,
    photoReaders,
    documents: createDocumentCache({ maximum: settings.DOCUMENT_CACHE_MEGABYTES * 1_000_000 }),
  };

  app.setValidatorCompiler(validatorCompiler as never);
  app.setSerializerCompiler(serializerCompiler);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });

  // Each call adds hooks, which run in this order. Checks that take less time come first. The body is read after them.
  logRequests(app);
  registerMetrics(app, {
    settings,
    database,
    pool,
    reserve,
    storage,
    searchDatabase,
    newestBackup: newestBackupOf(settings),
  });
  sendSecurityHeaders(app, headers);
  rejectForeignOrigins(app, settings);
  readJsonBodies(app);
  limitBodyTimes(app);
  closeAfterUnfinishedBodies(app);
  await limitAddresses(app, settings);
  enforceAccess(app, { identify: options.identify ?? identifyPerson(dependencies) });
  limitAccounts(app, settings);
  keepDiskReserve(app, reserve);
  requireIdempotencyKeys(app, dependencies);
  recordRoutes(app);
  const screens = readBuiltScreens(webFolder);
  const released = path.resolve(settings.DATA_DIR, RELEASED_FOLDER);
  registerProblemHandlers(app, {
    sendPage: await serveWebFiles(app, { folder: webFolder, screens, released }),
  });
  writePages(app, screens);
  compressResponses(app);
  closeConnectionsOnShutdown(app);

  await options.beforeRoutes?.(app);
  await registerHealthRoutes(app, { database, reserve, storage, searchDatabase });
  for (const routes of options.features ?? features) {
    await app.register(async (scope) => routes(scope, dependencies));
  }
  await app.ready();
  return app;
}

/** Limits of the HTTP server, in bytes and milliseconds. An endpoint can raise its body limit with `bodyLimit`. */
const LIMITS = {
  bodyLimit: 256 * 1024,
  /**
   * Time limit for a whole request, long enough for photos. slow-bodies.ts sets a shorter limit for all other bodies.
   */
  requestTimeout: 300_000,
  /** A connection without traffic is closed after this time. */
  connectionTimeout: 120_000,
  /**
   * An idle connection must be closed by the load balancer, not by the server. Most load balancers close idle
   * connections after 60 s, so the server waits longer.
   */
  keepAliveTimeout: 72_000,
  maxRequestsPerSocket: 10_000,
  http: { headersTimeout: 10_000, maxHeaderSize: 16 * 1024, connectionsCheckingInterval: 2_000 },
  /**
   * Maximum length of a path parameter. The longest place id of a maps service fits, even with every character
   * percent-encoded.
   */
  routerOptions: { maxParamLength: 3_000 },
};
