import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sourceFiles } from './build.mjs';
import { root } from './prepare.mjs';

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

/** A program that stands in for npm: it records its arguments and installs a program as Node. */
const NPM = `
  const { appendFileSync, existsSync, mkdirSync, symlinkSync } = require('node:fs');
  appendFileSync('asked', process.argv.slice(2).join(' ') + '\\n');
  for (const name of ['node', 'node.exe']) {
    mkdirSync('node_modules/node/bin', { recursive: true });
    const file = 'node_modules/node/bin/' + name;
    if (!existsSync(file)) symlinkSync(process.execPath, file);
  }`;

/** Creates a checkout with a lock file, a copy of prepare.mjs, and a program that stands in for npm. */
async function checkout({ npm = NPM } = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'momokzi-prepare-'));
  folders.push(folder);
  const write = (file, text) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  write('package-lock.json', '{"packages":{}}');
  write('npm.js', npm);
  process.env.npm_execpath = path.join(folder, 'npm.js');
  mkdirSync(path.join(folder, 'tools'));
  for (const file of ['prepare.mjs', 'children.mjs'])
    copyFileSync(path.join(root, 'tools', file), path.join(folder, 'tools', file));
  const { install } = await import(pathToFileURL(path.join(folder, 'tools', 'prepare.mjs')).href);
  const asked = () =>
    existsSync(path.join(folder, 'asked'))
      ? readFileSync(path.join(folder, 'asked'), 'utf8').trim().split('\n')
      : [];
  return { folder, write, install, asked };
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
  test('calls npm once for each lock file, and takes no lock if nothing is missing', async () => {
    const { write, install, asked } = await checkout();
    await install();
    expect(asked()).toHaveLength(1);
    // This process holds the lock until the test ends, so an install that waited for the lock would time out.
    write('node_modules/.install-the-packages-lock', ALIVE);
    await install();
    expect(asked()).toHaveLength(1);
  });

  test('requires Node 20', async () => {
    const { install } = await checkout();
    const at = (node) => Object.create(process, { versions: { value: { ...process.versions, node } } });
    vi.stubGlobal('process', at('18.20.8'));
    await expect(install()).rejects.toThrow(/^Node 18\.20\.8 is too old: install Node 20 or newer/);
    vi.stubGlobal('process', at('20.0.0'));
    await expect(install()).resolves.toBeUndefined();
  });

  test('installs development packages only for a build', async () => {
    const { install, asked } = await checkout();
    await install({ development: false });
    await install({ development: false });
    expect(asked()).toEqual([expect.stringContaining('--omit=dev')]);
    await install({ development: true });
    await install({ development: false });
    expect(asked()).toEqual([expect.anything(), expect.stringContaining('--include=dev')]);
  });

  test('starts again after an install that failed, and after a change of the lock file', async () => {
    const { write, install, asked } = await checkout({ npm: `${NPM}\nprocess.exit(1)` });
    await expect(install()).rejects.toThrow('The packages could not be installed');
    write('npm.js', NPM);
    await install();
    write('package-lock.json', '{"packages":{"node_modules/tool":{}}}');
    await install();
    expect(asked()).toHaveLength(3);
  });

  test('reports a folder that it cannot write without waiting', async () => {
    const { folder, write, install } = await checkout();
    await install();
    write('package-lock.json', '{"packages":{"node_modules/tool":{}}}');
    chmodSync(path.join(folder, 'node_modules'), 0o555);
    await asOrdinaryUser(folder, () =>
      expect(install()).rejects.toThrow(
        /^Momokzi has to install the packages, but cannot write to the checkout: EACCES: .*node_modules/,
      ),
    );
    write('package-lock.json', '{"packages":{}}');
    await asOrdinaryUser(folder, () => install());
    chmodSync(path.join(folder, 'node_modules'), 0o755);
  });

  test('removes the lock of a killed process', async () => {
    const { folder, write, install } = await checkout();
    const ended = execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }).trim();
    write('node_modules/.install-the-packages-lock', ended);
    await install();
    expect(existsSync(path.join(folder, 'node_modules', '.install-the-packages-lock'))).toBe(false);
  });

  test('detects an npm that succeeds without installing Node', async () => {
    const { install } = await checkout({ npm: '' });
    await expect(install()).rejects.toThrow(/The npm package "node" has no Node/);
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
