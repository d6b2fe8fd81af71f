/**
 * `node bench/start.ts`: time of `npm start` until the product answers, in a folder that has been started
 * before, and the idle memory of server and embedded PostgreSQL.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, verdict } from './compare.ts';
import { commandOf, memoryMegabytes, processFamily } from './cpu-meter.ts';

const FOLDER = 'data/bench/start';
const STARTS = 7;
const IDLE_SECONDS = 20;

const first = await start();
console.log(
  `first start here: ${(first.milliseconds / 1000).toFixed(2)} s (builds and makes the database if missing)`,
);
await first.stop();

const warm: number[] = [];
for (let n = 0; n < STARTS; n += 1) {
  const started = await start();
  warm.push(started.milliseconds);
  if (n === STARTS - 1) {
    await sleep(IDLE_SECONDS * 1000);
    reportMemory(started.pid);
  }
  await started.stop();
}
console.log(
  `warm start: ${(median(warm) / 1000).toFixed(2)} s median, ${(Math.min(...warm) / 1000).toFixed(2)} s least ${verdict('1.5', median(warm) <= 1500)}`,
);

/** Resolves when the starter reports readiness and the server answers. */
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
    pid: starter.pid ?? 0,
    stop: async () => {
      starter.kill('SIGTERM');
      await ended;
    },
  };
}

function reportMemory(starterPid: number): void {
  const postmaster = Number(readFileSync(`${FOLDER}/postgres/postmaster.pid`, 'utf8').split('\n')[0]);
  const [, ...servers] = processFamily(starterPid).filter((pid) => pid !== postmaster);
  const isSandbox = (pid: number) => commandOf(pid).includes('tools/sandbox/main.ts');
  const parts = {
    starter: memoryMegabytes([starterPid]),
    server: memoryMegabytes(servers.filter((pid) => !isSandbox(pid))),
    PostgreSQL: memoryMegabytes(processFamily(postmaster)),
  };
  const total = Object.values(parts).reduce((a, b) => a + b);
  const named = Object.entries(parts).map(([name, megabytes]) => `${name} ${megabytes.toFixed(0)}`);
  console.log(
    `idle memory: ${total.toFixed(0)} MB (PSS: ${named.join(', ')}) ${verdict('200', total <= 200)}`,
  );
  console.log(
    `the sandbox, outside production alone: ${memoryMegabytes(servers.filter(isSandbox)).toFixed(0)} MB more`,
  );
}
