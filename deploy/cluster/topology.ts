/**
 * Ports of a node. Each node runs etcd, Patroni with PostgreSQL, and a server process. HAProxy passes connections to
 * the nodes.
 */

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
  /**
   * Address of the port `web`. `*` means all addresses, so that a load balancer on another machine reaches the port.
   */
  webHost: string;
};

export type Topology = { nodes: ClusterNode[]; proxy: Proxy };

/** Debian's packages and documentation use these ports. */
const STANDARD: Ports = { etcd: 2379, etcdPeers: 2380, postgres: 5432, patroni: 8008, server: 3000 };

/**
 * Returns a cluster with one node per machine. Every machine also runs HAProxy. The server process of a machine reaches
 * the databases through HAProxy, and your load balancer reaches the server processes through HAProxy.
 */
export const onMachines = (hosts: readonly string[]): Topology => ({
  nodes: hosts.map((host, index) => ({ name: `node${index + 1}`, host, ports: STANDARD })),
  proxy: { host: '127.0.0.1', primary: 5000, replicas: 5001, web: 8080, webHost: '*' },
});

/**
 * Returns a cluster on one machine. All ports are on the loopback interface.
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
