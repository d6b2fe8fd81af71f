import { execFileSync } from 'node:child_process';
import { mkdirSync, openSync, closeSync, readdirSync, rmSync, statfsSync, writeSync } from 'node:fs';
import path from 'node:path';
import { phoneJpeg } from '#features/photos/server/photos.test-factory.ts';
import type { Bar, Campaign } from '../bar.ts';
import { type Answer, until } from '../product.ts';

const RESERVE = 64;

export const diskFull: Bar = {
  number: 4,
  name: 'disk-full',
  claim:
    'below the reserve uploads answer 507 and everything else works; on a full disk reads work and writes answer 201, 507 or 503; after space is freed everything works, and no partial files remain',
  check: `an ext4 volume of 600 MB (loop device) for the data directory, filled to the reserve of ${RESERVE} MB, then to its last byte, then freed`,
  control: 'without a reserve',
  run: async (campaign) => {
    if (process.getuid?.() !== 0) throw new Error('Only root can mount a volume.');
    const real = await fillDisk(campaign, { name: 'real', reserve: RESERVE });
    const control = await fillDisk(campaign, { name: 'control', reserve: 0 });
    return {
      figure: real.figure,
      isHeld: real.faults.length === 0,
      controlFigure: control.faults[0] ?? control.figure,
      hasControlFailed: control.faults.length > 0,
    };
  },
};

async function fillDisk(
  { folder, start, after }: Campaign,
  { name, reserve }: { name: string; reserve: number },
) {
  const volume = path.join(folder, `${name}-volume`);
  const image = path.join(folder, `${name}.ext4`);
  mkdirSync(volume);
  execFileSync('truncate', ['-s', '600M', image]);
  execFileSync('/sbin/mkfs.ext4', ['-q', '-m', '0', image]);
  execFileSync('mount', ['-o', 'loop', image, volume]);
  after(() => void execFileSync('umount', ['-l', volume]));
  const dataFolder = path.join(volume, 'data');
  const product = await start({ dataFolder, environment: { DISK_RESERVE_MEGABYTES: String(reserve) } });
  const person = await product.paidMember();
  const photo = await phoneJpeg({ width: 400, height: 300 });
  const faults: string[] = [];
  const kept: string[] = [];

  const upload = () => product.send('POST', '/api/photos?purpose=journal', { as: person, bytes: photo });
  const expectIn = (what: string, answer: Answer, allowed: readonly number[]) => {
    if (!allowed.includes(answer.status)) faults.push(`${what}: ${answer.status} ${answer.body?.code ?? ''}`);
    if (answer.status === 503 || answer.status === 507)
      if (!answer.headers.has('retry-after')) faults.push(`${what}: no Retry-After`);
  };
  const write = async (what: string, allowed: readonly number[]) => {
    const place = `집 ${what} ${kept.length} ${Math.random()}`;
    const answer = await product.addByHand(person, place);
    expectIn(`write ${what}`, answer, allowed);
    if (answer.status === 201) kept.push(place);
    return answer.status;
  };
  const read = async (what: string) => {
    for (const address of ['/api/my-restaurants', '/api/journal', '/api/me', '/healthz'])
      expectIn(`read ${address} ${what}`, await product.send('GET', address, { as: person }), [200]);
  };

  expectIn('upload before', await upload(), [201]);
  await write('before', [201]);
  const filesBefore = filesIn(dataFolder);

  fillTo(volume, (RESERVE - 8) * 1024 * 1024);
  for (let n = 0; n < 5; n++) expectIn('upload below the reserve', await upload(), [507]);
  for (let n = 0; n < 20; n++) await write('below the reserve', [201]);
  await read('below the reserve');
  const stray = reserve > 0 ? filesIn(dataFolder).filter((file) => !filesBefore.includes(file)) : [];
  if (stray.length > 0) faults.push(`half files: ${stray.join(', ')}`);

  fillTo(volume, 0);
  const statuses = new Map<number, number>();
  for (let n = 0; n < 60; n++) {
    const status = await write('on a full disk', [201, 503, 507]);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (n % 10 === 0) await read('on a full disk');
  }
  expectIn('upload on a full disk', await upload(), [507, 503]);

  for (const file of readdirSync(volume).filter((one) => one.startsWith('filler')))
    rmSync(path.join(volume, file));
  const recovered = await until(async () => (await upload()).status === 201, 30);
  if (recovered === null) faults.push('no upload within 30 s after space was freed');
  await write('after', [201]);
  await read('after');
  const list = await product.send('GET', '/api/my-restaurants', { as: person });
  const names = new Set((list.body?.restaurants ?? []).map((one: { name: string }) => one.name));
  const lost = kept.filter((one) => !names.has(one));
  if (lost.length > 0) faults.push(`${lost.length} acknowledged places are missing`);
  const said = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  return {
    faults,
    figure:
      faults.length > 0
        ? `${faults.length} faults: ${faults.slice(0, 3).join('; ')}`
        : `below the reserve 5 uploads 507 and 20 writes 201; on the full disk 60 writes: ${said}, 24 reads 200; uploads again ${((recovered ?? 0) / 1000).toFixed(1)} s after space was freed; ${kept.length} acknowledged places all stored`,
  };
}

let fillers = 0;

function fillTo(volume: string, bytes: number): void {
  const file = openSync(path.join(volume, `filler-${++fillers}`), 'w');
  const chunk = Buffer.alloc(1024 * 1024, 1);
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(volume);
      const more = Math.min(chunk.length, bavail * bsize - bytes);
      if (more <= 0) break;
      writeSync(file, chunk, 0, more);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

/** Returns the files in the folder without the files of the database. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .filter((file) => !file.startsWith(path.join(folder, 'postgres')));
