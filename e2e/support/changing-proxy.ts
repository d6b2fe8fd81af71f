import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ChangingProxy = { url: string; release: (version: string) => void; stop: () => Promise<void> };

/** `release` simulates a new version of the product by changing the service worker. */
export async function openChangingProxy({
  target,
  port,
}: {
  target: string;
  port: number;
}): Promise<ChangingProxy> {
  let version = '';
  const { hostname, port: targetPort, origin } = new URL(target);
  const server = createServer((request, response) => {
    const headers = { ...request.headers, host: `${hostname}:${targetPort}`, 'accept-encoding': 'identity' };
    if (request.headers.origin) headers.origin = origin;
    // The product would otherwise answer that the worker has not changed.
    for (const name of ['referer', 'if-none-match', 'if-modified-since']) delete headers[name];
    const sent = forward(
      { hostname, port: targetPort, path: request.url, method: request.method, headers },
      (answer) => {
        const isWorker = request.url === '/service-worker.js' && version !== '';
        const answerHeaders = { ...answer.headers };
        if (isWorker)
          for (const name of ['content-length', 'etag', 'last-modified']) delete answerHeaders[name];
        response.writeHead(answer.statusCode ?? 502, answerHeaders);
        answer.on('data', (chunk) => response.write(chunk));
        answer.on('end', () => response.end(isWorker ? `\n// ${version}` : undefined));
      },
    );
    sent.on('error', () => response.destroy());
    request.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${ownPort}`,
    release: (next) => {
      version = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
