/**
 * The configurations of the programs of a cluster. Patroni and etcd read YAML. JSON is valid YAML, so this file writes
 * JSON.
 *
 * The settings are documented at patroni.readthedocs.io (SETTINGS, replication_modes),
 * etcd.io/docs/v3.4/op-guide/configuration and docs.haproxy.org/2.6/configuration.html.
 */
import { randomBytes } from 'node:crypto';
import type { ClusterNode, Topology } from './topology.ts';

export type Secrets = {
  superuser: string;
  replication: string;
  /** Password of the database user `momokzi`. */
  owner: string;
  /** Password of Patroni's REST API. It is required for switchovers and for changes of settings. */
  patroni: string;
  sessions: string;
};

export function newSecrets(): Secrets {
  const secret = () => randomBytes(24).toString('hex');
  return {
    superuser: secret(),
    replication: secret(),
    owner: secret(),
    patroni: secret(),
    sessions: secret(),
  };
}

type Places = { data: string; postgresPrograms: string; createDatabase: string };

/**
 * Seconds after which a primary loses its leadership unless it has renewed the leadership. This value is Patroni's
 * minimum.
 */
const LEADER_SECONDS = 20;

export function patroniConfiguration({
  topology,
  node,
  secrets,
  places,
  isSynchronous,
}: {
  topology: Topology;
  node: ClusterNode;
  secrets: Secrets;
  places: Places;
  /**
   * Whether commits wait for a standby. If this is false, acknowledged writes can be lost; use this only for
   * comparison.
   */
  isSynchronous: boolean;
}): string {
  const networks = [...new Set(topology.nodes.map(({ host }) => `${host}/32`)), '127.0.0.1/32'];
  return json({
    scope: 'momokzi',
    name: node.name,
    restapi: {
      listen: `${node.host}:${node.ports.patroni}`,
      connect_address: `${node.host}:${node.ports.patroni}`,
      authentication: { username: 'patroni', password: secrets.patroni },
    },
    // This is version 2 of the etcd API. With version 3, a primary that was frozen and continues takes the leadership
    // back from its successor, and the writes of the successor are lost. Patroni 3.0.3 fixes this error, but Debian 12
    // has 3.0.2 (github.com/patroni/patroni/pull/2689, reproduced with `npm run cluster -- chaos`).
    etcd: { hosts: topology.nodes.map(({ host, ports }) => `${host}:${ports.etcd}`) },
    bootstrap: {
      dcs: {
        ttl: LEADER_SECONDS,
        loop_wait: 2,
        retry_timeout: 5,
        // A commit waits for one standby, and only this standby can be promoted. If no standby is left, writes continue
        // on the primary. After that, a standby is promoted only when it has caught up.
        synchronous_mode: isSynchronous,
        // Without synchronous replication, a standby is promoted regardless of its lag. This is only for comparison.
        ...(!isSynchronous && { maximum_lag_on_failover: 1024 ** 4 }),
        // If the primary crashes, Patroni does not restart it. A standby replaces it at once.
        primary_start_timeout: 0,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 200,
            max_wal_senders: 10,
            max_replication_slots: 10,
            wal_level: 'replica',
            wal_log_hints: 'on',
            wal_keep_size: '256MB',
            // These settings close the connections of clients that have disappeared.
            tcp_keepalives_idle: 10,
            tcp_keepalives_interval: 5,
            tcp_keepalives_count: 3,
            wal_sender_timeout: '10s',
            log_error_verbosity: 'terse',
            log_min_error_statement: 'panic',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      post_bootstrap: places.createDatabase,
    },
    postgresql: {
      listen: `${node.host}:${node.ports.postgres}`,
      connect_address: `${node.host}:${node.ports.postgres}`,
      data_dir: `${places.data}/postgres`,
      bin_dir: places.postgresPrograms,
      pgpass: `${places.data}/pgpass`,
      // Without this option, a new standby waits for the next checkpoint.
      basebackup: [{ checkpoint: 'fast' }],
      authentication: {
        superuser: { username: 'postgres', password: secrets.superuser },
        replication: { username: 'replication', password: secrets.replication },
      },
      parameters: { unix_socket_directories: places.data, password_encryption: 'scram-sha-256' },
      pg_hba: networks.flatMap((network) => [
        `host replication replication ${network} scram-sha-256`,
        `host all all ${network} scram-sha-256`,
      ]),
    },
  });
}

export const etcdConfiguration = ({
  topology,
  node,
  data,
}: {
  topology: Topology;
  node: ClusterNode;
  data: string;
}): string => {
  const clients = `http://${node.host}:${node.ports.etcd}`;
  const peers = `http://${node.host}:${node.ports.etcdPeers}`;
  return json({
    name: node.name,
    'data-dir': `${data}/etcd`,
    'listen-client-urls': clients,
    'advertise-client-urls': clients,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': topology.nodes
      .map(({ name, host, ports }) => `${name}=http://${host}:${ports.etcdPeers}`)
      .join(','),
    'initial-cluster-token': 'momokzi',
    'initial-cluster-state': 'new',
    'auto-compaction-retention': '1',
    // Version 2 of the etcd API is off by default.
    'enable-v2': true,
    // Both times are in milliseconds. The defaults of 100 and 1,000 are too short for a machine with a busy disk.
    'heartbeat-interval': 250,
    'election-timeout': 2500,
  });
};

/**
 * Returns the configuration of HAProxy, which finds the primary by Patroni's health checks. HAProxy closes the
 * connections to a former primary. Otherwise clients would continue to read from it.
 */
export function haproxyConfiguration(topology: Topology): string {
  const { nodes, proxy } = topology;
  const databases = nodes.map(
    ({ name, host, ports }) => `  server ${name} ${host}:${ports.postgres} check port ${ports.patroni}`,
  );
  const servers = nodes.map(({ name, host, ports }) => `  server ${name} ${host}:${ports.server} check`);
  const database = (name: string, port: number, path: string) => [
    `listen ${name}`,
    `  bind ${proxy.host}:${port}`,
    '  mode tcp',
    `  option httpchk OPTIONS ${path}`,
    '  http-check expect status 200',
    '  default-server inter 1s fastinter 500ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ...databases,
    '',
  ];
  return [
    'global',
    '  maxconn 4000',
    '',
    'defaults',
    '  timeout connect 1s',
    // The timeouts are long, because connections of a pool may be idle. The product's server sets its own limits.
    '  timeout client 30m',
    '  timeout server 30m',
    '  timeout check 1s',
    '',
    ...database('primary', proxy.primary, '/primary'),
    // If no standby is available, the product's server reads from the primary.
    ...database('replicas', proxy.replicas, '/replica?lag=16MB'),
    'listen web',
    `  bind ${proxy.webHost}:${proxy.web}`,
    '  mode http',
    '  balance roundrobin',
    '  timeout http-request 30s',
    '  option forwardfor',
    '  option httpchk GET /readyz',
    '  http-check expect status 200',
    // A request is sent to another server only if the connection failed.
    '  retries 3',
    '  retry-on conn-failure',
    '  option redispatch 1',
    '  default-server inter 1s fastinter 500ms downinter 500ms fall 2 rise 1',
    ...servers,
    '',
  ].join('\n');
}

/** Environment variables of the server process. */
export const serverSettings = ({
  topology,
  node,
  secrets,
}: {
  topology: Topology;
  node: ClusterNode;
  secrets: Secrets;
}): Record<string, string> => {
  const { proxy } = topology;
  const database = (port: number) => `postgres://momokzi:${secrets.owner}@${proxy.host}:${port}/momokzi`;
  return {
    NODE_ENV: 'production',
    HOST: node.host,
    PORT: String(node.ports.server),
    // During the delay, the proxy notices the shutdown: it checks every second and removes a server after two failed
    // checks.
    SHUTDOWN_DELAY_SECONDS: '3',
    TRUSTED_PROXY: [...new Set([...topology.nodes.map(({ host }) => host), proxy.host])].join(','),
    AUTH_SECRET: secrets.sessions,
    DATABASE_URL: database(proxy.primary),
    DATABASE_READ_URL: database(proxy.replicas),
  };
};

/** Returns the SQL that creates the database. It runs once as superuser, on the first primary. */
export const createDatabase = (secrets: Secrets): string =>
  [
    `create role momokzi login password '${secrets.owner}';`,
    "create database momokzi owner momokzi encoding 'UTF8' template template0;",
    '',
  ].join('\n');

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
