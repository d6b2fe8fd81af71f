/**
 * Restarts the server processes one after the other while eight clients read and write through the proxy. The clients
 * do not repeat a request, and no request may fail. In the control, the processes are killed instead.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sessionCookieFor } from '#features/account/sessions/server/session-cookie.ts';
import { loadSettings } from '#server/config.ts';
import { loadMembers, sessionOf } from '../../bench/generated-lists.ts';
import { withPool } from './chaos.ts';
import { signalAll } from './processes.ts';
import { type TrialCluster, trialCluster, waitFor } from './trial.ts';

const CLIENTS = 8;
const MEMBERS = 50;
/** Milliseconds for which the clients send requests before, between and after the restarts. */
const SETTLE = 2_000;

export async function runRollingRestart({
  folder,
  port,
  rounds,
}: {
  folder: string;
  port: number;
  rounds: number;
}): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const cluster = trialCluster({
    folder,
    port,
    settings: {
      LOG_LEVEL: 'warn',
      REQUESTS_PER_MINUTE_BY_ADDRESS: '1000000000',
      REQUESTS_PER_MINUTE_BY_ACCOUNT: '1000000000',
    },
  });
  try {
    await cluster.up();
    await withPool(cluster.connectionString, (pool) => loadMembers(pool, { from: 1, to: MEMBERS }));
    const stopped = await restartUnderLoad({ cluster, rounds, end: (name) => cluster.processes.stop(name) });
    const killed = await restartUnderLoad({
      cluster,
      rounds: 1,
      end: async (name) => signalAll([cluster.processes.pidOf(name) ?? 0].filter(Boolean), 'SIGKILL'),
    });
    console.log({ stopped, killed });
    const isExpected = stopped.failed === 0 && killed.failed > 0;
    console.log(isExpected ? 'pass' : 'MISS');
    if (!isExpected) process.exitCode = 1;
  } finally {
    await cluster.down();
  }
}

async function restartUnderLoad({
  cluster,
  rounds,
  end,
}: {
  cluster: TrialCluster;
  rounds: number;
  end: (name: string) => Promise<void>;
}): Promise<{ requests: number; failed: number; statuses: Record<string, number> }> {
  const cookie = sessionCookieFor(loadSettings({ AUTH_SECRET: cluster.secrets.sessions }));
  const statuses: Record<string, number> = {};
  let isOn = true;
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let n = 0; isOn; n++) {
      const token = sessionOf(1 + ((client + n) % MEMBERS));
      const headers = { cookie: cookie.write({ token, maxAgeMs: 60_000 }).split(';')[0] ?? '' };
      const status = await (n % 3 === 0 ? save({ cluster, headers }) : read({ cluster, headers }));
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  });
  await sleep(SETTLE);
  for (let round = 0; round < rounds; round++) {
    for (const { name } of cluster.topology.nodes) {
      await end(`server-${name}`);
      await sleep(500);
      cluster.start(`server-${name}`);
      await waitFor(60, 'three server processes', async () => (await cluster.serversReady()) === 3);
      // The proxy needs a moment to notice that the server is ready.
      await sleep(SETTLE);
    }
  }
  isOn = false;
  await Promise.all(clients);
  const requests = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  return { requests, failed: requests - (statuses[200] ?? 0) - (statuses[201] ?? 0), statuses };
}

type Request = { cluster: TrialCluster; headers: Record<string, string> };

const read = ({ cluster, headers }: Request): Promise<number> =>
  statusOf(fetch(`${cluster.origin}/api/my-restaurants`, { headers }));

const save = ({ cluster, headers }: Request): Promise<number> =>
  statusOf(
    fetch(`${cluster.origin}/api/my-restaurants`, {
      method: 'POST',
      headers: {
        ...headers,
        origin: cluster.origin,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ place: { from: 'hand', name: `집 ${randomUUID()}`, address: '어딘가' } }),
    }),
  );

/** Returns the status of the answer; 0 if there was no answer. */
const statusOf = (request: Promise<Response>): Promise<number> =>
  request.then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 0,
  );
