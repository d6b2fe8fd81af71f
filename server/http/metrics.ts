import type { FastifyBaseLogger } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { dayIn, KOREA, writtenDay } from '#common/dates.ts';
import type { Settings } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import type { SearchDatabase } from '#server/database/search-database.ts';
import type { StorageWatch } from '#server/files/watch-storage.ts';
import type { DiskReserve } from './disk-reserve.ts';
import { EVENT_STREAM } from './event-stream.ts';
import type { App } from './feature.ts';
import { selectReplicaLag, selectWork, type Work } from './metrics.sql.ts';

/**
 * Registers `/metrics`. The route exists only if METRICS_TOKEN is set.
 * The caller is identified by the token. An IP address is not enough, because behind a proxy on the same machine every
 * request comes from loopback.
 */
export function registerMetrics(
  app: App,
  {
    settings,
    database,
    pool,
    reserve,
    storage,
    searchDatabase,
    newestBackup,
  }: {
    settings: Settings;
    database: Database;
    pool?: pg.Pool | undefined;
    reserve: DiskReserve;
    storage: Pick<StorageWatch, 'answers'>;
    searchDatabase: SearchDatabase;
    /** Returns the time of the newest backup, or null if there is no scheduled backup. */
    newestBackup: () => Promise<Date | null>;
  },
): void {
  const { METRICS_TOKEN } = settings;
  if (!METRICS_TOKEN) return;

  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  if (pool) watchPool({ pool, registry });
  measureStorage({ reserve, storage, registry });
  watchWork({ database, settings, registry, log: app.log, newestBackup });
  if (searchDatabase.replica() !== null) watchReplica({ searchDatabase, registry });

  app.addHook('onResponse', (request, reply, done) => {
    // An event stream stays open as long as its screen, so its duration is not measured.
    if (reply.getHeader('content-type') === EVENT_STREAM) return done();
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? '',
      status: reply.statusCode,
    };
    requests.observe(labels, reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!hasToken({ authorization: request.headers.authorization, token: METRICS_TOKEN })) {
      return reply.callNotFound();
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function measureStorage({
  reserve,
  storage,
  registry,
}: {
  reserve: DiskReserve;
  storage: Pick<StorageWatch, 'answers'>;
  registry: Registry;
}): void {
  new Gauge({
    name: 'storage_up',
    help: '1 if the storage of photos and archives answers, 0 if not.',
    registers: [registry],
    async collect() {
      this.set((await storage.answers()) ? 1 : 0);
    },
  });
  const MEGABYTE = 1024 * 1024;
  new Gauge({
    name: 'storage_free_bytes',
    help: 'Free space on the volume of DATA_DIR.',
    registers: [registry],
    async collect() {
      const free = await reserve.freeMegabytes();
      if (free !== null) this.set(free * MEGABYTE);
    },
  });
  new Gauge({
    name: 'storage_reserve_bytes',
    help: 'Minimum free space. Below it, uploads and imports are refused.',
    registers: [registry],
  }).set(reserve.reserveMegabytes * MEGABYTE);
}

function watchReplica({
  searchDatabase,
  registry,
}: {
  searchDatabase: SearchDatabase;
  registry: Registry;
}): void {
  new Gauge({
    name: 'search_replica_used',
    help: '1 if place search reads from the replica, 0 while the replica is unavailable.',
    registers: [registry],
    collect() {
      this.set(searchDatabase.replica() === 'used' ? 1 : 0);
    },
  });
  new Gauge({
    name: 'search_replica_lag_seconds',
    help: 'Age of the newest change that the replica has applied; 0 if it has applied all changes that it received; -1 while it is unavailable.',
    registers: [registry],
    async collect() {
      // The search database logs a replica that is unavailable.
      const lag = await searchDatabase.read(selectReplicaLag).catch(() => null);
      this.set(searchDatabase.replica() === 'used' ? (lag ?? -1) : -1);
    },
  });
}

const WORK: Record<keyof Work, [name: string, help: string]> = {
  jobsDue: ['jobs_due', 'Jobs that are due and not yet running.'],
  jobsRunning: ['jobs_running', 'Jobs that are running.'],
  jobsFailed: ['jobs_failed', 'Jobs that were given up after their last attempt.'],
  oldestJobSeconds: [
    'jobs_oldest_due_seconds',
    'Time that the oldest due job has waited; 0 if no job is due.',
  ],
  mailsDue: ['mails_due', 'Mails that should have been sent.'],
  oldestMailSeconds: [
    'mails_oldest_due_seconds',
    'Age of the oldest mail that should have been sent; 0 if there is none.',
  ],
  flaggedPayments: ['payments_flagged', 'Payments that the admin must review.'],
  providerCalls: ['provider_calls_today', 'Calls to external maps services since midnight in Korea.'],
  backupMissingFiles: [
    'backup_missing_photo_files',
    'Photo files that were missing or damaged in the storage at the last backup.',
  ],
  backupFailures: ['backup_failures', 'Scheduled backups that failed since the last complete backup.'],
  placeRefreshFailures: [
    'place_refresh_failures',
    'Provinces and official lists whose last download or import failed.',
  ],
};

function watchWork({
  database,
  settings,
  registry,
  log,
  newestBackup,
}: {
  database: Database;
  settings: Settings;
  registry: Registry;
  log: FastifyBaseLogger;
  newestBackup: () => Promise<Date | null>;
}): void {
  // All gauges of one scrape share the result of one statement.
  let current: Promise<Work | null> | null = null;
  const read = () =>
    (current ??= selectWork(database, { today: writtenDay(dayIn(KOREA, Date.now())) })
      .catch((error: unknown) => {
        log.warn({ err: error }, 'the database did not answer a scrape');
        return null;
      })
      .finally(() => {
        current = null;
      }));
  for (const key of Object.keys(WORK) as (keyof Work)[]) {
    const [name, help] = WORK[key];
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const work = await read();
        if (work) this.set(work[key]);
        else this.remove();
      },
    });
  }
  new Gauge({
    name: 'database_up',
    help: '1 if the database answered this scrape; if not, the gauges of jobs, mails and payments are missing.',
    registers: [registry],
    async collect() {
      this.set((await read()) ? 1 : 0);
    },
  });
  new Gauge({
    name: 'provider_calls_limit',
    help: 'Daily budget of calls to external maps services.',
    registers: [registry],
  }).set(settings.PLACES_CALLS_PER_DAY);
  if (!settings.BACKUP_DIR) return;
  new Gauge({
    name: 'backup_newest_timestamp_seconds',
    help: 'When the newest scheduled backup was made; 0 if there is none.',
    registers: [registry],
    async collect() {
      const newest = await newestBackup().catch((error: unknown) => {
        log.error({ err: error }, 'BACKUP_DIR cannot be read');
        return null;
      });
      this.set((newest?.getTime() ?? 0) / 1000);
    },
  });
}

function watchPool({ pool, registry }: { pool: pg.Pool; registry: Registry }): void {
  new Gauge({
    name: 'database_connections',
    help: 'Connections to the database by state. waiting: requests that wait for a connection.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}

function hasToken({ authorization, token }: { authorization: string | undefined; token: string }): boolean {
  const given = Buffer.from(authorization ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
