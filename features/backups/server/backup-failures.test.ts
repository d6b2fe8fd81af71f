import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { signUpMember } from '#features/account/server/account.test-factory.ts';
import { someWebp, upload } from '#features/photos/server/photos.test-factory.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { runBackupCommand } from './commands.test-factory.ts';

const PROGRAMS = '/usr/bin';
const METRICS_TOKEN = 'a-token-of-24-characters';
let folder: string;
let database: TestDatabase;
let on: TestApp;
const photoIds: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'momokzi-backup-failures-'));
  database = await createTestDatabase();
  on = await openTestApp({
    opened: database,
    settings: {
      DATA_DIR: inFolder('data'),
      BACKUP_DIR: inFolder('of-the-server'),
      ADMIN_EMAIL: 'admin@example.com',
      METRICS_TOKEN,
    },
  });
  const { headers } = await signUpMember(on.app);
  const bytes = await someWebp({ width: 64, height: 48 });
  for (let n = 0; n < 3; n++) {
    const answer = await upload(on.app, { headers, bytes, type: 'image/webp' });
    photoIds.push(answer.json<{ id: string }>().id);
  }
});
afterAll(async () => {
  await on.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const inFolder = (name: string) => path.join(folder, name);
const settings = (more: Record<string, string> = {}) => ({
  DATA_DIR: inFolder('data'),
  DATABASE_URL: database.connectionString,
  ...more,
});
const backUp = (args: string[], more: Record<string, string> = {}) =>
  runBackupCommand('backup.ts', { args, settings: settings(more) });
const metric = async (name: string) => {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const { body } = await on.app.inject({ url: '/metrics', headers });
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(body)?.[1]);
};
const photoFile = (id: string | undefined) => inFolder(`data/photos/journal-photos/${id}.webp`);

describe('a backup without photos', () => {
  test('fails, keeps the older ones, and is shown in the metrics; --allow-missing accepts it', async () => {
    const backups = inFolder('scheduled');
    const scheduled = { BACKUP_DIR: backups, BACKUP_KEEP: '1' };
    await mkdir(backups);
    await writeFile(path.join(backups, 'momokzi-2026-11-01T19-00-00Z.backup'), 'a good one');
    await rename(inFolder('data/photos'), inFolder('moved'));
    const away = await backUp(['--scheduled'], scheduled);
    expect(away).toEqual({ code: 1, said: expect.stringContaining('of the storage is missing') });
    await mkdir(inFolder('data/photos'));
    const lost = await backUp(['--scheduled'], scheduled);
    expect(lost.code).toBe(1);
    expect(lost.said).toContain(
      '9 of 9 photo files are missing or damaged in the storage, and 0 in the last',
    );
    expect(await readdir(backups)).toEqual(['momokzi-2026-11-01T19-00-00Z.backup']);
    expect([await metric('backup_failures'), await metric('backup_missing_photo_files')]).toEqual([2, 9]);

    await rm(inFolder('data/photos'), { recursive: true });
    await rename(inFolder('moved'), inFolder('data/photos'));
    // Two damaged files are more than one percent.
    await truncate(photoFile(photoIds[0]), 0);
    await truncate(photoFile(photoIds[1]), 40);
    const damaged = await backUp([inFolder('damaged')]);
    expect(damaged.code).toBe(1);
    expect(damaged.said).toContain(`The file photos/journal/${photoIds[0]}/large is damaged in the storage.`);
    expect(damaged.said).toContain('2 of 9 photo files are missing');
    const accepted = await backUp([inFolder('accepted'), '--allow-missing']);
    expect(accepted).toEqual({ code: 0, said: expect.stringContaining('7 photo files, 2 are missing') });
    // The next backup lacks no more files than the accepted one, so it replaces the old one.
    expect((await backUp(['--scheduled'], scheduled)).code).toBe(0);
    expect(await readdir(backups)).toEqual([expect.stringMatching(/^momokzi-(?!2026-11-01T)/)]);
    expect([await metric('backup_failures'), await metric('backup_missing_photo_files')]).toEqual([0, 2]);
  }, 60_000);

  test('is shown to the admin', async () => {
    const admin = await signUpMember(on.app, { email: 'admin@example.com' });
    await on.database
      .updateTable('users')
      .set({ email_verified: true })
      .where('id', '=', admin.userId)
      .execute();
    const { lastBackup } = (await on.app.inject({ url: '/api/admin/counts', headers: admin.headers })).json();
    expect(lastBackup).toMatchObject({ isComplete: true, missingFiles: 2 });
  });
});

describe('a damaged backup', () => {
  let file: string;
  beforeAll(async () => {
    file = inFolder('whole');
    const { code, said } = await backUp([file, '--allow-missing']);
    expect(code, said).toBe(0);
  });

  /** Restores into an installation that has other bytes in its photos, to see whether the restore overwrites them. */
  async function restoreInto(damaged: Buffer) {
    const target = await createTestDatabase({ max: 2 });
    onTestFinished(() => target.close());
    const name = inFolder(randomUUID());
    await writeFile(name, damaged);
    const DATA_DIR = inFolder(`${path.basename(name)}-target`);
    const photo = path.join(DATA_DIR, `photos/journal-photos/${photoIds[2]}.webp`);
    await mkdir(path.dirname(photo), { recursive: true });
    await writeFile(photo, 'of the target');
    const result = await runBackupCommand('restore.ts', {
      args: [name],
      settings: { DATA_DIR, DATABASE_URL: target.connectionString },
    });
    const client = new pg.Client({ connectionString: target.connectionString });
    await client.connect();
    const { rowCount: users } = await client.query('select from users');
    await client.end();
    return { ...result, users, photo: await readFile(photo, 'utf8') };
  }

  const damages: [how: string, damage: (bytes: Buffer) => Buffer][] = [
    ['with a changed bit at its end', (bytes) => flipped(bytes, bytes.length - 60)],
    ['with a changed bit in a photo', (bytes) => flipped(bytes, bytes.length - 1_500)],
    ['with a changed bit in the middle', (bytes) => flipped(bytes, bytes.length >> 1)],
    ...[1, 4, 12, 13, 20, 25, 30].map((cut): (typeof damages)[number] => [
      `without its last ${cut} bytes`,
      (bytes) => bytes.subarray(0, -cut),
    ]),
  ];
  test.each(damages)('%s is refused, and no photo of the target changes', async (_how, damage) => {
    const result = await restoreInto(damage(await readFile(file)));
    expect(result).toEqual({
      code: 1,
      said: expect.stringMatching(/^\S+ cannot be read as a backup: .*\n$/),
      users: 0,
      photo: 'of the target',
    });
  });

  test('is not this one', async () => {
    const result = await restoreInto(await readFile(file));
    expect(result).toMatchObject({ code: 0, users: 2 });
    expect(result.photo).not.toBe('of the target');
  });
});

const small = mountSmallVolume();
test.skipIf(small === null)(
  'a full disk is reported in one sentence (needs mount)',
  async () => {
    const volume = small ?? '';
    onTestFinished(() => void execFileSync(`${PROGRAMS}/umount`, [volume]));
    const target = path.join(volume, 'backup');
    for (const more of [{}, { BACKUP_RECIPIENT: await newRecipient() }]) {
      const { code, said } = await backUp([target, '--allow-missing'], more);
      const lines = said
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('The file photos/'));
      expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringContaining('ENOSPC')] });
      expect(await readdir(volume)).toEqual([]);
    }
  },
  60_000,
);

