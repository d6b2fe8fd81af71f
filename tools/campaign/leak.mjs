/** Loaded before the server in a control. Keeps 100 KB per request and a file per ten requests. */
import { subscribe } from 'node:diagnostics_channel';
import { openSync } from 'node:fs';

const kept = [];
subscribe('http.server.request.start', () => {
  kept.push(Buffer.alloc(100_000, 1));
  if (kept.length % 10 === 0) openSync('/dev/null');
});
