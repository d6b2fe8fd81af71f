import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  etcdConfiguration,
  haproxyConfiguration,
  patroniConfiguration,
  serverSettings,
} from './configuration.ts';
import { type ClusterNode, onMachines, onOneMachine } from './topology.ts';

const secrets = {
  superuser: 'superuser-password',
  replication: 'replication-password',
  owner: 'owner-password',
  patroni: 'patroni-password',
  sessions: 's'.repeat(32),
};
const machines = onMachines(['10.0.0.1', '10.0.0.2', '10.0.0.3']);
const second = machines.nodes[1] as ClusterNode;
const hasHaproxy = !spawnSync('haproxy', ['-v']).error;

test('a node of three machines is reached by its own address, and knows the others', () => {
  const places = { data: '/data', postgresPrograms: '/programs', createDatabase: 'create' };
  const patroni = JSON.parse(
    patroniConfiguration({ topology: machines, node: second, secrets, places, isSynchronous: true }),
  );
  expect(patroni).toMatchObject({
    name: 'node2',
    etcd: { hosts: ['10.0.0.1:2379', '10.0.0.2:2379', '10.0.0.3:2379'] },
    bootstrap: { dcs: { synchronous_mode: true } },
    postgresql: { connect_address: '10.0.0.2:5432' },
  });
  expect(patroni.postgresql.pg_hba).toContain('host all all 10.0.0.3/32 scram-sha-256');
  // Patroni refuses values that do not satisfy this condition.
  const { ttl, loop_wait: wait, retry_timeout: retry } = patroni.bootstrap.dcs;
  expect(wait + 2 * retry).toBeLessThanOrEqual(ttl);
  expect(JSON.parse(etcdConfiguration({ topology: machines, node: second, data: '/data' }))).toMatchObject({
    'initial-cluster': 'node1=http://10.0.0.1:2380,node2=http://10.0.0.2:2380,node3=http://10.0.0.3:2380',
  });
});

test('a server writes to the primary and searches on the standbys', () => {
  const settings = serverSettings({ topology: machines, node: second, secrets });
  expect(settings.DATABASE_URL).toBe('postgres://momokzi:owner-password@127.0.0.1:5000/momokzi');
  expect(settings.DATABASE_READ_URL).toBe('postgres://momokzi:owner-password@127.0.0.1:5001/momokzi');
});

test('other machines reach the web port of a machine, but not its database ports', () => {
  const bound = haproxyConfiguration(machines).match(/(?<=bind ).*/g);
  expect(bound).toEqual(['127.0.0.1:5000', '127.0.0.1:5001', '*:8080']);
});

test('the nodes of one machine share no port', () => {
  const { nodes, proxy } = onOneMachine(20_000);
  const { primary, replicas, web } = proxy;
  const ports = [primary, replicas, web, ...nodes.flatMap((node) => Object.values(node.ports))];
  expect(new Set(ports).size).toBe(ports.length);
  expect(Math.max(...ports)).toBeLessThan(20_040);
});

test.runIf(hasHaproxy)('HAProxy accepts its configuration', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'momokzi-haproxy-'));
  const check = (content: string) => {
    const file = path.join(folder, 'haproxy.cfg');
    writeFileSync(file, content);
    return spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' });
  };
  try {
    const valid = check(haproxyConfiguration(machines));
    expect(valid.stderr + valid.stdout).not.toMatch(/ALERT|WARNING/);
    expect(valid.status).toBe(0);
    expect(check(haproxyConfiguration(machines).replace('mode tcp', 'mode unknown')).status).not.toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
