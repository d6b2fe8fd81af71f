/**
 * `npm run cluster -- COMMAND`:
 *
 *     configure --hosts A,B,C --to DIRECTORY   write the configuration for three machines
 *     chaos                                    start three nodes on this machine and cause faults under writes:
 *                                              --rounds 20, --async for the control
 *
 * `chaos` deletes and uses the directory CLUSTER_DIR-chaos (CLUSTER_DIR is data/cluster by default), and the ports from
 * CLUSTER_PORT (15400) to 40 above it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runChaos } from './chaos.ts';
import {
  createDatabase,
  etcdConfiguration,
  haproxyConfiguration,
  newSecrets,
  patroniConfiguration,
  serverSettings,
} from './configuration.ts';
import { onMachines } from './topology.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    async: { type: 'boolean', default: false },
    hosts: { type: 'string' },
    to: { type: 'string' },
  },
});
const [command] = positionals;

if (command === 'configure') configure();
else if (command === 'chaos')
  await runChaos({
    folder: path.resolve(`${process.env.CLUSTER_DIR ?? 'data/cluster'}-chaos`),
    port: Number(process.env.CLUSTER_PORT ?? 15_400),
    rounds: Number(values.rounds ?? 20),
    isSynchronous: !values.async,
  });
else throw new Error('npm run cluster -- configure | chaos');

function configure(): void {
  const hosts = values.hosts?.split(',') ?? [];
  if (hosts.length !== 3 || values.to === undefined)
    throw new Error('configure --hosts A,B,C --to DIRECTORY');
  const topology = onMachines(hosts);
  const secrets = newSecrets();
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
