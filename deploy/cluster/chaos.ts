/**
 * Starts a cluster of three nodes on this machine and causes one fault after the other while eight clients write
 * through the proxy. Afterwards every acknowledged write must be in the database exactly once. In the control,
 * replication is asynchronous, and some acknowledged writes must be lost.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sessionCookieFor } from '#features/account/sessions/server/session-cookie.ts';
import { loadSettings } from '#server/config.ts';
import { loadMembers, sessionOf, USER_ID_PREFIX } from '../../bench/generated-lists.ts';
import { type LocalCluster, localCluster, type Options, waitFor } from './local-cluster.ts';

const CLIENTS = 8;
const MEMBERS = 400;
/** Milliseconds of undisturbed writes before and after each fault. */
const SETTLE = 3_000;
/** Milliseconds for which the node of the primary is frozen. Must be longer than the lease of the leader. */
const FROZEN_NODE = 30_000;
/** Milliseconds without replication. With asynchronous replication, writes are acknowledged even during this time. */
const FROZEN_SENDERS = 2_000;

type Load = ReturnType<typeof writeThrough>;
type Fault = { name: string; cause: () => Promise<void> };

export async function runChaos({ rounds, ...options }: Options & { rounds: number }): Promise<void> {
  const { isSynchronous } = options;
  const cluster = localCluster(options);
  try {
    await cluster.up();
    await cluster.withPool((pool) => loadMembers(pool, { from: 1, to: MEMBERS }));
    const load = writeThrough(cluster);
    const faults = isSynchronous ? allFaults(cluster) : [lostPrimary(cluster)];
    let isComplete = true;
    try {
      for (let number = 1; number <= rounds && isComplete; number++)
        isComplete = await causeFault({
          number,
          fault: faults[(number - 1) % faults.length]!,
          cluster,
          load,
        });
    } finally {
      await load.stop();
    }
    const areWritesAsExpected = await compareWrites({ cluster, load, isSynchronous });
    // The control may end with an incomplete cluster: with asynchronous replication, Patroni cannot rewind a standby that
    // has more writes than the new primary.
    const isPassed = areWritesAsExpected && (isComplete || !isSynchronous);
    console.log(isPassed ? 'pass' : 'MISS');
    if (!isPassed) process.exitCode = 1;
  } finally {
    await cluster.down();
  }
}

/** Causes the fault, and returns whether the cluster became complete again. */
async function causeFault({
  number,
  fault: { name, cause },
  cluster,
  load,
}: {
  number: number;
  fault: Fault;
  cluster: LocalCluster;
  load: Load;
}): Promise<boolean> {
  await sleep(SETTLE);
  const began = Date.now();
  await cause();
  const isComplete = await cluster.untilComplete().then(
    () => true,
    () => false,
  );
  const seconds = (Date.now() - began) / 1000;
  await sleep(SETTLE);
  const gap = (load.longestGap(began) / 1000).toFixed(1);
  const recovery = isComplete ? `complete after ${seconds.toFixed(1)} s` : 'not complete';
  console.log(`${number}. ${name}: ${gap} s without an acknowledged write, ${recovery}`);
  return isComplete;
}

function allFaults(cluster: LocalCluster): Fault[] {
  return [
    lostPrimary(cluster),
    { name: 'switchover', cause: cluster.switchover },
    {
      name: `node of the primary frozen for ${FROZEN_NODE / 1000} s`,
      cause: async () => {
        const pids = cluster.databasePids(await cluster.primary());
        signalAll(pids, 'SIGSTOP');
        await sleep(FROZEN_NODE);
        signalAll(pids, 'SIGCONT');
      },
    },
    {
      name: 'server process killed',
      cause: async () => {
        cluster.kill('server-node1');
        await sleep(2_000);
        cluster.start('server-node1');
        await cluster.untilReady();
      },
    },
  ];
}

/** Freezes the processes that send the log to the standbys, then kills the node. Only the primary had the latest writes. */
const lostPrimary = (cluster: LocalCluster): Fault => ({
  name: 'primary killed after its WAL senders froze',
  cause: async () => {
    const node = await cluster.primary();
    const pids = cluster.databasePids(node);
    signalAll(
      pids.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('walsender')),
      'SIGSTOP',
    );
    await sleep(FROZEN_SENDERS);
    signalAll(pids, 'SIGKILL');
    await waitFor(120, 'another primary', async () => {
      const next = await cluster.primary().catch(() => node);
      return next.name !== node.name;
    });
    cluster.start(`patroni-${node.name}`);
  },
});

/** Clients that save restaurants one after the other, and repeat each request with its key until it is acknowledged. */
function writeThrough({ origin, secrets }: LocalCluster) {
  const cookies = sessionCookieFor(loadSettings({ AUTH_SECRET: secrets.sessions }));
  const acknowledged: { name: string; at: number }[] = [];
  const unexpected = new Set<number>();
  let isOn = true;
  let count = 0;
  const client = async () => {
    while (isOn) {
      const name = `집 ${++count}`;
      const token = sessionOf(1 + (count % MEMBERS));
      const request = {
        method: 'POST',
        headers: {
          cookie: cookies.write({ token, maxAgeMs: 60_000 }).split(';')[0] ?? '',
          origin,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
        body: JSON.stringify({ place: { from: 'hand', name, address: '어딘가' } }),
      };
      let status = 0;
      while (isOn && status !== 201) {
        status = await fetch(`${origin}/api/my-restaurants`, {
          ...request,
          signal: AbortSignal.timeout(5_000),
        })
          .then((answer) => answer.status)
          .catch(() => 0);
        // 0: no answer. 409: the first request with this key has not ended.
        if (![0, 201, 409, 502, 503, 504].includes(status)) unexpected.add(status);
        if (status !== 201) await sleep(50);
      }
      if (status === 201) acknowledged.push({ name, at: Date.now() });
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  return {
    acknowledged,
    unexpected,
    longestGap: (from: number) => {
      const moments = [from, ...acknowledged.map(({ at }) => at).filter((at) => at >= from), Date.now()];
      return Math.max(0, ...moments.slice(1).map((at, index) => at - moments[index]!));
    },
    stop: async () => {
      isOn = false;
      await Promise.all(clients);
    },
  };
}

/** Compares the acknowledged writes with the database, and prints the result. Returns whether all is as expected. */
async function compareWrites({
  cluster,
  load: { acknowledged, unexpected },
  isSynchronous,
}: {
  cluster: LocalCluster;
  load: Load;
  isSynchronous: boolean;
}): Promise<boolean> {
  const { rows } = await cluster.withPool((pool) =>
    pool.query<{ name: string; count: number }>(
      `select p.name, count(*)::int as count
         from my_restaurants m join restaurants_public p on p.id = m.restaurant_id
        where m.user_id like $1 group by p.name`,
      [`${USER_ID_PREFIX}%`],
    ),
  );
  const stored = new Set(rows.map(({ name }) => name));
  const lost = acknowledged.filter(({ name }) => !stored.has(name)).length;
  const twice = rows.filter(({ count }) => count > 1).length;
  console.log(`${acknowledged.length} acknowledged: ${lost} lost, ${twice} stored twice`);
  if (unexpected.size > 0) console.log(`unexpected answers: ${[...unexpected].join(', ')}`);
  return twice === 0 && unexpected.size === 0 && (isSynchronous ? lost === 0 : lost > 0);
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended.
    }
  }
}
