/** Each node runs etcd, Patroni with PostgreSQL, and a server process. HAProxy is in front. */

type Ports = { etcd: number; etcdPeers: number; postgres: number; patroni: number; server: number };

export type ClusterNode = { name: string; host: string; ports: Ports };

type Proxy = {
  /** Address of the database ports. */
  host: string;
  /** Port for reads and writes. */
  primary: number;
  /** Port for reads that are not private. */
  replicas: number;
  /** Port of the server processes. */
  web: number;
  /** Address of this port. `*` for all, so that the load balancer in front of the machines reaches it. */
  webHost: string;
};

export type Topology = { nodes: ClusterNode[]; proxy: Proxy };

/** Debian's packages and documentation use these ports. */
const STANDARD: Ports = { etcd: 2379, etcdPeers: 2380, postgres: 5432, patroni: 8008, server: 3000 };

/**
 * One node per machine. Every machine runs HAProxy. Its server process uses HAProxy to reach the databases, and your
 * load balancer uses it to reach the server processes.
 */
export const onMachines = (hosts: readonly string[]): Topology => ({
  nodes: hosts.map((host, index) => ({ name: `node${index + 1}`, host, ports: STANDARD })),
  proxy: { host: '127.0.0.1', primary: 5000, replicas: 5001, web: 8080, webHost: '*' },
});

/**
 * All ports are on the loopback interface.
 *
 * @param port the first of 40 consecutive ports
 */
export const onOneMachine = (port: number): Topology => ({
  nodes: [1, 2, 3].map((number) => {
    const first = port + 10 * number;
    return {
      name: `node${number}`,
      host: '127.0.0.1',
      ports: {
        etcd: first,
        etcdPeers: first + 1,
        postgres: first + 2,
        patroni: first + 3,
        server: first + 4,
      },
    };
  }),
  proxy: { host: '127.0.0.1', primary: port + 1, replicas: port + 2, web: port, webHost: '127.0.0.1' },
});
