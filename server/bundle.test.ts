import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildServer } from './built-server.ts';
import { createTestDatabase, type TestDatabase } from './database/test-database.ts';
import { testEnvironment } from './test-environment.ts';

/** Time limit in milliseconds. It includes the wait for a build that another process runs. */
const BUILD_TIMEOUT = 600_000;

const root = path.join(import.meta.dirname, '..');
const node = path.join(root, 'node_modules/node/bin/node');
const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-bundle-'));
const processes: ServerProcess[] = [];
let database: TestDatabase;

beforeAll(async () => {
  await buildServer();
  database = await createTestDatabase();
}, BUILD_TIMEOUT);
afterEach(async () => {
  for (const { child, ended } of processes.splice(0)) {
    child.kill('SIGTERM');
    await ended;
  }
});
afterAll(async () => {
  await database.close();
  await rm(dataFolder, { recursive: true, force: true });
});

test('deploy/start.sh becomes the server, which lists the settings that a public site lacks', async () => {
  const server = start(['deploy/start.sh'], { NODE_ENV: 'production', INSECURE_BASE_URL: 'allowed' });
  await server.said(`"pid":${server.child.pid},`);
  await server.said('Not ready for the public yet');
  expect(server.output()).toMatch(/^ {2}SMTP_URL +Mails are only written to files/m);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

test('npm start ends with its server', async () => {
  const server = start([node, 'tools/start.mjs'], { SANDBOX: 'off' });
  await server.said('is ready: http://localhost:');
  await server.said('"pid":');
  const [, pid] = /"pid":(\d+),/.exec(server.output()) ?? [];
  expect(Number(pid)).toBeGreaterThan(0);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
});

test('stack traces name the source files', async () => {
  const failing = `data:text/javascript,process.send = () => { throw new Error('on purpose'); }`;
  const server = start([node, '--enable-source-maps', '--import', failing, 'dist/server/main.js']);
  expect(await server.ended).toBe(1);
  const lines = readFileSync(path.join(root, 'server/main.ts'), 'utf8').split('\n');
  const line = lines.findIndex((text) => text.startsWith('process.send?.(')) + 1;
  expect(server.output()).toContain(`server/main.ts:${line}:`);
});

type ServerProcess = {
  child: ChildProcess;
  ended: Promise<number | null>;
  said: (words: string) => Promise<void>;
  output: () => string;
};

function start([program = '', ...args]: string[], environment: Record<string, string> = {}): ServerProcess {
  const child = spawn(program, args, {
    cwd: root,
    env: {
      ...testEnvironment,
      DATABASE_URL: database.connectionString,
      DATA_DIR: dataFolder,
      PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout?.on('data', (text) => (output += text));
  child.stderr?.on('data', (text) => (output += text));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const said = (words: string) => expect.poll(() => output).toContain(words);
  const server = { child, ended, said, output: () => output };
  processes.push(server);
  return server;
}
