import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const rows = readFileSync(path.join(ROOT, 'docs/security/asvs.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '')));

test('the table has every requirement of ASVS 5.0 levels 1 and 2 once', () => {
  const ofLevel = (level: string) => rows.filter((row) => row[1] === level).length;
  expect([ofLevel('1'), ofLevel('2'), new Set(rows.map(([id]) => id)).size]).toEqual([70, 183, 253]);
});

test('the files that the table names exist', () => {
  const named = rows.flatMap((row) => [...(row[4] ?? '').matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.\w+)`/g)]);
  expect(named.length).toBeGreaterThan(50);
  expect(named.map(([, file = '']) => file).filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
