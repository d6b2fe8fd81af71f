/** A cluster of three nodes on this machine, with Debian's Patroni, etcd, HAProxy and PostgreSQL. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  createDatabase,
  etcdConfiguration,
  haproxyConfiguration,
  newSecrets,
  patroniConfiguration,
  type Secrets,
  serverSettings,
} from './configuration.ts';
import { type ClusterNode, onOneMachine, type Topology } from './topology.ts';

export type Options = {
  /** Deleted at each start. */
  folder: string;
  port: number;
  isSynchronous: boolean;
};

export type LocalCluster = ReturnType<typeof localCluster>;

type Plan = Options & { topology: Topology; secrets: Secrets };
type Program = { command: string[]; env?: Record<string, string>; isPostgres?: boolean };

export function localCluster(options: Options) {
  const plan: Plan = { ...options, topology: onOneMachine(options.port), secrets: newSecrets() };
  const { folder, isSynchronous, secrets, topology } = plan;
  const { nodes } = topology;
  const programs = programsOf(plan);
  const processes = new Map<string, ChildProcess>();

  const start = (name: string) =>
    processes.set(name, startProgram({ folder, name, program: programs[name]! }));
  const startAll = (isStarted: (name: string) => boolean) =>
    Object.keys(programs).filter(isStarted).forEach(start);
  const isReady = async () => (await answersOf(nodes, 'server', '/readyz')).every(Boolean);
  const isComplete = () => hasAllRoles({ nodes, isSynchronous });

  return {
    origin: originOf(topology),
    secrets,
    start,
    kill: (name: string) => processes.get(name)?.kill('SIGKILL'),
    primary: () => nodeThatAnswers(nodes, '/primary'),
    untilReady: () => waitFor(120, 'the product', isReady),
    /** Waits until there is a primary, and the two other nodes replicate from it, one of them synchronously. */
    untilComplete: () => waitFor(isSynchronous ? 180 : 90, 'three nodes that replicate', isComplete),
    /** Returns the process ids of Patroni and PostgreSQL of the node. */
    databasePids: (node: ClusterNode): number[] => {
      const file = path.join(folder, node.name, 'postgres/postmaster.pid');
      const postmaster = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
      const roots = [processes.get(`patroni-${node.name}`)?.pid ?? 0, postmaster];
      return roots.filter((pid) => existsSync(`/proc/${pid}/task`)).flatMap(familyOf);
    },
    up: async () => {
      writeConfigurations(plan);
      startAll((name) => !name.startsWith('server-'));
      await waitFor(120, 'three nodes that replicate', isComplete);
      startAll((name) => name.startsWith('server-'));
      await waitFor(120, 'the product', isReady);
    },
    down: () => endAll(processes),
    /** Makes the synchronous standby the primary. */
    switchover: async () => {
      const from = await nodeThatAnswers(nodes, '/primary');
      const to = await nodeThatAnswers(nodes, '/synchronous');
      const answer = await fetch(`http://${from.host}:${from.ports.patroni}/switchover`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`patroni:${secrets.patroni}`).toString('base64')}` },
        body: JSON.stringify({ leader: from.name, candidate: to.name }),
      });
      if (!answer.ok) throw new Error(`switchover: ${await answer.text()}`);
    },
    withPool: async <T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> => {
      const { DATABASE_URL } = serverSettings({ topology, node: nodes[0]!, secrets });
      const pool = new pg.Pool({ connectionString: DATABASE_URL });
      return work(pool).finally(() => pool.end());
    },
  };
}

const originOf = ({ proxy }: Topology) => `http://${proxy.host}:${proxy.web}`;

function programsOf({ folder, topology, secrets }: Plan): Record<string, Program> {
  const file = (name: string) => path.join(folder, name);
  const programs: Record<string, Program> = {
    proxy: { command: ['haproxy', '-db', '-f', file('haproxy.cfg')] },
  };
  for (const node of topology.nodes) {
    programs[`etcd-${node.name}`] = {
      command: ['etcd', '--config-file', file(`${node.name}.etcd.json`)],
      isPostgres: true,
    };
    programs[`patroni-${node.name}`] = {
      command: ['patroni', file(`${node.name}.patroni.json`)],
      env: { PGHOST: '127.0.0.1', LC_ALL: 'C.UTF-8', TZ: 'UTC' },
      isPostgres: true,
    };
    programs[`server-${node.name}`] = {
      command: [process.execPath, 'server/main.ts'],
      env: {
        ...serverSettings({ topology, node, secrets }),
        BASE_URL: originOf(topology),
        INSECURE_BASE_URL: 'allowed',
        DATA_DIR: file(`${node.name}-server`),
        LOG_LEVEL: 'warn',
        REQUESTS_PER_MINUTE_BY_ADDRESS: '1000000000',
        REQUESTS_PER_MINUTE_BY_ACCOUNT: '1000000000',
      },
    };
  }
  return programs;
}

function startProgram({
  folder,
  name,
  program,
}: {
  folder: string;
  name: string;
  program: Program;
}): ChildProcess {
  const [file = '', ...args] = program.command;
  const log = openSync(path.join(folder, `${name}.log`), 'a');
  const child = spawn(file, args, {
    env: { PATH: process.env.PATH, ...program.env },
    stdio: ['ignore', log, log],
    ...(program.isPostgres && postgresUser()),
  });
  child.on('error', (error) => console.error(`${name}: ${error.message}`));
  return child;
}

/** Ends the servers before their databases, and Patroni before etcd. */
async function endAll(processes: ReadonlyMap<string, ChildProcess>): Promise<void> {
  for (const kind of ['server', 'patroni', 'etcd', 'proxy'])
    for (const [name, child] of processes) {
      if (!name.startsWith(kind) || child.exitCode !== null || child.signalCode !== null) continue;
      const end = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await end;
    }
}

function writeConfigurations({ folder, topology, secrets, isSynchronous }: Plan): void {
  const user = postgresUser();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (name: string, content: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, content, { mode: 0o600 });
    if (user) chownSync(file, user.uid, user.gid);
  };
  write('create-database.sql', createDatabase(secrets));
  write('haproxy.cfg', haproxyConfiguration(topology));
  for (const node of topology.nodes) {
    const data = path.join(folder, node.name);
    mkdirSync(data, { mode: 0o700 });
    if (user) chownSync(data, user.uid, user.gid);
    const places = {
      data,
      postgresPrograms: postgresPrograms(),
      createDatabase: `psql -v ON_ERROR_STOP=1 -f ${path.join(folder, 'create-database.sql')}`,
    };
    write(
      `${node.name}.patroni.json`,
      patroniConfiguration({ topology, node, secrets, places, isSynchronous }),
    );
    write(`${node.name}.etcd.json`, etcdConfiguration({ topology, node, data }));
  }
}

/** Returns for each node whether its Patroni or its server process answers the path with 200. */
const answersOf = (nodes: readonly ClusterNode[], what: 'patroni' | 'server', pathname: string) =>
  Promise.all(
    nodes.map(({ host, ports }) =>
      fetch(`http://${host}:${ports[what]}${pathname}`, { signal: AbortSignal.timeout(2_000) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    ),
  );

async function nodeThatAnswers(nodes: readonly ClusterNode[], pathname: string): Promise<ClusterNode> {
  const node = nodes[(await answersOf(nodes, 'patroni', pathname)).indexOf(true)];
  if (!node) throw new Error(`No Patroni answers ${pathname} with 200.`);
  return node;
}

async function hasAllRoles({
  nodes,
  isSynchronous,
}: {
  nodes: readonly ClusterNode[];
  isSynchronous: boolean;
}): Promise<boolean> {
  const count = async (pathname: string) =>
    (await answersOf(nodes, 'patroni', pathname)).filter(Boolean).length;
  return (
    (await count('/primary')) === 1 &&
    (await count('/replica?lag=16MB')) === 2 &&
    (!isSynchronous || (await count('/synchronous')) === 1)
  );
}

/** Returns the ids of a process and its descendants. PostgreSQL continues to run if only Patroni is killed. */
const familyOf = (pid: number): number[] => [
  pid,
  ...readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .flatMap(familyOf),
];

export async function waitFor(seconds: number, what: string, isThere: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + seconds * 1000;
  while (!(await isThere())) {
    if (Date.now() > until)
      throw new Error(`Waiting for ${what} timed out after ${seconds} s. See the logs.`);
    await sleep(250);
  }
}

/** The user `postgres` of Debian's packages, because PostgreSQL refuses to run as root; otherwise null. */
function postgresUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function postgresPrograms(): string {
  const folder = '/usr/lib/postgresql';
  const version = Math.max(0, ...(existsSync(folder) ? readdirSync(folder).map(Number) : []));
  if (version === 0) throw new Error('Install first: apt-get install postgresql patroni etcd-server haproxy');
  return `${folder}/${version}/bin`;
}
