/**
 * Causes faults while eight clients write through the proxy. Afterwards every acknowledged write must be in the
 * database exactly once. In the control, replication is asynchronous, and some acknowledged writes must be lost.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { sessionCookieFor } from '#features/account/sessions/server/session-cookie.ts';
import { loadSettings } from '#server/config.ts';
import { loadMembers, sessionOf, userOf } from '../../bench/generated-lists.ts';
import { signalAll, titleOf } from './processes.ts';
import type { ClusterNode } from './topology.ts';
import { type TrialCluster, trialCluster, waitFor } from './trial.ts';

const CLIENTS = 8;
const MEMBERS = 400;
const SETTLE = 3_000;
const REQUEST_TIMEOUT = 5_000;
/** Milliseconds for which the node of the primary is frozen. Must be longer than the lease of the leader. */
const FROZEN_NODE = 30_000;
/**
 * Milliseconds for which the standbys receive nothing. With asynchronous replication, writes are acknowledged even
 * during this time.
 */
const FROZEN_SENDERS = 2_000;

type Write = { name: string; from: number; acknowledged: number | null };
type Round = {
  number: number;
  fault: string;
  gapMs: number;
  acknowledged: number;
  completeAfterS: number;
};

export async function runChaos({
  folder,
  port,
  rounds,
  isSynchronous,
}: {
  folder: string;
  port: number;
  rounds: number;
  isSynchronous: boolean;
}): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const cluster = trialCluster({
    folder,
    port,
    isSynchronous,
    settings: {
      LOG_LEVEL: 'warn',
      REQUESTS_PER_MINUTE_BY_ADDRESS: '1000000000',
      REQUESTS_PER_MINUTE_BY_ACCOUNT: '1000000000',
    },
  });
  try {
    await cluster.up();
    await withPool(cluster.connectionString, (pool) => loadMembers(pool, { from: 1, to: MEMBERS }));
    const load = writeThrough(cluster);
    const faults = isSynchronous ? Object.entries(allFaults(cluster)) : [frozenSenders(cluster)];
    const results: Round[] = [];
    for (let number = 1; number <= rounds; number++) {
      const [fault, cause] = faults[(number - 1) % faults.length] as Fault;
      await sleep(SETTLE);
      const began = Date.now();
      await cause();
      const isComplete = await waitForRecovery({ cluster, isSynchronous });
      const completeAfterS = (Date.now() - began) / 1000;
      await sleep(SETTLE);
      const { gapMs, acknowledged } = load.since(began);
      results.push({ number, fault, gapMs, acknowledged, completeAfterS });
      console.log(
        `${number}. ${fault}: ${(gapMs / 1000).toFixed(1)} s without an acknowledged write, ${isComplete ? '' : 'in'}complete after ${completeAfterS.toFixed(1)} s, ${acknowledged} writes`,
      );
      if (!isComplete) break;
    }
    const writes = await load.stop();
    await report({ cluster, writes, results, isSynchronous, statuses: load.statuses });
  } finally {
    await cluster.down();
  }
}

/**
 * Returns false if the cluster does not become complete. The rounds then end. This happens with asynchronous
 * replication if a standby has received more writes than the new primary, because Patroni cannot rewind such a standby
 * until it is consistent.
 */
async function waitForRecovery({
  cluster,
  isSynchronous,
}: {
  cluster: TrialCluster;
  isSynchronous: boolean;
}): Promise<boolean> {
  if (isSynchronous) return cluster.waitUntilComplete(180).then(() => true);
  return cluster.waitUntilComplete(90).then(
    () => true,
    () => false,
  );
}

type Fault = [name: string, cause: () => Promise<void>];

function allFaults(cluster: TrialCluster): Record<string, () => Promise<void>> {
  const { topology, processes } = cluster;
  const anyServer = () => `server-${topology.nodes[Math.floor(Math.random() * topology.nodes.length)]?.name}`;
  const [sendersName, senders] = frozenSenders(cluster);
  return {
    'primary killed with its Patroni': () => killPrimary(cluster),
    [sendersName]: senders,
    'PostgreSQL of the primary killed': async () => {
      signalAll(cluster.postgresPids(await requirePrimary(cluster)), 'SIGKILL');
      // Patroni detects the failure during this time.
      await sleep(5_000);
    },
    switchover: () => cluster.switchover(),
    'node of the primary frozen for 30 s': async () => {
      const pids = cluster.databasePids(await requirePrimary(cluster));
      signalAll(pids, 'SIGSTOP');
      await sleep(FROZEN_NODE);
      signalAll(pids, 'SIGCONT');
    },
    'server process killed': async () => {
      const name = anyServer();
      signalAll([processes.pidOf(name) ?? 0].filter(Boolean), 'SIGKILL');
      await sleep(2_000);
      cluster.start(name);
      await waitFor(60, 'three server processes', async () => (await cluster.serversReady()) === 3);
    },
  };
}

/**
 * Freezes the processes that send the log to the standbys, then kills the primary. The latest writes
 * are lost, because only the primary had them.
 */
