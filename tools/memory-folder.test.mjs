import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { createMemoryFolder, isInMemory } from './memory-folder.mjs';

const GIGABYTE = 2 ** 30;
const hasMemory =
  existsSync('/dev/shm') && spaceIn('/dev/shm') > 8 * GIGABYTE && process.availableMemory() > 8 * GIGABYTE;
const endedPid = () => spawnSync(process.execPath, ['--version']).pid;
const folderOf = (pid) => `/dev/shm/momokzi-tests-${pid}`;

const created = [];
afterEach(() => {
  for (const folder of created.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function make(folder) {
  created.push(folder);
  mkdirSync(`${folder}/postgres`, { recursive: true });
  return folder;
}

test.skipIf(!hasMemory)('a run gets a folder in memory, and those of killed runs are removed', () => {
  const killed = make(folderOf(endedPid()));
  const running = make(folderOf(process.ppid));
  const folder = createMemoryFolder() ?? '';
  created.push(folder);
  expect(isInMemory(folder)).toBe(true);
  expect([folder, killed, running].map((each) => existsSync(each))).toEqual([true, false, true]);
});

test('other file systems are not in memory', () => {
  expect(isInMemory(process.platform === 'linux' ? '/proc' : import.meta.dirname)).toBe(false);
});

function spaceIn(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
