/** The server loads this module first in a control. The module logs the address and the headers of every request. */
import { subscribe } from 'node:diagnostics_channel';

subscribe('http.server.request.start', (message) => {
  const { request } = /** @type {{ request: import('node:http').IncomingMessage }} */ (message);
  console.log(request.url, JSON.stringify(request.headers));
});
