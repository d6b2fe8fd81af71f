import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openEmbeddedPostgres } from '#server/database/embedded-postgres.ts';

const ROOT = path.join(import.meta.dirname, '../..');
export const ADMIN_EMAIL = 'campaign-admin@example.com';

export type ProductSettings = {
  environment?: Record<string, string>;
  /** Modules that the server loads first. */
  imports?: readonly string[];
  /** The data directory. The default is the directory of the reliability bar that starts the product. */
  dataFolder?: string;
};

export type Answer = { status: number; headers: Headers; text: string; body: any; ms: number };

export type Sent = {
  body?: unknown;
  /** Bytes that are sent as the body instead of JSON. The content type of the request is `type`. */
  bytes?: Uint8Array;
  type?: string;
  headers?: Record<string, string>;
  as?: Person | null;
  /** Network address of the client. The product trusts X-Forwarded-For from loopback. */
  from?: string;
};

export type Person = { uid: string; email: string; password: string; cookie: string };

export type Product = Awaited<ReturnType<typeof startProduct>>;

/** @param folder for data and log */
export async function startProduct({
  folder,
  port,
  settings: { environment = {}, imports = [], dataFolder = path.join(folder, 'data') },
}: {
  folder: string;
  port: number;
  settings: ProductSettings;
}) {
  const logFile = path.join(folder, 'server.log');
  const origin = environment.BASE_URL ?? `http://localhost:${port}`;
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess;

  const launch = () =>
    new Promise<void>((resolve, reject) => {
      const log = openSync(logFile, 'a', 0o600);
      child = fork('server/main.ts', {
        cwd: ROOT,
        env: {
          PATH: process.env.PATH,
          NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/node'),
          NODE_ENV: 'production',
          INSECURE_BASE_URL: 'allowed',
          PORT: String(port),
          BASE_URL: origin,
          DATA_DIR: dataFolder,
          TRUSTED_PROXY: 'loopback',
          REQUESTS_PER_MINUTE_BY_ADDRESS: '1000000000',
          REQUESTS_PER_MINUTE_BY_ACCOUNT: '1000000000',
          ADMIN_EMAIL,
          ...environment,
        },
        execArgv: imports.flatMap((module) => ['--import', path.join(ROOT, module)]),
        stdio: ['ignore', log, log, 'ipc'],
      });
      closeSync(log);
      child.once('message', () => resolve());
      child.once('error', reject);
      child.once('exit', (code, signal) =>
        reject(new Error(`The product ended with ${code ?? signal}.\n${tail(logFile)}`)),
      );
    });
  await launch();

  async function send(method: string, at: string, sent: Sent = {}): Promise<Answer> {
    const began = performance.now();
    const answer = await fetch(url + at, {
      method,
      redirect: 'manual',
      headers: {
        origin,
        'x-forwarded-for': sent.from ?? randomIpAddress(),
        ...(sent.as && { cookie: sent.as.cookie }),
        ...(sent.body !== undefined && { 'content-type': 'application/json' }),
        ...(sent.bytes && { 'content-type': sent.type ?? 'image/jpeg' }),
        ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
        ...sent.headers,
      },
      ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
      ...(sent.bytes && { body: sent.bytes as never }),
    });
    // The answer is not read to its end, because a stream of events does not end.
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
    if (isStream) await answer.body?.cancel();
    const text = isStream ? '' : await answer.text();
    const ms = performance.now() - began;
    return { status: answer.status, headers: answer.headers, text, body: parsed(text), ms };
  }

  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill(signal);
    });

  /** Runs a statement as superuser. */
  async function query<Row extends pg.QueryResultRow>(
    statement: string,
    values: unknown[] = [],
  ): Promise<Row[]> {
    const postgres = await openEmbeddedPostgres({ dataFolder });
    const address = new URL(postgres.superuserConnectionString);
    address.pathname = '/momokzi';
    const client = new pg.Client({ connectionString: address.href });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<Row>(statement, values)).rows;
    } finally {
      await client.end().catch(() => {});
      await postgres.stop();
    }
  }

  async function member(given: { email?: string; password?: string } = {}): Promise<Person> {
    const { email = `m-${randomBytes(8).toString('hex')}@example.com`, password = 'bowl-of-rice' } = given;
    const answer = await send('POST', '/api/account/sign-up', {
      body: { nickname: '모먹', email, password, passwordConfirm: password, isFourteenOrOlder: true },
    });
    if (answer.status !== 201) throw new Error(`The sign-up failed: ${answer.status} ${answer.text}`);
    return { uid: answer.body.me.uid, email, password, cookie: cookieOf(answer) };
  }

  const paidMember = async (): Promise<Person> => {
    const person = await member();
    await query(`insert into memberships (user_id, account_tier) values ($1, 'paid')`, [person.uid]);
    return person;
  };

  async function admin(): Promise<Person> {
    const person = await member({ email: ADMIN_EMAIL });
    await query('update users set email_verified = true where id = $1', [person.uid]);
    return person;
  }

  const addByHand = (as: Person, name: string, sent: Sent = {}): Promise<Answer> =>
    send('POST', '/api/my-restaurants', {
      as,
      body: { place: { from: 'hand', name, address: '서울 중구 명동9길 12' } },
      ...sent,
    });

  const postmasterFile = path.join(dataFolder, 'postgres', 'postmaster.pid');

  return {
    origin,
    url,
    port,
    dataFolder,
    logFile,
    send,
    query,
    member,
    paidMember,
    admin,
    addByHand,
    pid: () => child.pid as number,
    /** Returns the process id of PostgreSQL; null if PostgreSQL does not run. */
    postmaster: (): number | null =>
      existsSync(postmasterFile) ? Number(readFileSync(postmasterFile, 'utf8').split('\n')[0]) : null,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    restart: launch,
    log: () => readFileSync(logFile, 'utf8'),
  };
}

export const cookieOf = ({ headers }: Pick<Answer, 'headers'>): string =>
  headers
    .getSetCookie()
    .filter((line) => !line.includes('Max-Age=0'))
    .map((line) => line.split(';')[0])
    .join('; ');

/** Returns a random IP address from the range that RFC 2544 reserves for benchmarks. */
export const randomIpAddress = () => `198.18.${randomBytes(1)[0]}.${randomBytes(1)[0]}`;

/** @returns the elapsed milliseconds; null if the condition was not met in time */
export async function until(isThere: () => Promise<boolean>, seconds: number): Promise<number | null> {
  const began = performance.now();
  for (;;) {
    if (await isThere().catch(() => false)) return performance.now() - began;
    if (performance.now() - began > seconds * 1000) return null;
    await sleep(20);
  }
}

export const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const tail = (file: string) => readFileSync(file, 'utf8').split('\n').slice(-15).join('\n');