const frozenSenders = (cluster: TrialCluster): Fault => [
  'primary killed after its WAL senders froze',
  async () => {
    const senders = cluster
      .postgresPids(await requirePrimary(cluster))
      .filter((pid) => titleOf(pid).includes('walsender'));
    signalAll(senders, 'SIGSTOP');
    await sleep(FROZEN_SENDERS);
    await killPrimary(cluster);
  },
];

async function killPrimary(cluster: TrialCluster): Promise<void> {
  const node = await requirePrimary(cluster);
  cluster.killDatabase(node);
  await waitFor(120, 'another primary', async () => {
    const now = await cluster.primary();
    return now !== null && now.name !== node.name;
  });
  cluster.start(`patroni-${node.name}`);
}

async function requirePrimary(cluster: TrialCluster): Promise<ClusterNode> {
  const node = await cluster.primary();
  if (node === null) throw new Error('There is no primary.');
  return node;
}

/**
 * Starts clients. Each client saves restaurants one after the other, and repeats each request with its key until the
 * request is acknowledged.
 */
function writeThrough(cluster: TrialCluster) {
  const cookie = sessionCookieFor(loadSettings({ AUTH_SECRET: cluster.secrets.sessions }));
  const writes: Write[] = [];
  /** Number of answers by status. The status 0 means that there was no answer. */
  const statuses = new Map<number, number>();
  let isOn = true;
  let count = 0;
  const client = async () => {
    while (isOn) {
      const number = ++count;
      const write: Write = { name: `집 ${number}`, from: Date.now(), acknowledged: null };
      writes.push(write);
      const key = randomUUID();
      while (isOn && write.acknowledged === null) {
        const status = await save({
          cluster,
          cookie:
            cookie.write({ token: sessionOf(1 + (number % MEMBERS)), maxAgeMs: 60_000 }).split(';')[0] ?? '',
          key,
          name: write.name,
        });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 201) write.acknowledged = Date.now();
        else if (status !== 0 && status !== 503 && status !== 502 && status !== 504 && status !== 409)
          throw new Error(`A write was answered with ${status}.`);
        else await sleep(50);
      }
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  return {
    statuses,
    since: (from: number) => {
      const moments = writes
        .flatMap(({ acknowledged }) => (acknowledged !== null && from <= acknowledged ? [acknowledged] : []))
        .sort((a, b) => a - b);
      const gapMs = moments.reduce(
        (longest, at, index) => Math.max(longest, at - (moments[index - 1] ?? from)),
        0,
      );
      return { gapMs, acknowledged: moments.length };
    },
    stop: async () => {
      isOn = false;
      await Promise.all(clients);
      return writes;
    },
  };
}

/** @returns the status; 0 if there was no answer */
async function save({
  cluster,
  cookie,
  key,
  name,
}: {
  cluster: TrialCluster;
  cookie: string;
  key: string;
  name: string;
}): Promise<number> {
  try {
    const answer = await fetch(`${cluster.origin}/api/my-restaurants`, {
      method: 'POST',
      headers: { cookie, origin: cluster.origin, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ place: { from: 'hand', name, address: '어딘가' } }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT),
    });
    await answer.text();
    return answer.status;
  } catch {
    return 0;
  }
}

async function report({
  cluster,
  writes,
  results,
  isSynchronous,
  statuses,
}: {
  cluster: TrialCluster;
  writes: readonly Write[];
  results: readonly Round[];
  isSynchronous: boolean;
  statuses: ReadonlyMap<number, number>;
}): Promise<void> {
  const stored = await withPool(cluster.connectionString, async (pool) => {
    const { rows } = await pool.query<{ name: string; count: number }>(
      `select p.name, count(*)::int as count
         from my_restaurants m join restaurants_public p on p.id = m.restaurant_id
        where m.user_id like $1 group by p.name`,
      [`${userOf(0).slice(0, -1)}%`],
    );
    return new Map(rows.map(({ name, count }) => [name, count]));
  });
  const acknowledged = writes.filter((write) => write.acknowledged !== null);
  const lost = acknowledged.filter(({ name }) => !stored.has(name)).length;
  const duplicated = [...stored.values()].filter((count) => count > 1).length;
  const gaps = results.map(({ gapMs }) => gapMs / 1000).sort((a, b) => a - b);
  const at = (share: number) => gaps[Math.min(gaps.length - 1, Math.ceil(share * gaps.length) - 1)] ?? 0;
  console.table(results);
  const summary = {
    replication: isSynchronous ? 'synchronous' : 'asynchronous',
    rounds: results.length,
    acknowledged: acknowledged.length,
    lost,
    duplicated,
    gapP50: at(0.5),
    gapP95: at(0.95),
    answers: Object.fromEntries(statuses),
  };
  console.log(summary);
  const isExpected = duplicated === 0 && (isSynchronous ? lost === 0 : lost > 0);
  console.log(isExpected ? 'pass' : 'MISS');
  if (!isExpected) process.exitCode = 1;
}

async function withPool<T>(connectionString: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
