/**
 * `node bench/photo-upload.ts`: memory of the server and cost of photo uploads, compared with sharp alone in the same
 * run. An upload includes HTTP, validation, two transactions and three files synced to disk. Ten members each send two
 * photos at a time; the server decodes two at a time. The cost is CPU time, and the database's CPU time is included.
 * Wall time is not used, because it depends on the load of the machine. Memory is measured while nine members each send
 * two photos of 50 megapixels at a time.
 */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { encodePhoto } from '#features/photos/server/encode-photo.ts';
import { phoneJpeg } from '#features/photos/server/photos.test-factory.ts';
import { openBenchDatabase } from './bench-database.ts';
import { cookieOfSession, startServer } from './bench-server.ts';
import { median, verdict } from './compare.ts';
import { cpuBetween, memoryMegabytes, processFamily, readCpu } from './cpu-meter.ts';

const ROUNDS = 3;
const MEMBERS = 10;
const PHOTOS_A_ROUND = 20;
const LIMITS = { ratio: 1.2, megabytes: 150 };
const LARGE_PHOTOS = 18;

const database = await openBenchDatabase({
  name: 'bench_photos',
  load: async (pool) => {
    await pool.query(`
      insert into users (id, name, email, email_verified, welcomed_at)
      select 'member-' || n, 'bench', n || '@bench.example', true, now() from generate_series(1, ${MEMBERS}) as n`);
    await pool.query(`
      insert into sessions (id, token, user_id, expires_at, updated_at)
      select 'session-' || n, 'session-' || n, 'member-' || n, now() + interval '10 years', now()
      from generate_series(1, ${MEMBERS}) as n`);
  },
});
const server = await startServer({ connectionString: database.connectionString });
const origin = `http://localhost:${server.port}`;

const original = await phoneJpeg({ width: 4032, height: 3024 });
/** A photo as the screens send it. */
const scaledDown = await sharp(original).resize(2048).jpeg({ quality: 85 }).toBuffer();

const member = (n: number) => ({ cookie: cookieOfSession(`session-${n}`), origin });
// The first request loads all code except sharp, so that the idle memory includes this code.
await fetch(`${origin}/api/me`, { headers: member(1) });
const idle = memoryMegabytes([server.pid]);
const largest = await phoneJpeg({ width: 8160, height: 6120 });

for (const [name, bytes] of [
  ['12 megapixels, as the phone made it', original],
  ['scaled down by our screens', scaledDown],
] as const) {
  await encodePhoto({ bytes, megapixels: 50 });
  await send({ n: 1, bytes });
  const alone: number[] = [];
  const path: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await cpuOf([process.pid], () => encodeAlone(bytes)));
    path.push(
      await cpuOf([server.pid, ...processFamily(database.pid)], () =>
        sendAll({ bytes, photos: PHOTOS_A_ROUND }),
      ),
    );
    await forgetPhotos();
  }
  const [sharpMs, pathMs] = [median(alone) / PHOTOS_A_ROUND, median(path) / PHOTOS_A_ROUND];
  const ratio = pathMs / sharpMs;
  console.log(
    `${name} (${(bytes.length / 1e6).toFixed(1)} MB): sharp alone ${sharpMs.toFixed(0)} ms of CPU a photo, uploaded ` +
      `${pathMs.toFixed(0)} ms: ${ratio.toFixed(2)} × ` +
      verdict(`${LIMITS.ratio}`, ratio <= LIMITS.ratio),
  );
}

let peak = idle;
const watch = setInterval(() => (peak = Math.max(peak, memoryMegabytes([server.pid]))), 50);
await sendAll({ bytes: largest, photos: LARGE_PHOTOS });
clearInterval(watch);
const added = peak - idle;
console.log(
  `${LARGE_PHOTOS} photos of 50 megapixels (${(largest.length / 1e6).toFixed(1)} MB) at once: ${idle.toFixed(0)} MB ` +
    `idle, ${peak.toFixed(0)} MB at most: +${added.toFixed(0)} MB ` +
    verdict(`+${LIMITS.megabytes} MB`, added <= LIMITS.megabytes),
);

await forgetPhotos();
await server.stop();
await database.stop();

async function cpuOf(pids: readonly number[], work: () => Promise<void>): Promise<number> {
  const before = readCpu(pids);
  await work();
  return cpuBetween(before, readCpu(pids));
}

/** Encodes two photos at a time, like the server. */
async function encodeAlone(bytes: Buffer): Promise<void> {
  const half = async () => {
    for (let at = 0; at < PHOTOS_A_ROUND / 2; at += 1) await encodePhoto({ bytes, megapixels: 50 });
  };
  await Promise.all([half(), half()]);
}

async function sendAll({ bytes, photos }: { bytes: Buffer; photos: number }): Promise<void> {
  await Promise.all(Array.from({ length: photos }, (_, at) => send({ n: 1 + (at % MEMBERS), bytes })));
}

async function send({ n, bytes }: { n: number; bytes: Buffer }): Promise<void> {
  const answer = await fetch(`${origin}/api/photos?purpose=journal`, {
    method: 'POST',
    headers: { ...member(n), 'content-type': 'image/jpeg', 'idempotency-key': randomUUID() },
    body: new Uint8Array(bytes),
  });
  if (answer.status !== 201)
    throw new Error(`An upload failed with ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** Deletes the rows of the photos. Their files stay in data/bench, like all benchmark data. */
async function forgetPhotos(): Promise<void> {
  await database.pool.query('delete from photos');
  await database.pool.query('delete from idempotency_keys');
}
