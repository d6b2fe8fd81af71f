/** Runs a cluster on this machine, with Debian's Patroni, etcd, HAProxy and PostgreSQL. Works only on Linux. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createDatabase,
  etcdConfiguration,
  haproxyConfiguration,
  patroniConfiguration,
  type Secrets,
  serverSettings,
} from './configuration.ts';
import { familyOf, processesIn, type Program, signalAll } from './processes.ts';
import { type ClusterNode, onOneMachine } from './topology.ts';

/** A node as Patroni's /cluster reports it. */
export type Member = { name: string; role: string; state: string; timeline?: number; lag?: number | string };

/**
 * @param folder for configuration, data and logs
 * @param port the first of 40 ports on loopback
 */
export function trialCluster({
  folder,
  port,
  isSynchronous = true,
  settings = {},
}: {
  folder: string;
  port: number;
  isSynchronous?: boolean;
  /** Environment variables of the server processes. */
  settings?: Record<string, string>;
}) {
  const topology = onOneMachine(port);
  const { nodes, proxy } = topology;
  mkdirSync(folder, { recursive: true });
  const secrets = storedSecrets(folder);
  const processes = processesIn(folder);
  const postgresUser = unprivilegedUser();
  const dataOf = (node: ClusterNode) => path.join(folder, node.name);
  const origin = `http://${proxy.host}:${proxy.web}`;
  const storage = { port: port + 3, folder: path.join(folder, 'objects') };

  const programs: Program[] = [
    {
      name: 'objects',
      command: process.execPath,
      args: ['deploy/cluster/object-storage.ts', String(storage.port), storage.folder],
    },
    ...nodes.map((node) => ({
      name: `etcd-${node.name}`,
      command: 'etcd',
      args: ['--config-file', path.join(folder, `${node.name}.etcd.json`)],
      user: postgresUser,
    })),
    ...nodes.map((node) => ({
      name: `patroni-${node.name}`,
      command: 'patroni',
      args: [path.join(folder, `${node.name}.patroni.json`)],
      environment: { PGHOST: '127.0.0.1', LC_ALL: 'C.UTF-8', TZ: 'UTC' },
      user: postgresUser,
    })),
    { name: 'proxy', command: 'haproxy', args: ['-db', '-f', path.join(folder, 'haproxy.cfg')] },
    ...nodes.map((node) => ({
      name: `server-${node.name}`,
      command: process.execPath,
      args: ['server/main.ts'],
      environment: {
        ...serverSettings({ topology, node, secrets }),
        BASE_URL: origin,
        INSECURE_BASE_URL: 'allowed',
        DATA_DIR: path.join(folder, `${node.name}-server`),
        S3_BUCKET: 'photos',
        S3_ENDPOINT: `http://127.0.0.1:${storage.port}`,
        S3_ACCESS_KEY_ID: 'S3RVER',
        S3_SECRET_ACCESS_KEY: 'S3RVER',
        ...settings,
      },
    })),
  ];

  function configure(): void {
    const creation = path.join(folder, 'create-database.sql');
    writeFor(postgresUser, creation, createDatabase(secrets));
    for (const node of nodes) {
      const data = dataOf(node);
      mkdirSync(data, { recursive: true, mode: 0o700 });
      if (postgresUser) chownSync(data, postgresUser.uid, postgresUser.gid);
      const places = {
        data,
        postgresPrograms: newestPostgres(),
        createDatabase: `psql -v ON_ERROR_STOP=1 -f ${creation}`,
      };
      writeFor(
        postgresUser,
        path.join(folder, `${node.name}.patroni.json`),
        patroniConfiguration({ topology, node, secrets, places, isSynchronous }),
      );
      writeFor(
        postgresUser,
        path.join(folder, `${node.name}.etcd.json`),
        etcdConfiguration({ topology, node, data }),
      );
    }
    writeFor(null, path.join(folder, 'haproxy.cfg'), haproxyConfiguration(topology));
  }

  /** Starts the processes that do not run. Waits until the cluster is complete and the product answers. */
  async function up(): Promise<void> {
    configure();
    for (const program of programs.filter(({ name }) => !name.startsWith('server-')))
      processes.start(program);
    await waitUntilComplete(90);
    for (const program of programs.filter(({ name }) => name.startsWith('server-'))) processes.start(program);
    await waitFor(120, 'the product', async () => (await serversReady()) === nodes.length);
  }

  async function down(): Promise<void> {
    for (const { name } of [...programs].reverse()) await processes.stop(name);
  }

  function start(name: string): void {
    const program = programs.find((one) => one.name === name);
    if (program === undefined)
      throw new Error(`There is no ${name}. ${programs.map((one) => one.name).join(', ')}`);
    processes.start(program);
  }

  function databasePids(node: ClusterNode): number[] {
    const patroni = processes.pidOf(`patroni-${node.name}`);
    return [...new Set([...(patroni === null ? [] : familyOf(patroni)), ...postgresPids(node)])];
  }

  /** Returns the ids of the PostgreSQL processes of a node. They continue to run if only Patroni is killed. */
  function postgresPids(node: ClusterNode): number[] {
    const file = path.join(dataOf(node), 'postgres', 'postmaster.pid');
    if (!existsSync(file)) return [];
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    return existsSync(`/proc/${pid}`) ? familyOf(pid) : [];
  }

  /** Returns the members that the first answering Patroni reports; an empty list if none answers. */
  async function members(): Promise<Member[]> {
    for (const { host, ports } of nodes) {
      try {
        const answer = await fetch(`http://${host}:${ports.patroni}/cluster`, {
          signal: AbortSignal.timeout(2_000),
        });
        return ((await answer.json()) as { members: Member[] }).members;
      } catch {
        // This node does not answer. The loop tries the next node.
      }
    }
    return [];
  }

  async function primary(): Promise<ClusterNode | null> {
    const asked = await Promise.all(
      nodes.map(({ host, ports }) =>
        fetch(`http://${host}:${ports.patroni}/primary`, { signal: AbortSignal.timeout(2_000) }).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    );
    return nodes[asked.indexOf(true)] ?? null;
  }

  /** Whether every node except the primary replicates from the primary, one of these nodes synchronously. */
  const isComplete = async (): Promise<boolean> => {
    const found = await members();
    const replicates = ({ role, state }: Member) =>
      (role === 'replica' || role === 'sync_standby') && (state === 'running' || state === 'streaming');
    return (
      found.filter(({ role, state }) => role === 'leader' && state === 'running').length === 1 &&
      found.filter(replicates).length === nodes.length - 1 &&
      (!isSynchronous || found.some(({ role }) => role === 'sync_standby')) &&
      (await primary()) !== null
    );
  };

  const waitUntilComplete = (seconds: number) => waitFor(seconds, 'three nodes that replicate', isComplete);

  async function serversReady(): Promise<number> {
    const ready = await Promise.all(
      nodes.map(({ host, ports }) =>
        fetch(`http://${host}:${ports.server}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    );
    return ready.filter(Boolean).length;
  }

  /** Makes a standby the primary. With synchronous replication, this is the synchronous standby. */
  async function switchover(): Promise<void> {
    let refusal = '';
    await waitFor(30, 'a switchover', async () => {
      const [from, found] = [await primary(), await members()];
      const to =
        found.find(({ role }) => role === 'sync_standby') ?? found.find(({ role }) => role === 'replica');
      if (from === null || to === undefined) return false;
      const answer = await patroniRequest(from, 'POST', '/switchover', {
        leader: from.name,
        candidate: to.name,
      });
      if (!answer.ok) refusal = await answer.text();
      return answer.ok;
    }).catch((error: Error) => {
      throw new Error(`${error.message} ${refusal}`);
    });
  }

  const patroniRequest = (node: ClusterNode, method: string, url: string, body: unknown) =>
    fetch(`http://${node.host}:${node.ports.patroni}${url}`, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`patroni:${secrets.patroni}`).toString('base64')}`,
      },
      body: JSON.stringify(body),
    });

  /** Ends Patroni and PostgreSQL at once, as if the machine had failed. */
  const killDatabase = (node: ClusterNode) => signalAll(databasePids(node), 'SIGKILL');

  return {
    topology,
    origin,
    secrets,
    processes,
    programs,
    up,
    down,
    start,
    members,
    primary,
    databasePids,
    postgresPids,
    killDatabase,
    switchover,
    serversReady,
    waitUntilComplete,
    remove: () => rmSync(folder, { recursive: true, force: true }),
    connectionString: serverSettings({ topology, node: nodes[0] as ClusterNode, secrets })
      .DATABASE_URL as string,
  };
}

export type TrialCluster = ReturnType<typeof trialCluster>;

export async function waitFor(seconds: number, what: string, isThere: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + seconds * 1000;
  while (!(await isThere())) {
    if (Date.now() > until)
      throw new Error(`Waiting for ${what} timed out after ${seconds} s. See the logs.`);
    await sleep(250);
  }
}

function storedSecrets(folder: string): Secrets {
  const file = path.join(folder, 'secrets.json');
  if (!existsSync(file)) {
    const secret = () => randomBytes(24).toString('hex');
    const secrets: Secrets = {
      superuser: secret(),
      replication: secret(),
      owner: secret(),
      patroni: secret(),
      sessions: secret(),
    };
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
}

/**
 * If this process is root, returns the user `postgres` of Debian's packages. If not, returns null, which stands for the
 * user of this process.
 */
function unprivilegedUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function newestPostgres(): string {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder).map(Number).filter(Boolean) : [];
  if (versions.length === 0)
    throw new Error('PostgreSQL is missing: apt-get install postgresql patroni etcd-server haproxy');
  return `${folder}/${Math.max(...versions)}/bin`;
}

/** Writes a file that only this user can read. */
function writeFor(user: { uid: number; gid: number } | null, file: string, content: string): void {
  writeFileSync(file, content, { mode: 0o600 });
  chmodSync(file, 0o600);
  if (user) chownSync(file, user.uid, user.gid);
}
