/** Loaded before the server in a control. Logs address and headers of every request. */
import { subscribe } from 'node:diagnostics_channel';

subscribe('http.server.request.start', (message) => {
  const { request } = /** @type {{ request: import('node:http').IncomingMessage }} */ (message);
  console.log(request.url, JSON.stringify(request.headers));
});
