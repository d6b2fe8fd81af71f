import S3rver from '@20minutes/s3rver';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * States of the object storage. `refuses`: nothing listens. `hangs`: requests are never answered. `fails`: every answer
 * is 500. `wrong_address`: every answer is 404 without a code, as by another server. `cuts_off`: answers end after half
 * of their body. `lost`: every answer is 404 NoSuchKey, as if all files were deleted.
 */
export const STORAGE_FAULTS = ['refuses', 'hangs', 'fails', 'wrong_address', 'cuts_off', 'lost'] as const;
export type StorageFault = (typeof STORAGE_FAULTS)[number];

export type ObjectStorage = {
  endpoint: string;
  /** Settings of the product for a bucket in this storage. */
  settingsOf: (bucket: string) => {
    S3_BUCKET: string;
    S3_ENDPOINT: string;
    S3_REGION: string;
    S3_ACCESS_KEY_ID: string;
    S3_SECRET_ACCESS_KEY: string;
  };
  break: (fault: StorageFault) => Promise<void>;
  /** Ends the fault. Requests that hang stay unanswered. */
  repair: () => Promise<void>;
  close: () => Promise<void>;
};

const NO_SUCH_KEY =
  '<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>The key does not exist.</Message></Error>';

/**
 * Starts an object storage on this machine that can be broken. It is a proxy in front of s3rver, which checks the
 * signature of every request.
 */
export async function startObjectStorage({
  directory,
  buckets,
}: {
  directory: string;
  buckets: readonly string[];
}): Promise<ObjectStorage> {
  const storage = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    configureBuckets: buckets.map((name) => ({ name })),
  });
  const { port: storagePort } = await storage.run();
  let fault: StorageFault | null = null;

  const server = createServer((request, response) => {
    if (fault === 'hangs') return;
    if (fault === 'fails') return void response.writeHead(500).end();
    if (fault === 'wrong_address') return void response.writeHead(404).end();
    if (fault === 'lost' && request.method === 'GET')
      return void response.writeHead(404, { 'content-type': 'application/xml' }).end(NO_SUCH_KEY);
    proxy({ request, response, port: storagePort, isCut: fault === 'cuts_off' });
  });
  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const port = await listen(0);
  const endpoint = `http://127.0.0.1:${port}`;

  return {
    endpoint,
    settingsOf: (bucket) => ({
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      S3_REGION: 'ap-northeast-2',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    }),
    break: async (next) => {
      fault = next;
      if (next === 'refuses') await stop();
    },
    repair: async () => {
      fault = null;
      if (!server.listening) await listen(port);
    },
    close: async () => {
      await stop();
      await storage.close();
    },
  };
}

/** Passes the request to s3rver. With `isCut`, the connection ends after half of the answer. */
function proxy({
  request,
  response,
  port,
  isCut,
}: {
  request: IncomingMessage;
  response: ServerResponse;
  port: number;
  isCut: boolean;
}): void {
  const { method, url, headers } = request;
  const passed = forward({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    if (!isCut) {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      return void answer.pipe(response);
    }
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () => {
      const body = Buffer.concat(chunks);
      if (body.length < 2) return void request.socket.destroy();
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.write(body.subarray(0, body.length / 2), () => request.socket.destroy());
    });
  });
  passed.on('error', () => request.socket.destroy());
  request.pipe(passed);
}
