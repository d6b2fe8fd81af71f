/**
 * `node bench/operator.ts`: what an operator pays for. Starts the product in an empty folder as `npm start` does, waits
 * until the server is idle, and prints the memory of its processes. Then requests preview images of links, and prints
 * the CPU time of the server, its processes and PostgreSQL. The memory of PostgreSQL and of the sandbox is not counted.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openEmbeddedPostgres } from '#server/database/embedded-postgres.ts';
import { freePort } from '../tools/ports.mjs';
import { median, verdict } from './compare.ts';
import { commandOf, cpuBetween, processFamily, readCpu, residentMegabytes } from './cpu-meter.ts';

const LIMITS = { megabytes: 200, first: 200, later: 40 };
const LINKS = 10;
const CPU_TOLERANCE_MS = 20;
const IDLE_SECONDS = 5;

const folder = mkdtempSync(path.join(os.tmpdir(), 'momokzi-operator-'));
const port = await freePort();
const origin = `http://localhost:${port}`;
const start = spawn(process.execPath, ['tools/start.mjs'], {
  env: { ...process.env, PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'warn', NODE_ENV: '' },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const stopped = new Promise((resolve) => start.once('close', resolve));
try {
  await isReady();
  const processes = findProcesses();
  const { stop, links } = await createLinks();
  await isIdle(processes.server);
  printMemory('after the first start', processes.server(), LIMITS.megabytes);
  const [firstList = '', ...lists] = links.lists;
  const [firstEntry = '', ...entries] = links.entries;
  const { first, later } = LIMITS;
  const cpu = (urls: readonly string[]) => cpuOf(processes, urls);
  print({ what: 'first preview image, of a list', milliseconds: await cpu([firstList]), limit: first });
  print({ what: 'later images of lists', milliseconds: await cpu(lists), limit: later });
  // The first image of an entry loads the library that reads photos.
  await cpu(entries.splice(0, 1));
  print({ what: 'later images of entries', milliseconds: await cpu(entries), limit: later });
  print({ what: 'the same images again', milliseconds: await cpu([...lists, ...entries]), limit: later });
  printMemory('after these images', processes.server());
  while (processes.server().length > 1) await sleep(1000);
  printMemory('when the process that draws has ended', processes.server());
  print({ what: 'first preview image, of an entry', milliseconds: await cpu([firstEntry]), limit: first });
  await stop();
} finally {
  start.kill('SIGTERM');
  await stopped;
  rmSync(folder, { recursive: true });
}

async function isReady(): Promise<void> {
  while (!(await fetch(`${origin}/readyz`).catch(() => null))?.ok) {
    if (start.exitCode !== null) throw new Error('The product did not start.');
    await sleep(200);
  }
}

type Processes = { server: () => number[]; database: () => number[] };

function findProcesses(): Processes {
  const serverPid = processFamily(start.pid ?? 0).find((pid) => commandOf(pid).includes('serve.mjs')) ?? 0;
  const postmaster = Number(
    readFileSync(path.join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n', 1)[0],
  );
  const database = () => processFamily(postmaster);
  const server = () => {
    const others = database();
    return processFamily(serverPid).filter(
      (pid) => !others.includes(pid) && !commandOf(pid).includes('sandbox'),
    );
  };
  return { server, database };
}

/** Waits until the demonstration exists and the processes have used almost no CPU time for some seconds. */
async function isIdle(server: () => number[]): Promise<void> {
  for (let idle = 0; idle < IDLE_SECONDS;) {
    const before = readCpu(server());
    await sleep(1000);
    idle = cpuBetween(before, readCpu(server())) < CPU_TOLERANCE_MS ? idle + 1 : 0;
  }
}

function printMemory(when: string, pids: readonly number[], limit?: number): void {
  const megabytes = residentMegabytes(pids);
  const result = limit === undefined ? '' : verdict(`${limit} MB`, megabytes <= limit);
  console.log(`memory ${when}, processes: ${pids.length}: ${megabytes.toFixed(0)} MB ${result}`);
}

/** Shares the list of the demonstration by more links, and its latest entries. */
async function createLinks() {
  const postgres = await openEmbeddedPostgres({ dataFolder: folder });
  const pool = new pg.Pool({ connectionString: postgres.connectionString, max: 1 });
  const count = async () => (await pool.query('select from list_shares')).rowCount;
  while ((await count()) === 0) await sleep(500);
  const lists: string[] = [];
  const entries: string[] = [];
  for (let n = 0; n < LINKS; n += 1) {
    const id = randomUUID();
    await pool.query(
      `insert into list_shares
      select (jsonb_populate_record(share, jsonb_build_object('id', $1::text, 'title', $2::text))).*
      from list_shares share order by created_at limit 1`,
      [id, `${n + 1}번째 맛집 목록`],
    );
    await pool.query(
      `insert into journal_entry_shares (id, user_id, entry_id)
      select distinct on (used_by) $1, owner_id, used_by::uuid
      from photos where purpose = 'journal' order by used_by offset $2 limit 1`,
      [id, n],
    );
    lists.push(`/shared/${id}/card.png`);
    entries.push(`/shared-momokzi-journal/${id}/card.png`);
  }
  const stop = async () => {
    await pool.end();
    await postgres.stop();
  };
  return { stop, links: { lists, entries } };
}

/** Requests the images one after another. Returns the CPU time of each in milliseconds. */
async function cpuOf({ server, database }: Processes, urls: readonly string[]): Promise<number[]> {
  const read = () => readCpu([...server(), ...database()]);
  const milliseconds: number[] = [];
  for (const url of urls) {
    const before = read();
    const answer = await fetch(origin + url);
    await answer.arrayBuffer();
    if (answer.headers.get('content-type') !== 'image/png') throw new Error(`${url}: ${answer.status}`);
    // The server and PostgreSQL work a little longer than the request.
    await sleep(300);
    milliseconds.push(cpuBetween(before, read()));
  }
  return milliseconds;
}

function print({ what, milliseconds, limit }: { what: string; milliseconds: number[]; limit: number }): void {
  const middle = median(milliseconds);
  console.log(
    `${what}: ${middle.toFixed(0)} ms of CPU, at most ${Math.max(...milliseconds).toFixed(0)} ` +
      verdict(`${limit} ms`, middle <= limit),
  );
}
