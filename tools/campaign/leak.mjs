/**
 * The server loads this module first in a control. The module keeps 100 KB of memory for each request and one open file
 * for every ten requests.
 */
import { subscribe } from 'node:diagnostics_channel';
import { openSync } from 'node:fs';

const kept = [];
subscribe('http.server.request.start', () => {
  kept.push(Buffer.alloc(100_000, 1));
  if (kept.length % 10 === 0) openSync('/dev/null');
});
