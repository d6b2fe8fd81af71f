import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type ChangingProxy = {
  url: string;
  /** The paths that were requested, in order. */
  requested: readonly string[];
  /** Changes the text of the answer to a path, for example to serve the service worker of another version. */
  change: (path: string, edit: (text: string) => string) => void;
  /**
   * If `isCut` is true, PATCH requests are not forwarded, and their connections are dropped. PATCH requests change
   * saved restaurants.
   */
  cutWrites: (isCut: boolean) => void;
  stop: () => Promise<void>;
};

/** Opens a proxy in front of the product that changes some of its answers. */
export async function openChangingProxy({
  target,
  port,
}: {
  target: string;
  port: number;
}): Promise<ChangingProxy> {
  const edits = new Map<string, (text: string) => string>();
  const requested: string[] = [];
  let areWritesCut = false;
  const { hostname, port: targetPort, origin } = new URL(target);
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    if (areWritesCut && request.method === 'PATCH') return void request.destroy();
    const headers = { ...request.headers, host: `${hostname}:${targetPort}`, 'accept-encoding': 'identity' };
    if (request.headers.origin) headers.origin = origin;
    // With these headers, the product could answer that the file has not changed.
    for (const name of ['referer', 'if-none-match', 'if-modified-since']) delete headers[name];
    const sent = forward(
      { hostname, port: targetPort, path: request.url, method: request.method, headers },
      (answer) => {
        const edit = edits.get(request.url ?? '') ?? null;
        const answerHeaders = { ...answer.headers };
        if (edit) for (const name of ['content-length', 'etag', 'last-modified']) delete answerHeaders[name];
        response.writeHead(answer.statusCode ?? 502, answerHeaders);
        if (edit) void text(answer).then((whole) => response.end(edit(whole)));
        else answer.pipe(response);
      },
    );
    sent.on('error', () => response.destroy());
    request.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${ownPort}`,
    requested,
    change: (path, edit) => void edits.set(path, edit),
    cutWrites: (isCut) => {
      areWritesCut = isCut;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
