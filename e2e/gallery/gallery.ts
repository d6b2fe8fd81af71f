/**
 * `npm run gallery`: takes a screenshot of every page, in four sizes, light and dark, of the running product with
 * demonstration data, and writes gallery/index.html.
 *
 *     --path /app/settings   takes only the pages whose address begins with this text
 *     --size tablet          takes only this size (SIZES)
 *     --language en          takes the pages in English
 *     --publish              takes the pictures of the documentation and the landing page instead (published.ts)
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { dayIn, KOREA, writtenDay } from '../../common/dates.ts';
import { getBrowser } from '../../tools/browser.mjs';
import { freePort } from '../../tools/ports.mjs';
import { build } from '../../tools/build.mjs';
import { startSandbox } from '../../tools/sandbox.mjs';
import { signInAs } from '../support/admin.ts';
import { addImportRows, newMember, signUp, somePlaces } from '../support/member.ts';
import { everyPage, idsOf } from '../support/pages.ts';
import { startProduct } from '../support/product-under-test.ts';
import { collect, POSITION, readKnownIds } from './members.ts';
import { publish, type Size, SIZES, type Theme } from './published.ts';

const FOLDER = 'gallery';
const THEMES = ['light', 'dark'] as const satisfies readonly Theme[];

type Who = 'visitor' | 'newcomer' | 'member' | 'importer' | 'admin';
type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

const { values: options } = parseArgs({
  options: {
    path: { type: 'string', default: '' },
    size: { type: 'string', default: '' },
    language: { type: 'string', default: 'ko' },
    publish: { type: 'boolean', default: false },
  },
});

await build();
const port = await freePort(20);
const baseURL = `http://localhost:${port}`;
const sandbox = await startSandbox({
  wantedPort: port + 10,
  environment: { ...process.env, BASE_URL: baseURL },
});
const product = await startProduct({
  port,
  settings: { NODE_ENV: 'development', PROVIDED_VISIBILITY_DAYS: '7', ...sandbox.settings },
});
const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const { env, ...launch } = await getBrowser();
const browser = await chromium.launch({
  ...launch,
  // The map draws its names with the fonts of the system, which may lack Korean.
  env: { ...env, FONTCONFIG_FILE: path.join(import.meta.dirname, 'fonts.conf') },
  args: ['--disable-gpu', ...root],
});
try {
  const { ids, sessions } = await signInEveryone();
  const pages = everyPage(ids);
  const addresses: [Who, string][] = [
    ...pages.visitor.map((each): [Who, string] => ['visitor', each]),
    ...['/app', '/app/upgrade', '/app/momokzi-journal'].map((each): [Who, string] => ['newcomer', each]),
    ...pages.member.map((each): [Who, string] => ['member', each]),
    ['importer', '/app/import'],
    ...pages.admin.map((each): [Who, string] => ['admin', each]),
  ];
  await (options.publish
    ? publish({ ids, language: options.language, take: (who, shot) => take(sessions[who], shot) })
    : takeAll(
        addresses.filter(([, address]) => address.startsWith(options.path)),
        sessions,
      ));
} finally {
  await browser.close();
  await product.stop();
  sandbox.stop();
}

async function signInEveryone() {
  let ids: Record<string, string> = {};
  const members: Record<Who, (page: Page) => Promise<unknown>> = {
    member: async (page) => {
      await signInAs(page, 'paid');
      ids = { ...(await idsOf(page)), ...(await readKnownIds(page)) };
      ids = { ...ids, ...(await collect(page, ids)) };
    },
    visitor: async () => {},
    newcomer: (page) => signUp(page, newMember('새내기')),
    importer: async (page) => {
      await signUp(page, newMember('옮기는사람'));
      const places = (await somePlaces(page, 6)).map(({ name, address }) => ({ name, address }));
      await addImportRows(page, [...places, { name: '지도에 없는 집', address: '서울 중구 없는길 1' }]);
      await page.goto('/app/import');
      await page.getByText('지도에 없는 집', { exact: true }).waitFor();
      await page.getByText('찾는 중').first().waitFor({ state: 'hidden' });
    },
    admin: (page) => signInAs(page, 'admin'),
  };
  const sessions: Partial<Record<Who, StorageState>> = {};
  for (const [who, prepare] of Object.entries(members) as [Who, (page: Page) => Promise<unknown>][]) {
    const context = await browser.newContext({ baseURL });
    await prepare(await context.newPage());
    sessions[who] = await context.storageState();
    await context.close();
  }
  return { ids, sessions: sessions as Record<Who, StorageState> };
}

async function takeAll(addresses: readonly [Who, string][], sessions: Record<Who, StorageState>) {
  mkdirSync(FOLDER, { recursive: true });
  const sizes = (Object.keys(SIZES) as Size[]).filter((size) => options.size === '' || size === options.size);
  const rows: string[] = [];
  let failed = 0;
  for (const [who, address] of addresses) {
    const pictures: string[] = [];
    for (const size of sizes)
      for (const theme of THEMES) {
        const file = `${who}${address.replaceAll(/[^\w-]+/g, '.')}.${size}.${theme}.png`;
        try {
          writeFileSync(path.join(FOLDER, file), await take(sessions[who], { address, size, theme }));
          pictures.push(`<img class="${size}" src="${file}" loading="lazy" alt="${size}, ${theme}">`);
        } catch (error) {
          failed += 1;
          console.error(`${file}: ${(error as Error).message.split('\n')[0]}`);
        }
      }
    rows.push(`<h2>${who}: ${address}</h2>${pictures.join('')}`);
  }
  const style =
    'img { width: min(80vw, 880px); margin: 4px } .small { width: 360px } .phone { width: 390px } .tablet { width: 768px }';
  const page = `<!doctype html><meta charset="utf-8"><title>Every page</title><style>${style}</style>${rows.join('\n')}`;
  writeFileSync(path.join(FOLDER, 'index.html'), page);
  console.log(`${addresses.length} pages, ${failed} pictures failed: ${FOLDER}/index.html`);
  process.exitCode = failed > 0 ? 1 : 0;
}

/** Returns the picture of a page when its data and its map have loaded. */
async function take(
  storageState: StorageState,
  { address, size, theme }: { address: string; size: Size; theme: Theme },
): Promise<Buffer> {
  // The data on the device is not copied, so without this the application would report that it is lost.
  const cookies = storageState.cookies.filter(({ name }) => name !== 'momokzi.kept-for');
  const context = await browser.newContext({
    baseURL,
    storageState: { ...storageState, cookies },
    viewport: SIZES[size],
    hasTouch: size !== 'desktop',
    deviceScaleFactor: options.publish ? 2 : 1,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    geolocation: { latitude: POSITION.lat, longitude: POSITION.lng },
    permissions: ['geolocation'],
    serviceWorkers: 'block',
  });
  try {
    await context.addCookies([{ name: 'lang', value: options.language, url: baseURL }]);
    const page = await context.newPage();
    // Published pictures show places that are open.
    if (options.publish)
      await page.clock.setFixedTime(`${writtenDay(dayIn(KOREA, Date.now()))}T12:30:00+09:00`);
    await page.goto(address);
    await page.locator('h1').first().waitFor();
    await page.locator('.skeleton').first().waitFor({ state: 'hidden' });
    await page.waitForFunction(() => {
      const maps = [...document.querySelectorAll('.map:not(:has(.map-failure))')].map(
        (box) => box.querySelector<HTMLElement>('.maplibregl-map')?.maplibre,
      );
      return (
        [...document.images].every((image) => image.complete || image.loading === 'lazy') &&
        maps.every((map) => map?.loaded() && !map.isMoving())
      );
    });
    await page.evaluate(() => document.fonts.ready);
    return await page.screenshot({ timeout: 60_000 });
  } finally {
    await context.close();
  }
}
