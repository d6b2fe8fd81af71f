import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { root, sourceFiles } from './prepare.mjs';

/** The id of this process, which is alive as long as the test runs. */
const ALIVE = String(process.pid);
const folders = [];
const npmOfThisRun = process.env.npm_execpath;

afterEach(() => {
  vi.unstubAllGlobals();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  if (npmOfThisRun === undefined) delete process.env.npm_execpath;
  else process.env.npm_execpath = npmOfThisRun;
});

/** Creates a checkout with one package, `tool`, and a copy of prepare.mjs. */
async function checkout({ installed }) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'momokzi-prepare-'));
  folders.push(folder);
  const write = (file, text) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  const packages = { 'node_modules/tool': { version: '1.0.0' } };
  write('package.json', JSON.stringify({ dependencies: { node: '24.0.0' } }));
  write(
    'package-lock.json',
    JSON.stringify({
      packages: { '': {}, ...packages, 'node_modules/lint': { version: '2.0.0', dev: true } },
    }),
  );
  if (installed) {
    write('node_modules/.package-lock.json', JSON.stringify({ packages }));
    for (const file of [
      'tool/package.json',
      'node/bin/node',
      'node/bin/node.exe',
      '.bin/node',
      '.bin/node.cmd',
    ])
      write(`node_modules/${file}`, '');
  }
  mkdirSync(path.join(folder, 'tools'));
  for (const file of ['prepare.mjs', 'children.mjs'])
    copyFileSync(path.join(root, 'tools', file), path.join(folder, 'tools', file));
  const { install } = await import(pathToFileURL(path.join(folder, 'tools', 'prepare.mjs')).href);
  const npm = (script) => {
    write('npm.js', script);
    process.env.npm_execpath = path.join(folder, 'npm.js');
  };
  return { folder, write, install, npm };
}

/** Does the work as an ordinary user, because root can write to every file. */
async function asOrdinaryUser(folder, work) {
  if (process.getuid?.() !== 0) return work();
  chmodSync(folder, 0o755);
  process.seteuid(65_534);
  try {
    return await work();
  } finally {
    process.seteuid(0);
  }
}

describe('install', () => {
  test('takes no lock if nothing is missing', async () => {
    const { write, install } = await checkout({ installed: true });
    // This process holds the lock until the test ends, so an install that waited for the lock would time out.
    write('node_modules/.install-the-packages-lock', ALIVE);
    await expect(install({ development: false })).resolves.toBeUndefined();
  });

  test('requires Node 20', async () => {
    const { install } = await checkout({ installed: true });
    const at = (node) => Object.create(process, { versions: { value: { ...process.versions, node } } });
    vi.stubGlobal('process', at('18.20.8'));
    await expect(install()).rejects.toThrow(/^Node 18\.20\.8 is too old: install Node 20 or newer/);
    vi.stubGlobal('process', at('20.0.0'));
    await expect(install({ development: false })).resolves.toBeUndefined();
  });

  test('requires development packages only for a build', async () => {
    const { folder, install, npm } = await checkout({ installed: true });
    npm(`require('node:fs').writeFileSync('asked', process.argv.slice(2).join(' '))`);
    await install({ development: false });
    expect(existsSync(path.join(folder, 'asked'))).toBe(false);
    await expect(install({ development: true })).rejects.toThrow(/1 packages \(lint …\)/);
    expect(existsSync(path.join(folder, 'asked'))).toBe(true);
  });

  test('reports a read-only folder without waiting', async () => {
    const { folder, install } = await checkout({ installed: true });
    chmodSync(path.join(folder, 'node_modules'), 0o555);
    await asOrdinaryUser(folder, () =>
      expect(install()).rejects.toThrow(
        /^Momokzi has to install the packages, but this user cannot write to the checkout \(EACCES: .*node_modules/,
      ),
    );
    await asOrdinaryUser(folder, () => install({ development: false }));
    chmodSync(path.join(folder, 'node_modules'), 0o755);
  });

  test('ignores an invalid lock', async () => {
    const { write, install } = await checkout({ installed: false });
    write('node_modules/.install-the-packages-lock/file', '');
    await expect(install()).rejects.toThrow(/cannot write to the checkout \(EISDIR/);
  });

  test('removes the lock of a killed process', async () => {
    const { folder, write, install, npm } = await checkout({ installed: false });
    const ended = execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }).trim();
    write('node_modules/.install-the-packages-lock', ended);
    npm('process.exit(1)');
    await expect(install()).rejects.toThrow('The packages could not be installed');
    expect(existsSync(path.join(folder, 'node_modules', '.install-the-packages-lock'))).toBe(false);
  });

  test('detects an npm that succeeds without installing anything', async () => {
    const { install, npm } = await checkout({ installed: false });
    npm('');
    await expect(install()).rejects.toThrow(/npm reported success but installed nothing for 2 packages/);
  });
});

describe('build', () => {
  test('depends on no file that a build or a test creates', () => {
    // Every test run compiles the messages first.
    expect(existsSync(path.join(root, 'messages/compiled/browser/messages.js'))).toBe(true);
    const files = sourceFiles();
    expect(files).toContain('messages/ko/shell.json');
    const ignored = execFileSync(
      'git',
      [
        'ls-files',
        '--others',
        '--ignored',
        '--exclude-standard',
        '--',
        'web',
        'common',
        'features',
        'messages',
        'project.inlang',
      ],
      {
        cwd: root,
        encoding: 'utf8',
      },
    ).split('\n');
    expect(files.filter((file) => ignored.includes(file))).toEqual([]);
  });
});
