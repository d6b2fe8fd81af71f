import { timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Settings } from '#server/config.ts';
import type { SearchDatabase } from '#server/database/search-database.ts';
import type { DiskReserve } from './disk-reserve.ts';
import type { App } from './feature.ts';

/**
 * Counts and times requests by route and serves the metrics to holders of the token. Without METRICS_TOKEN
 * the path does not exist: behind a proxy on the same machine every request comes from loopback, so the
 * address proves nothing.
 */
export function registerMetrics(
  app: App,
  {
    settings,
    pool,
    reserve,
    searchDatabase,
  }: {
    settings: Settings;
    pool?: pg.Pool | undefined;
    reserve: DiskReserve;
    searchDatabase: SearchDatabase;
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
  watchStorage({ reserve, registry });
  if (searchDatabase.replica() !== null) watchReplica({ searchDatabase, registry });

  app.addHook('onResponse', (request, reply, done) => {
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

function watchStorage({ reserve, registry }: { reserve: DiskReserve; registry: Registry }): void {
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
    help: 'Free space below which uploads and imports are refused.',
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
}

function watchPool({ pool, registry }: { pool: pg.Pool; registry: Registry }): void {
  new Gauge({
    name: 'database_connections',
    help: 'Connections to the database by state; waiting: requests that wait for one.',
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
