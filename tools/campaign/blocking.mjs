/**
 * The server loads this module first in a control. A request whose URL contains ㄱㄱ then runs a regular expression that
 * takes exponential time.
 */
import { subscribe } from 'node:diagnostics_channel';

subscribe('http.server.request.start', (message) => {
  const { request } = /** @type {{ request: import('node:http').IncomingMessage }} */ (message);
  if (request.url?.includes('%E3%84%B1%E3%84%B1')) /^(ㄱ+)+$/.test(`${'ㄱ'.repeat(26)}!`);
});
