import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';

/** A certificate for fcm.googleapis.com, which is valid until 2126. Only these tests trust it. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBqjCCAU+gAwIBAgIURXjyQTjShRhtNNqYkfWz3WP5WWowCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyOTE2MjIxMVoYDzIxMjYxMTA1
MTYyMjExWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATKzyVHN+3ptRJcd6nh3PHDeIHlVz9cj+vhmP5zM3cCbmNzPhJ6Ig+q
fCvSKqHqP7B/bbOIUCHwxCIjch/iFUnpo30wezAdBgNVHQ4EFgQUXHnF2ZW/FJXN
/EilcV2bPCuOjZswHwYDVR0jBBgwFoAUXHnF2ZW/FJXN/EilcV2bPCuOjZswDwYD
VR0TAQH/BAUwAwEB/zAoBgNVHREEITAfgglsb2NhbGhvc3SCEmZjbS5nb29nbGVh
cGlzLmNvbTAKBggqhkjOPQQDAgNJADBGAiEA9ZB+S+l882GGIVDHIpJiRseoKTfO
OnxvSFr74dOhmX4CIQC/eJEthcPPprRwa/2Ww1aRkn00YG71WDhSA5kv99HVAA==
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSRyzRUY7LoJZ0E8Q
nhBHFl1ZybSbHn3hO5XaDSMeFNqhRANCAATKzyVHN+3ptRJcd6nh3PHDeIHlVz9c
j+vhmP5zM3cCbmNzPhJ6Ig+qfCvSKqHqP7B/bbOIUCHwxCIjch/iFUnp
-----END PRIVATE KEY-----`;

export type ReceivedPush = { path: string; headers: Record<string, string>; body: Buffer };

/** A push service over TLS on this machine. It stores the requests, and answers with `answerWith`. */
export async function startPushService() {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), CERTIFICATE]);
  const received: ReceivedPush[] = [];
  let statuses: number[] = [];
  const server = https.createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({
        path: request.url ?? '',
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks),
      });
      response.writeHead(statuses.shift() ?? 201).end();
    });
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    received,
    /** The statuses of the next answers. Later answers have status 201. */
    answerWith: (...next: number[]) => {
      statuses = next;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const text = (value: string) => Buffer.from(value, 'latin1');

/** The keys of a browser, and what it does with a message: RFC 8291, RFC 8188 and RFC 8292, without the library. */
export function newBrowserKeys() {
  const curve = createECDH('prime256v1');
  const publicKey = curve.generateKeys();
  const auth = randomBytes(16);
  return {
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    decrypt: (body: Buffer): string => {
      const salt = body.subarray(0, 16);
      const senderLength = body[20] ?? 0;
      const sender = body.subarray(21, 21 + senderLength);
      const encrypted = body.subarray(21 + senderLength);
      const info = Buffer.concat([text('WebPush: info\0'), publicKey, sender]);
      const secret = Buffer.from(hkdfSync('sha256', curve.computeSecret(sender), auth, info, 32));
      const derive = (label: string, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, salt, text(`Content-Encoding: ${label}\0`), length));
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
      decipher.setAuthTag(encrypted.subarray(-16));
      const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()]);
      return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
    },
  };
}

/** Checks the signature of the header `Authorization`, and returns the claims. */
export function claimsOf({ headers }: ReceivedPush, publicKey: string): Record<string, unknown> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  if (key !== publicKey) throw new Error('The message is signed with another key.');
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const verifyingKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const isValid = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: verifyingKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isValid) throw new Error('The signature is not valid.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as Record<string, unknown>;
}
