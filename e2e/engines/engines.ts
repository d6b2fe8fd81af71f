import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { freePort } from '../../tools/ports.mjs';
import type { Engine } from './visitor.ts';

/* Other browsers than the Chromium of the stories. They and their drivers are not dependencies of the product. npm
   installs Chromium and its driver into node_modules/.cache; Debian has packages of the others. */

export type EngineName = 'chromium-115' | 'firefox-esr' | 'webkitgtk';

/**
 * A way to open a browser. `prepare` installs it if npm can. It returns null, or the reason why the browser is
 * unavailable on this machine. Scripts are bodies of functions with `return` (visitor.ts).
 */
type Opener = { prepare: () => Promise<string | null>; open: () => Promise<Engine> };

const root = path.join(import.meta.dirname, '../..');
const cache = path.join(root, 'node_modules/.cache/engines');

/** npm package with the Chromium version of Samsung Internet 23. It is a compressed package for AWS Lambda. */
const CHROMIUM_PACKAGE = '@sparticuz/chromium@115.0.0';
/** npm package that controls Chromium by Chromium's own protocol and Firefox by WebDriver BiDi. */
const PUPPETEER_PACKAGE = 'puppeteer-core@24.43.1';

const chromiumFile = path.join(cache, 'chromium-115');
const firefoxFile = '/usr/bin/firefox-esr';
const webkitFile = '/usr/bin/WebKitWebDriver';

export const ENGINES: Readonly<Record<EngineName, Opener>> = {
  'chromium-115': {
    prepare: async () => {
      if (process.platform !== 'linux' || process.arch !== 'x64')
        return 'the package exists only for Linux x64';
      if (existsSync(chromiumFile)) return null;
      const problem = installFromNpm(CHROMIUM_PACKAGE);
      if (problem) return problem;
      const compressed = path.join(cache, 'node_modules/@sparticuz/chromium/bin/chromium.br');
      writeFileSync(chromiumFile, brotliDecompressSync(readFileSync(compressed)), { mode: 0o755 });
      return null;
    },
    open: () =>
      openByPuppeteer({
        executablePath: chromiumFile,
        args: [...(isRoot() ? ['--no-sandbox'] : []), '--disable-gpu'],
      }),
  },
  'firefox-esr': {
    prepare: async () => (existsSync(firefoxFile) ? null : 'missing: apt-get install firefox-esr'),
    open: () => openByPuppeteer({ browser: 'firefox', executablePath: firefoxFile }),
  },
  webkitgtk: {
    prepare: async () =>
      existsSync(webkitFile) && existsSync('/usr/bin/Xvfb')
        ? null
        : 'missing: apt-get install webkit2gtk-driver xvfb',
    open: openWebKit,
  },
};

const isRoot = () => process.getuid?.() === 0;

// ---- Chromium and Firefox

type Handle = {
  asElement: () => { click: () => Promise<void>; type: (text: string) => Promise<void> } | null;
};
type PuppeteerPage = {
  goto: (url: string) => Promise<unknown>;
  evaluate: (script: string) => Promise<unknown>;
  evaluateHandle: (script: string) => Promise<Handle>;
  setViewport: (size: { width: number; height: number }) => Promise<void>;
};
type Puppeteer = {
  launch: (options: object) => Promise<{ newPage: () => Promise<PuppeteerPage>; close: () => Promise<void> }>;
};

const PHONE = { width: 390, height: 844 };

async function openByPuppeteer(options: object): Promise<Engine> {
  const folder = path.join(cache, 'node_modules/puppeteer-core');
  const problem = existsSync(folder) ? null : installFromNpm(PUPPETEER_PACKAGE);
  if (problem) throw new Error(problem);
  const { exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const file = path.join(folder, exports['.'].import);
  const { default: puppeteer } = (await import(pathToFileURL(file).href)) as { default: Puppeteer };
  const browser = await puppeteer.launch({ headless: true, ...options });
  const page = await browser.newPage();
  await page.setViewport(PHONE);
  const elementOf = async (script: string) => {
    const element = (await page.evaluateHandle(calledFunction(script))).asElement();
    if (!element) throw new Error(`No element: ${script}`);
    return element;
  };
  return {
    open: async (url) => void (await page.goto(url)),
    run: (script) => page.evaluate(calledFunction(script)),
    press: async (script) => (await elementOf(script)).click(),
    type: async (script, text) => (await elementOf(script)).type(text),
    close: () => browser.close(),
  };
}

/** A JavaScript expression that runs the body of a function and has its result. */
const calledFunction = (script: string) => `(() => { ${script} })()`;

// ---- WebKit, by WebDriver (https://www.w3.org/TR/webdriver2/)

/** The key under which WebDriver returns the id of an element. */
const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf';

async function openWebKit(): Promise<Engine> {
  const { display, xvfb } = await startDisplay();
  const port = await freePort();
  const driver = spawn(webkitFile, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      LIBGL_ALWAYS_SOFTWARE: '1',
      // WebKit's sandbox needs namespaces, but root in a container cannot create namespaces.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
  const send = async (method: string, address: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${address}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = (await response.json()) as { value: Record<string, unknown> };
    if (!response.ok) throw new Error(`${address}: ${String(value.error)} ${String(value.message)}`);
    return value;
  };
  const capabilities = {
    alwaysMatch: { 'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] } },
  };
  const { sessionId } = await retryUntilConnected(() => send('POST', '/session', { capabilities }));
  const at = (address: string) => `/session/${String(sessionId)}${address}`;
  await send('POST', at('/window/rect'), { width: PHONE.width, height: PHONE.height });
  const run = (script: string) => send('POST', at('/execute/sync'), { script, args: [] });
  const elementOf = async (script: string) => `/element/${String((await run(script))[ELEMENT_KEY])}`;
  return {
    open: async (url) => void (await send('POST', at('/url'), { url })),
    run,
    // A script presses the element, because at this window size the driver's own click reports that labels and buttons
    // are not interactable.
    press: async (script) => void (await run(`${calledFunction(script)}.click()`)),
    type: async (script, text) => void (await send('POST', at(`${await elementOf(script)}/value`), { text })),
    close: async () => {
      await send('DELETE', at('')).catch(() => {});
      driver.kill();
      xvfb.kill();
    },
  };
}

/** Debian installs MiniBrowser next to the library, in a directory named after the architecture. */
function miniBrowser(): string {
  const browserFile = readdirSync('/usr/lib')
    .map((folder) => `/usr/lib/${folder}/webkit2gtk-4.1/MiniBrowser`)
    .find((file) => existsSync(file));
  if (!browserFile) throw new Error('MiniBrowser of webkit2gtk-driver is missing.');
  return browserFile;
}

async function startDisplay(): Promise<{ display: string; xvfb: ChildProcess }> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'];
  const xvfb = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [number] = await once(xvfb.stdio[3] as NodeJS.ReadableStream, 'data');
  return { display: `:${String(number).trim()}`, xvfb };
}

async function retryUntilConnected<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      // `fetch` throws a TypeError if it cannot connect, because the driver is still starting.
      const isStarting = error instanceof TypeError && attempt < 50;
      if (!isStarting) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** @returns the error message, or null */
function installFromNpm(name: string): string | null {
  mkdirSync(cache, { recursive: true });
  const args = [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--prefix',
    cache,
    name,
  ];
  const { status, stderr } = spawnSync('npm', args, { encoding: 'utf8' });
  return status === 0 ? null : `npm failed to install ${name}: ${stderr}`;
}
