import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves on this machine only. If `answer` fails, the answer is 400 with the error. */
export async function serve(
  port: number,
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    try {
      await answer(request, response);
    } catch (error) {
      response.writeHead(400).end(String(error));
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const sendPage = (response: ServerResponse, html: string, status = 200) =>
  response
    .writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .end(html);

export const sendJson = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** A request to one of the services that share a port. The host is from the Host header. */
export type ListRequest = { url: URL; headers: IncomingMessage['headers'] };