test.each([
  ['BACKUP_RECIPIENT', `age1${'q'.repeat(58)}`, 'BACKUP_RECIPIENT is not a valid age key.'],
  ['BACKUP_DIR', '/proc/backups', 'BACKUP_DIR=/proc/backups cannot be written'],
])('a wrong %s is refused when the server starts, and by the command', async (name, value, sentence) => {
  const wrong = { [name]: value };
  await expect(openTestApp({ opened: database, settings: wrong })).rejects.toThrow(sentence);
  const { code, said } = await backUp(['--scheduled'], { BACKUP_DIR: inFolder('scheduled'), ...wrong });
  expect({ code, said }).toEqual({ code: 2, said: expect.stringContaining(sentence) });
});

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

async function newRecipient(): Promise<string> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  return identityToRecipient(await generateX25519Identity());
}

/** Mounts a volume that is too small for a backup. Returns null if this user must not mount. */
function mountSmallVolume(): string | null {
  const volume = path.join(os.tmpdir(), `momokzi-small-${randomUUID()}`);
  try {
    execFileSync('mkdir', [volume]);
    execFileSync(`${PROGRAMS}/mount`, ['-t', 'tmpfs', '-o', 'size=8k', 'none', volume], { stdio: 'ignore' });
    return volume;
  } catch {
    return null;
  }
}
