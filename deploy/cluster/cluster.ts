/**
 * `npm run cluster -- COMMAND`: a cluster of three nodes on this machine, or the configuration for three machines.
 *
 *     up                   start what does not run
 *     status               the nodes, their roles, and the processes
 *     kill primary|NAME    kill -9 the primary with its Patroni, or one process
 *     start NAME           start one process
 *     switchover           hand the primary over to the synchronous standby
 *     down [--delete]      stop everything; --delete also deletes the data
 *     chaos                faults under writes: --rounds 20, --async for the control
 *     configure --hosts A,B,C --to DIRECTORY
 *
 * CLUSTER_DIR (data/cluster) and CLUSTER_PORT (15400, and the 40 ports after it).
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runChaos } from './chaos.ts';
import {
  createDatabase,
  etcdConfiguration,
  haproxyConfiguration,
  patroniConfiguration,
  serverSettings,
} from './configuration.ts';
import { onMachines } from './topology.ts';
import { trialCluster } from './trial.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    async: { type: 'boolean', default: false },
    hosts: { type: 'string' },
    to: { type: 'string' },
    delete: { type: 'boolean', default: false },
  },
});
const [command = 'status', target = ''] = positionals;
const folder = path.resolve(process.env.CLUSTER_DIR ?? 'data/cluster');
const port = Number(process.env.CLUSTER_PORT ?? 15_400);

try {
  await run();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  if (command === 'configure') return configure();
  if (command === 'chaos')
    return runChaos({
      folder: `${folder}-chaos`,
      port,
      rounds: Number(values.rounds ?? 20),
      isSynchronous: !values.async,
    });

  const cluster = trialCluster({ folder, port });
  const commands: Record<string, () => Promise<void> | void> = {
    up: async () => {
      await cluster.up();
      await status();
    },
    status,
    kill: async () => {
      if (target === 'primary') {
        const node = await cluster.primary();
        if (node === null) throw new Error('There is no primary.');
        cluster.killDatabase(node);
        console.log(`Killed ${node.name}. \`start patroni-${node.name}\` or \`up\` starts it again.`);
        return;
      }
      const pid = cluster.processes.pidOf(target);
      if (pid === null) throw new Error(`${target || 'A process'} does not run. See status.`);
      process.kill(pid, 'SIGKILL');
    },
    start: () => cluster.start(target),
    switchover: async () => {
      await cluster.switchover();
      await cluster.waitUntilComplete(60);
      await status();
    },
    down: async () => {
      await cluster.down();
      if (values.delete) cluster.remove();
    },
  };
  const chosen = commands[command];
  if (chosen === undefined)
    throw new Error(`Unknown command ${command}. ${Object.keys(commands).join(', ')}, chaos, configure`);
  await chosen();

  async function status(): Promise<void> {
    console.table(
      (await cluster.members()).map(({ name, role, state, timeline, lag }) => ({
        name,
        role,
        state,
        timeline,
        lag,
      })),
    );
    console.table(
      cluster.programs.map(({ name }) => ({
        process: name,
        pid: cluster.processes.pidOf(name) ?? 'stopped',
      })),
    );
    console.log(
      `${cluster.origin}: ${await cluster.serversReady()} of ${cluster.topology.nodes.length} server processes are ready.`,
    );
  }
}

function configure(): void {
  const hosts = values.hosts?.split(',') ?? [];
  if (hosts.length !== 3 || values.to === undefined)
    throw new Error('configure --hosts A,B,C --to DIRECTORY');
  const topology = onMachines(hosts);
  const secret = () => randomBytes(24).toString('hex');
  const secrets = {
    superuser: secret(),
    replication: secret(),
    owner: secret(),
    patroni: secret(),
    sessions: secret(),
  };
  for (const node of topology.nodes) {
    const directory = path.join(values.to, node.name);
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const write = (name: string, content: string) =>
      writeFileSync(path.join(directory, name), content, { mode: 0o600 });
    const places = {
      data: '/var/lib/postgresql/momokzi',
      postgresPrograms: '/usr/lib/postgresql/15/bin',
      createDatabase: 'psql -v ON_ERROR_STOP=1 -f /etc/patroni/create-database.sql',
    };
    write('patroni.yml', patroniConfiguration({ topology, node, secrets, places, isSynchronous: true }));
    write('create-database.sql', createDatabase(secrets));
    write('etcd.yml', etcdConfiguration({ topology, node, data: '/var/lib/etcd/momokzi' }));
    write('haproxy.cfg', haproxyConfiguration(topology));
    const settings = serverSettings({ topology, node, secrets });
    write(
      'momokzi.env',
      Object.entries(settings)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
  }
  console.log(`Written to ${values.to}. The directories contain passwords. See docs/cluster.md.`);
}
