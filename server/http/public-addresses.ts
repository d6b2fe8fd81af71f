import ipaddr from 'ipaddr.js';
import type dns from 'node:dns';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

/**
 * Looks up a host name. The lookup fails if the host name has any address outside the public internet. The connection
 * uses the addresses that were checked.
 */
export const publicOnly =
  (lookup: typeof dns.lookup): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error('no address'), []);
      if (!addresses.every(({ address }) => isPublic(address)))
        return callback(new Error('an address is not public'), []);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });

const isPublic = (address: string): boolean => ipaddr.process(address).range() === 'unicast';
