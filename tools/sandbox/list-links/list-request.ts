import type { IncomingMessage } from 'node:http';

/** A request to one of the services. The host is from the Host header, because all of them share one port. */
export type ListRequest = { url: URL; headers: IncomingMessage['headers'] };
