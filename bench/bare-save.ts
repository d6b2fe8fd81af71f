/**
 * Baseline for saving: a server of node:http and pg, without sign-in, validation or headers.
 * `POST /same` gives the same guarantees as the product in one transaction: it stores the answer under the
 * Idempotency-Key, locks the list, increments its version and checks for duplicates.
 * `POST /insert` only inserts the saved restaurant. The bodies of both requests contain user, place, key and answer.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });

const columns = `user_id, restaurant_id, status, rating, review, custom_tags, source_kind, source_memo, is_shared`;
const values = `$1, $2, $3, $4, $5, $6, $7, $8, $9`;
const insert = `insert into my_restaurants (${columns}) values (${values}) returning *`;

const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const wanted = JSON.parse(Buffer.concat(parts).toString()) as { user: string; place: string; key: string };
  const answer = JSON.stringify(
    await (request.url === '/same' ? saveWithGuarantees : insertSavedRestaurant)(wanted),
  );
  response.writeHead(201, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(answer),
  });
  response.end(answer);
});

const link = ({ user, place }: { user: string; place: string }) =>
  [user, place, '방문 예정', null, '', ['점심'], 'tv', '골목 방송 3회', false] as const;

async function insertSavedRestaurant(wanted: { user: string; place: string }) {
  const { rows } = await pool.query({ name: 'insert', text: insert, values: [...link(wanted)] });
  return rows[0];
}

async function saveWithGuarantees({ user, place, key }: { user: string; place: string; key: string }) {
  const client = await pool.connect();
  const query = async (name: string, text: string, values: unknown[]) =>
    (await client.query({ name, text, values })).rows;
  try {
    await client.query('begin');
    await query(
      'take_key',
      `select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as held, kept.status, kept.body
       from (select 1) as one left join idempotency_keys as kept on kept.user_id = $2 and kept.key = $3`,
      [`${user} ${key}`, user, key],
    );
    await query('lock', 'select version from restaurant_lists where user_id = $1 for update', [user]);
    await query(
      'existing',
      'select linked_at from my_restaurants where user_id = $1 and restaurant_id = $2',
      [user, place],
    );
    const rows = await query(
      'insert_and_raise',
      `with list as (update restaurant_lists set version = version + 1 where user_id = $1 returning version),
         link as (${insert})
       select list.version, link.*, place.* from link
       join restaurants_public as place on place.id = link.restaurant_id cross join list`,
      [...link({ user, place })],
    );
    await query(
      'keep_answer',
      'insert into idempotency_keys (user_id, key, fingerprint, status, body) values ($1, $2, $3, 201, $4)',
      [user, key, 'none', JSON.stringify(rows[0])],
    );
    await client.query('commit');
    return rows[0];
  } finally {
    client.release();
  }
}

server.listen(0, '127.0.0.1', () => {
  process.send?.({ listening: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.once('SIGTERM', () => process.exit(0));
