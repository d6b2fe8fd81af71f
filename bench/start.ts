/**
 * `node bench/start.ts`: measures the time from `npm start` until the product answers, in a folder in which the product
 * has been started before. For comparison, it measures the start of a bare server of Fastify, pg and Kysely on a
 * running PostgreSQL. Also measures the idle memory of all processes that `npm start` leaves running, with the sandbox.
 */
import { fork, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBenchDatabase } from './bench-database.ts';
import { median, verdict } from './compare.ts';
import { commandOf, cpuBetween, memoryMegabytes, processFamily, readCpu } from './cpu-meter.ts';

const FOLDER = 'data/bench/start';
const STARTS = 7;
const IDLE_SECONDS = 20;

const first = await start();
console.log(
  `first start here: ${(first.milliseconds / 1000).toFixed(2)} s (builds the product and creates the database if they are missing)`,
);
await first.stop();

const database = await openBenchDatabase({ name: 'start', load: async () => {} });
const [warm, bare]: [Start[], Start[]] = [[], []];
for (let n = 0; n < STARTS; n += 1) {
  bare.push(await startBare(database.connectionString));
  const started = await start();
  warm.push(started);
  if (n === STARTS - 1) {
    await sleep(IDLE_SECONDS * 1000);
    reportMemory(started.pid);
  }
  await started.stop();
}
const seconds = (all: Start[]) => median(all.map(({ milliseconds }) => milliseconds)) / 1000;
const least = Math.min(...warm.map(({ milliseconds }) => milliseconds)) / 1000;
console.log(
  `warm start: ${seconds(warm).toFixed(2)} s median, ${least.toFixed(2)} s least ${verdict('1.5', seconds(warm) <= 1.5, { name: 'warm start: s', value: seconds(warm) })}`,
);
const ratioOf = (key: keyof Start) => median(warm.map((start, n) => start[key] / (bare[n]?.[key] ?? 0)));
const ratio = ratioOf('milliseconds');
console.log(
  `bare: ${seconds(bare).toFixed(2)} s median; ratio ${ratio.toFixed(1)} ${verdict('3', ratio <= 3, { name: 'warm start compared with bare', value: ratio })}`,
);
const cpu = (all: Start[]) => median(all.map(({ cpuMilliseconds }) => cpuMilliseconds)).toFixed(0);
console.log(
  `CPU of the server alone: ${cpu(warm)} ms, bare ${cpu(bare)} ms; ratio ${ratioOf('cpuMilliseconds').toFixed(1)}`,
);
await database.stop();

/** The time until the first answer, and the CPU time of the server's own process. */
type Start = { milliseconds: number; cpuMilliseconds: number };

async function startBare(connectionString: string): Promise<Start> {
  const asked = performance.now();
  const server = fork('bench/bare-start.ts', {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: connectionString,
      NODE_COMPILE_CACHE: 'node_modules/.cache/node',
    },
  });
  const url = await new Promise<string>((resolve, reject) => {
    server.once('message', (message) => resolve((message as { listening: string }).listening));
    server.once('exit', (code) => reject(new Error(`The bare server ended with ${code}.`)));
  });
  await fetch(`${url}/readyz`);
  const start = { milliseconds: performance.now() - asked, cpuMilliseconds: cpuOf(server.pid) };
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  server.kill('SIGTERM');
  await ended;
  return start;
}

function cpuOf(pid = 0): number {
  return cpuBetween(new Map(), readCpu([pid]));
}

/** Starts the product. Resolves when `npm start` reports readiness and the server answers. */
async function start() {
  const asked = performance.now();
  const starter = spawn(process.execPath, ['tools/start.mjs'], {
    env: { PATH: process.env.PATH, DATA_DIR: FOLDER, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => starter.once('exit', () => resolve()));
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    starter.stderr.on('data', (chunk: Buffer) => {
      said += chunk;
      const [, address] = /ready: (http:\S+)/.exec(said) ?? [];
      if (address) resolve(address);
    });
    starter.once('exit', () => reject(new Error(said)));
  });
  const answer = await fetch(`${url}/readyz`);
  if (!answer.ok) throw new Error(`/readyz responded with ${answer.status}.`);
  return {
    milliseconds: performance.now() - asked,
    cpuMilliseconds: cpuOf(starter.pid),
    pid: starter.pid ?? 0,
    stop: async () => {
      starter.kill('SIGTERM');
      await ended;
    },
  };
}

function reportMemory(starterPid: number): void {
  const postmaster = Number(readFileSync(`${FOLDER}/postgres/postmaster.pid`, 'utf8').split('\n')[0]);
  const family = processFamily(starterPid).filter((pid) => !processFamily(postmaster).includes(pid));
  const isSandbox = (pid: number) => commandOf(pid).includes('tools/sandbox/main.ts');
  const parts = {
    server: memoryMegabytes(family.filter((pid) => !isSandbox(pid))),
    PostgreSQL: memoryMegabytes(processFamily(postmaster)),
    sandbox: memoryMegabytes(family.filter(isSandbox)),
  };
  const total = Object.values(parts).reduce((a, b) => a + b);
  const named = Object.entries(parts).map(([name, megabytes]) => `${name} ${megabytes.toFixed(0)}`);
  console.log(
    `idle memory: ${total.toFixed(0)} MB (PSS: ${named.join(', ')}) ${verdict('200', total <= 200, { name: 'idle memory: MB', value: total })}`,
  );
}
