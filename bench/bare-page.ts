/**
 * Baseline for a shared page: a server of node:http and pg. Like the product, it checks whether the link and its
 * owner's membership are valid. Then it sends bytes that it has read from the address BARE_SOURCE at the start. It has
 * no limits, log or headers. The request is `GET /<id of the link>`.
 */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const text = `
    select share.version, share.is_paused, share.expires_at, memberships.account_tier,
      memberships.paid_tier_expires_at, restaurant_lists.version as list_version
    from list_shares as share
    left join memberships on memberships.user_id = share.user_id
    left join restaurant_lists on restaurant_lists.user_id = share.user_id
    where share.id = $1`;

/** The raw body of the page. It is not read with fetch, because fetch would decompress it. */
const bytes = await new Promise<Buffer>((resolve, reject) => {
  const sent = request(process.env.BARE_SOURCE ?? '', { headers: { 'accept-encoding': 'br' } }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () => resolve(Buffer.concat(chunks)));
  });
  sent.on('error', reject);
  sent.end();
});

const server = createServer(async (request, response) => {
  const { rows } = await pool.query({ name: 'bare_link', text, values: [request.url?.slice(1)] });
  if (rows.length === 0) return response.writeHead(404).end();
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'br',
    'content-length': bytes.length,
  });
  return response.end(bytes);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ listening: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.once('SIGTERM', () => process.exit(0));
