// @ts-check
/** Finds Chromium for the stories in e2e/, or installs it. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pinnedNode, root, run } from './prepare.mjs';

// The headless shell comes first, because stories take a fifth less time with it than with Chromium.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

/** Returns the path of the system's Chromium or Chrome; null if there is none. @returns {string | null} */
export function systemBrowser() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = [
    ...names.flatMap((name) => [...folders, '/usr/bin'].map((folder) => path.join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  return candidates.find((file) => existsSync(file)) ?? null;
}

/**
 * Installs a browser if there is none: as root Debian's package, otherwise Playwright's download.
 *
 * @returns {Promise<boolean>} whether a browser is available now
 */
export async function getBrowser() {
  if (systemBrowser() || playwrightHasOne()) return true;
  const canInstallPackages = process.getuid?.() === 0 && !spawnSync('apt-get', ['--version']).error;
  if (canInstallPackages) {
    console.error("Installing Debian's Chromium without windows.");
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env: environment });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], {
      env: environment,
    });
    if (systemBrowser()) return true;
  }
  console.error("Downloading Playwright's Chromium.");
  await run(pinnedNode, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  return playwrightHasOne();
}

function playwrightHasOne() {
  const look = `import { chromium } from '@playwright/test';
    import { existsSync } from 'node:fs';
    process.exit(existsSync(chromium.executablePath()) ? 0 : 1);`;
  return spawnSync(pinnedNode, ['--input-type=module', '-e', look], { cwd: root }).status === 0;
}
