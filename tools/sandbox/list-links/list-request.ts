import type { IncomingMessage } from 'node:http';

/** The host is from the Host header, because all services share one port. */
export type ListRequest = { url: URL; headers: IncomingMessage['headers'] };
