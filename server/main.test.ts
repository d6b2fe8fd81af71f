import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { freePort } from '../tools/ports.mjs';
import { testEnvironment } from '#server/test-environment.ts';
import { buildServer, builtServer } from './built-server.ts';
import { isPostmasterOf, readPidFile } from './database/embedded/lock-files.ts';
import { holdPortFrom } from './listening-port.ts';

/** The data folder of all tests. They share one folder, because creating a database takes the most time. */
const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-main-'));
const processes: ServerProcess[] = [];
const others: Server[] = [];

beforeAll(buildServer);
afterEach(async () => {
  for (const { child, ended } of processes.splice(0)) {
    child.kill('SIGTERM');
    await ended;
  }
  for (const other of others.splice(0)) other.close();
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

test('it responds, and SIGTERM shuts down the server and its database', async () => {
  const port = await freePort();
  const server = start({ PORT: String(port) });
  const url = await server.listening;
  expect(url).toBe(`http://localhost:${port}`);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const database = databaseProcess();
  expect(isPostmasterOf(database)).toBe(true);

  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(isPostmasterOf(database)).toBe(false);
});

test('a request in progress is completed before it ends, and no new one is accepted', async () => {
  const port = await freePort();
  const server = start({ PORT: String(port) });
  await server.listening;
  const request = connect({ host: '127.0.0.1', port });
  const answer = readToEnd(request);
  const head = [
    'POST /api/account/sign-in HTTP/1.1',
    'Host: localhost',
    `Origin: http://localhost:${port}`,
    'Content-Type: application/json',
    'Content-Length: 20',
  ];
  request.write(`${head.join('\r\n')}\r\n\r\n{"half":`);
  // The server answers this later request, so it has already read the first half of the body and waits for the rest.
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  expect(request.bytesRead).toBe(0);
  server.child.kill('SIGTERM');
  await server.hasPrinted('stopping');
  await expect.poll(() => canConnect(port)).toBe(false);

  request.write('"and whole"}');
  expect(await answer).toMatch(/^HTTP\/1.1 400 /);
  expect(await server.ended).toBe(0);
});

test('after a kill it restarts with the same database', async () => {
  const port = await freePort();
  const killed = start({ PORT: String(port) });
  await killed.listening;
  const database = databaseProcess();
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(isPostmasterOf(database)).toBe(true);

  const again = start({ PORT: String(port) });
  expect((await fetch(`${await again.listening}/readyz`)).status).toBe(200);
  expect(databaseProcess().pid).toBe(database.pid);
});

test('an occupied configured port is rejected with a suggestion', async () => {
  const port = await freePort();
  await take(port);
  const server = start({ PORT: String(port) });
  expect(await server.ended).toBe(1);
  expect(server.output()).toMatch(
    new RegExp(`^Port ${port} is taken by another program\\. Set PORT to another one, such as \\d+`, 'm'),
  );
});

test('an occupied default port is replaced by the next free one, which is then held', async () => {
  const first = await freePort();
  await take(first);
  const [one, other] = await Promise.all([
    holdPortFrom({ host: '127.0.0.1', wanted: first }),
    holdPortFrom({ host: '127.0.0.1', wanted: first }),
  ]);
  expect(new Set([first, one?.port, other?.port]).size).toBe(3);
  for (const held of [one, other]) {
    expect(held?.port).toBeLessThanOrEqual(first + 20);
    await held?.release();
    await take(held?.port ?? 0);
  }
});

test('two servers that start at the same time use two ports', async () => {
  const otherFolder = path.join(dataFolder, 'other');
  const addresses = await Promise.all([start({}).listening, start({ DATA_DIR: otherFolder }).listening]);
  expect(new Set(addresses).size).toBe(2);
  for (const url of addresses) expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

test('invalid settings are reported without a stack trace', async () => {
  const server = start({ PORT: 'harbour' });
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain('PORT must be a whole number');
  expect(server.output()).not.toContain('    at ');
});

test('an unreachable database is reported without a stack trace', async () => {
  const server = start({ PORT: '0', DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/none' });
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain('The database cannot be used.');
  expect(server.output()).not.toContain('    at ');
});

type ServerProcess = {
  child: ChildProcess;
  listening: Promise<string>;
  ended: Promise<number | null>;
  hasPrinted: (words: string) => Promise<void>;
  output: () => string;
};

function start(environment: Record<string, string>): ServerProcess {
  const child = spawn(process.execPath, [builtServer], {
    cwd: os.tmpdir(),
    env: { ...testEnvironment, HOME: process.env.HOME, DATA_DIR: dataFolder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  child.stdout?.on('data', (text) => (output += text));
  child.stderr?.on('data', (text) => (output += text));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const listening = new Promise<string>((resolve, reject) => {
    child.once('message', (message: { listening: string }) => resolve(message.listening));
    child.once('close', () => reject(new Error(`The server ended before it listened.\n${output}`)));
  });
  listening.catch(() => {});
  const hasPrinted = (words: string) => expect.poll(() => output).toContain(words);
  const server = { child, listening, ended, hasPrinted, output: () => output };
  processes.push(server);
  return server;
}

function databaseProcess(): { pid: number; clusterFolder: string } {
  const clusterFolder = path.join(dataFolder, 'postgres');
  return { pid: readPidFile(clusterFolder)?.pid ?? 0, clusterFolder };
}

function take(port: number): Promise<void> {
  const other = createServer();
  others.push(other);
  return new Promise((resolve) => other.listen(port, '127.0.0.1', resolve));
}

function readToEnd(socket: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  socket.on('data', (part) => (text += part));
  return new Promise((resolve) => socket.once('close', () => resolve(text)));
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
