import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { readdirSync, readFileSync, truncateSync, copyFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { phoneJpeg } from '#features/photos/server/photos.test-factory.ts';
import type { Bar } from '../bar.ts';
import type { Product } from '../product.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

export const backup: Bar = {
  number: 18,
  name: 'backup',
  claim:
    'a backup taken under writes restores one moment with all rows and photos; a backup without writes restores the same hashes of every table and photo',
  check:
    'npm run backup while clients save places and photos; npm run restore into an empty installation, which is then started; the restored data must contain every write acknowledged before the backup; a second backup is made without writes, and the MD5 of every table and the SHA-256 of every photo are compared',
  control: 'one rating, and one byte of a photo, changed after the restore; a backup cut short',
  run: async ({ start, folder }) => {
    const product = await start();
    const people = await Promise.all([product.paidMember(), product.paidMember()]);
    const photo = new Uint8Array(await phoneJpeg({ width: 600, height: 450 }));
    const acknowledged: { name: string; at: number }[] = [];
    let isOn = true;
    const writing = people.map(async (as) => {
      for (let n = 0; isOn; n++) {
        const name = `집 ${as.uid} ${n}`;
        if ((await product.addByHand(as, name)).status === 201) acknowledged.push({ name, at: Date.now() });
        if (n % 10 === 0) {
          const { body } = await product.send('POST', '/api/photos?purpose=journal', { as, bytes: photo });
          await product.send('POST', '/api/journal/entries', {
            as,
            body: { restaurantName: name, visitDate: 0, photoIds: [body.id] },
          });
        }
        await sleep(5);
      }
    });
    await sleep(3_000);
    const [began, file] = [Date.now(), path.join(folder, 'under-writes.backup')];
    await command('backup.ts', [file], product.dataFolder);
    const ended = Date.now();
    await sleep(500);
    isOn = false;
    await Promise.all(writing);

    const restored = await restore(file, 'restored');
    const names = new Set(
      (await restored.query<{ name: string }>('select name from restaurants_public')).map(({ name }) => name),
    );
    const missing = acknowledged.filter(({ name, at }) => at < began && !names.has(name)).length;
    const later = acknowledged.filter(({ name, at }) => at > ended && names.has(name)).length;
    const [photos] = await restored.query<{ count: number }>(
      `select count(*)::int as count from journal_entries`,
    );
    const dangling = await danglingPhotos(restored);

    await sleep(1_500);
    const quietFile = path.join(folder, 'quiet.backup');
    await product.stop();
    await command('backup.ts', [quietFile], product.dataFolder);
    const copy = await restore(quietFile, 'quiet', { isStarted: false });
    await product.restart();
    const [here, there] = [await hashesOf(product), await hashesOf(copy)];
    const differing = differences(here, there);

    await copy.query(
      `update my_restaurants set rating = 1 where ctid = (select min(ctid) from my_restaurants)`,
    );
    const photoFile = photosIn(copy.dataFolder)[0] as string;
    const bytes = readFileSync(photoFile);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(photoFile, bytes);
    const noticed = differences(here, await hashesOf(copy));
    const cut = path.join(folder, 'cut.backup');
    copyFileSync(quietFile, cut);
    truncateSync(cut, Math.floor(statSync(cut).size * 0.9));
    const isCutRefused = await command('restore.ts', [cut], path.join(folder, 'cut-data')).then(
      () => false,
      () => true,
    );
    return {
      figure: `${acknowledged.length} writes; of those before the backup ${missing} missing, of those after it ${later} present; ${photos?.count} journal entries, ${dangling} photos without a file; second backup: ${Object.keys(here).length} tables and photos, ${differing.length} differ${differing.length ? ` (${differing.slice(0, 4).join(', ')})` : ''}`,
      isHeld: missing === 0 && later === 0 && dangling === 0 && differing.length === 0,
      controlFigure: `${noticed.length} differences; the cut backup is ${isCutRefused ? '' : 'not '}refused`,
      hasControlFailed: noticed.length === 2 && isCutRefused,
    };

    async function restore(from: string, name: string, { isStarted = true } = {}): Promise<Product> {
      const dataFolder = path.join(folder, name);
      await command('restore.ts', [from], dataFolder);
      const started = await start({ dataFolder });
      if (!isStarted) await started.stop();
      return started;
    }
  },
};

function command(script: string, args: string[], dataFolder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`features/backups/server/${script}`, ...args], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        DATA_DIR: dataFolder,
        NODE_ENV: 'production',
        INSECURE_BASE_URL: 'allowed',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (data) => (said += data));
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${script}: ${said}`))));
  });
}

/**
 * Tables that are not compared. The times in `schema_migrations` differ, `rate_limits` is not restored, and a running
 * server combines the rows of `category_count_changes`.
 */
const OWN = new Set(['schema_migrations', 'rate_limits', 'category_count_changes']);

async function hashesOf(product: Product): Promise<Record<string, string>> {
  const tables = await product.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const hashes: Record<string, string> = {};
  for (const { name } of tables.filter((table) => !OWN.has(table.name))) {
    const [row] = await product.query<{ hash: string }>(
      `select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as hash from "${name}" t`,
    );
    hashes[name] = row?.hash ?? '';
  }
  for (const file of photosIn(product.dataFolder))
    hashes[path.relative(product.dataFolder, file)] = hash('sha256', readFileSync(file));
  return hashes;
}

const differences = (one: Record<string, string>, other: Record<string, string>): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name] !== other[name]);

const photosIn = (folder: string): string[] =>
  readdirSync(path.join(folder, 'photos'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .sort();

async function danglingPhotos(product: Product): Promise<number> {
  const rows = await product.query<{ id: string }>(`select id from photos where used_by is not null`);
  const files = photosIn(product.dataFolder).join('\n');
  return rows.filter(({ id }) => !files.includes(id)).length;
}
