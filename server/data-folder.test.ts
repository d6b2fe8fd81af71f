import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder, prepareDataFolder } from './data-folder.ts';

const PROGRAMS = '/usr/bin';
const parent = mkdtempSync(path.join(os.tmpdir(), 'momokzi-data-folder-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const modeOf = (folder: string) => (statSync(folder).mode & 0o777).toString(8);

test('a new folder is private, and an existing readable one is made private', () => {
  const folder = path.join(parent, 'data');
  prepareDataFolder(folder);
  expect(modeOf(folder)).toBe('700');

  for (const open of [folder, path.join(folder, 'photos')]) chmodSync(open, 0o755);
  prepareDataFolder(folder);
  expect([modeOf(folder), modeOf(path.join(folder, 'photos'))]).toEqual(['700', '700']);
});

test('access of a group is kept', () => {
  const folder = path.join(parent, 'for-backups');
  mkdirSync(folder);
  chmodSync(folder, 0o750);
  prepareDataFolder(folder);
  expect(modeOf(folder)).toBe('750');
});

test('missing parents are created, and a file system that refuses folders is an error', () => {
  const folder = path.join(parent, 'one/two/three');
  makeFolder(folder);
  makeFolder(folder);
  expect([modeOf(folder), modeOf(path.dirname(folder))]).toEqual(['700', '700']);
  writeFileSync(path.join(parent, 'file'), '');
  expect(() => makeFolder(path.join(parent, 'file'))).toThrow('EEXIST');
});

// Node's own recursive `mkdir` never ends there.
test.skipIf(process.platform !== 'linux')('a folder in /proc is refused in one sentence', () => {
  expect(() => prepareDataFolder('/proc/momokzi')).toThrow(
    'DATA_DIR=/proc/momokzi cannot be written (ENOENT',
  );
});

const readOnly = mountReadOnly();
test.skipIf(readOnly === null)('a read-only folder is reported in one sentence (needs mount)', () => {
  try {
    expect(() => prepareDataFolder(readOnly ?? '')).toThrow(
      /^DATA_DIR=\S+ cannot be written \(EROFS.*\)\. Give the server a folder that it may write/,
    );
  } finally {
    execFileSync(`${PROGRAMS}/umount`, [readOnly ?? '']);
  }
});

/** Mounts a folder read-only. Returns null if this process may not mount a volume. */
function mountReadOnly(): string | null {
  const folder = path.join(parent, 'read-only');
  mkdirSync(folder);
  try {
    execFileSync(`${PROGRAMS}/mount`, ['-t', 'tmpfs', '-o', 'ro,size=1m', 'tmpfs', folder], {
      stdio: 'ignore',
    });
    return folder;
  } catch {
    console.warn('Skipped: a read-only volume. This process may not mount a tmpfs.');
    return null;
  }
}
