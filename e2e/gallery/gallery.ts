/**
 * `npm run gallery`: takes screenshots of every screen and state, in two sizes and both themes, of the running product
 * with demonstration data, and writes gallery/index.html. The options are:
 *
 *     --screen home,journal     takes only these screens
 *     --state NAME, --theme dark
 *                               take only these states or themes
 *     --size phone              takes only this size: phone, desktop, small, narrow, tablet, landscape or low
 *     --language en --text 200  takes the screens in English, with text of 200 %
 *     --publish                 takes the screenshots of the documentation and the landing page instead (published.ts)
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { getBrowser } from '../../tools/browser.mjs';
import { build } from '../../tools/prepare.mjs';
import { startSandbox } from '../../tools/sandbox.mjs';
import { mapAtRest } from '../support/map.ts';
import { startProduct } from '../support/product-under-test.ts';
import { galleryPage } from './gallery-page.ts';
import {
  collect,
  type KnownIds,
  readKnownIds,
  members,
  POSITION,
  share,
  type MemberName,
} from './members.ts';
import { published } from './published.ts';
import {
  pictureOf,
  screens,
  type Shot,
  type State,
  sizes,
  standardSizes,
  themes,
  viewportOf,
} from './screens.ts';

const FOLDER = 'gallery';
/** Number of screenshots that are taken at the same time. More than the number of cores does not help. */
const CONCURRENT_SCREENSHOTS = 3;
const HIGHEST = 10_000;
const port = Number(process.env.E2E_PORT ?? 3210) + 80;
const baseURL = `http://localhost:${port}`;

type Session = { storageState: Awaited<ReturnType<BrowserContext['storageState']>>; known: KnownIds };

const list = { type: 'string', default: '' } as const;
const { values } = parseArgs({
  options: {
    screen: list,
    state: list,
    size: list,
    theme: list,
    language: { type: 'string', default: 'ko' },
    text: { type: 'string', default: '100' },
    publish: { type: 'boolean', default: false },
  },
});
const matches = (wanted: string, name: string) => wanted === '' || wanted.split(',').includes(name);
const wantedSizes = values.size || standardSizes.join(',');

const everyShot: Shot[] = screens.flatMap(({ name: screen, states }) =>
  states.flatMap((state) => sizes.flatMap((size) => themes.map((theme) => ({ screen, state, size, theme })))),
);
const publishedNow = published.filter(({ language }) => language === values.language);
const isPublished = ({ screen, state, size, theme }: Shot) =>
  publishedNow.some((one) => pictureOf(one) === pictureOf({ screen, state: state.name, size, theme }));
const shots = everyShot.filter(
  (shot) =>
    (!values.publish || isPublished(shot)) &&
    matches(values.screen, shot.screen) &&
    matches(values.state, shot.state.name) &&
    matches(wantedSizes, shot.size) &&
    matches(values.theme, shot.theme) &&
    (values.language === 'ko' || !shot.state.act || shot.state.actsInEnglish === true),
);

await build();
mkdirSync(path.join(FOLDER, 'pictures'), { recursive: true });
const sandbox = await startSandbox({
  wantedPort: port + 10,
  environment: { ...process.env, BASE_URL: baseURL },
});
const product = await startProduct({
  port,
  settings: {
    NODE_ENV: 'development',
    // With this value, which is the default, new members see the provided restaurants.
    PROVIDED_VISIBILITY_DAYS: '7',
    ...sandbox.settings,
  },
});
const browser = await chromium.launch({
  ...(await getBrowser()),
  // With these options, text is placed at fractions of a pixel, as on real screens.
  args: [
    '--disable-gpu',
    '--font-render-hinting=none',
    // Date and time fields follow the language of the page. The headless browser has no other way to set it.
    '--enable-blink-features=LangAttributeAwareFormControlUI',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
});
try {
  const sessions = await signInAll(browser);
  const failures: string[] = [];
  const waiting = [
    ...Map.groupBy(shots, ({ screen, state, size }) => `${screen} ${state.name} ${size}`).values(),
  ];
  const takeSequentially = async () => {
    for (let themed = waiting.shift(); themed; themed = waiting.shift()) await takeThemes(themed);
  };
  const takeThemes = async (themed: Shot[]) => {
    const left = new Set(themed);
    try {
      for await (const taken of take({ browser, themed, sessions })) {
        await keep(taken);
        left.delete(taken.shot);
      }
    } catch (error) {
      const reason = (error as Error).message.split('\n')[0];
      for (const shot of left) failures.push(`${pictureOf({ ...shot, state: shot.state.name })}: ${reason}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_SCREENSHOTS }, takeSequentially));
  writeFileSync(
    path.join(FOLDER, 'index.html'),
    galleryPage(everyShot.filter(({ size }) => matches(wantedSizes, size))),
  );
  for (const failure of failures) console.error(failure);
  console.log(`${shots.length - failures.length} pictures, ${failures.length} failed: ${FOLDER}/index.html`);
  process.exitCode = failures.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  await product.stop();
  sandbox.stop();
}

async function signInAll(on: Browser): Promise<Record<MemberName, Session>> {
  const sessions: Partial<Record<MemberName, Session>> = {};
  let links: Partial<KnownIds> = {};
  // The paid member is prepared first, because visitors open links of this member.
  const needed = new Set(shots.map(({ state }) => state.as));
  for (const who of new Set<MemberName>(['paid', ...needed])) {
    const context = await on.newContext({ baseURL });
    const page = await context.newPage();
    await members[who](page);
    const own = who === 'visitor' ? {} : await readKnownIds(page);
    if (who === 'paid') links = { ...(await share(page, own)), ...(await collect(page, own)) };
    // A member without places uses the ids of the paid member's places.
    const known = { ...sessions.paid?.known, ...links, ...own } as KnownIds;
    sessions[who] = { storageState: await stateWithoutStoredData(context), known };
    await context.close();
  }
  return sessions as Record<MemberName, Session>;
}

/**
 * Returns the state of the browser without the cookie that says that the device has stored data. The data itself is not
 * copied to other contexts, so with the cookie the application would report there that the data is lost.
 */
async function stateWithoutStoredData(context: BrowserContext): Promise<Session['storageState']> {
  const { cookies, origins } = await context.storageState();
  return { cookies: cookies.filter(({ name }) => name !== 'momokzi.kept-for'), origins };
}

/** Takes one state at one size in each theme, on one page, because loading a page takes most of the time. */
async function* take({
  browser: on,
  themed,
  sessions,
}: {
  browser: Browser;
  themed: Shot[];
  sessions: Record<MemberName, Session>;
}): AsyncGenerator<{ shot: Shot; picture: Buffer }> {
  const [first] = themed;
  if (!first) return;
  const { state, size, theme } = first;
  const { storageState, known } = sessions[state.as];
  const context = await on.newContext({
    baseURL,
    storageState,
    viewport: viewportOf[size],
    hasTouch: size !== 'desktop',
    deviceScaleFactor: values.publish ? 2 : 1,
    colorScheme: theme,
    reducedMotion: 'reduce',
    forcedColors: state.isHighContrast ? 'active' : 'none',
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    geolocation: { latitude: POSITION.lat, longitude: POSITION.lng },
    permissions: ['geolocation'],
  });
  try {
    await context.addCookies([{ name: 'lang', value: values.language, url: baseURL }]);
    const page = await context.newPage();
    await page.addInitScript((percent) => {
      addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = `${percent}%`;
      });
    }, values.text);
    if (state.isWithoutWebGl)
      await page.addInitScript(() => {
        HTMLCanvasElement.prototype.getContext = () => null;
      });
    if (state.hangs) await page.route(state.hangs, () => {});
    if (state.fails) await page.route(state.fails, (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto(state.at(known));
    await atRest(page, state);
    if (state.hasMap) await mapAtRest(page);
    // The list is ready before the code of the map, which finds out that the browser has no WebGL.
    if (state.isWithoutWebGl) await page.locator('.map-failure').first().waitFor();
    if (state.goesOffline) {
      await whenDrawn(page);
      await context.setOffline(true);
    }
    await state.act?.(page);
    if (state.act || state.goesOffline) await atRest(page, state);
    if (state.isLong) await showWholePage(page);
    await localizeFields(page);
    for (const shot of themed) {
      await page.emulateMedia({ colorScheme: shot.theme });
      await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, shot.theme);
      // The map gets the theme in a later frame than the page.
      await page.waitForTimeout(200);
      if (!state.hangs) await whenDrawn(page);
      yield { shot, picture: await page.screenshot({ timeout: 60_000 }) };
    }
  } finally {
    await context.close();
  }
}

/**
 * Creates the parts of date and time fields again. The browser takes their language from the page, but React sets the
 * type before the field is in the page.
 */
async function localizeFields(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const field of document.querySelectorAll<HTMLInputElement>('input:is([type=date], [type=time])')) {
      const { type } = field;
      // English dates are written day first (common/dates.ts).
      if (document.documentElement.lang === 'en') field.lang = 'en-GB';
      field.type = 'text';
      field.type = type;
    }
  });
}

/** Makes the window as high as the page, so that fixed elements are at its edges. */
async function showWholePage(page: Page): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const wholeHeight = () => page.evaluate(() => document.documentElement.scrollHeight);
  const grow = async (to: number) => {
    await page.setViewportSize({ width, height: Math.max(height, Math.min(to, HIGHEST)) });
    await page.waitForTimeout(400);
  };
  await grow(await wholeHeight());
  // The page is measured again, because sections with lazy layout get their real height only when they are visible.
  await page.setViewportSize({ width, height });
  await grow(await wholeHeight());
  // Heights and margins that depend on the height of the window have grown with it. A map as high as the window would
  // grow without end, so the window grows only once more.
  await grow(await wholeHeight());
}

/** Waits until the visible photos are loaded, and until each map is drawn or shows its error message. */
async function whenDrawn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const maps = [...document.querySelectorAll<HTMLElement>('.map:not(:has(.map-failure)) > :first-child')];
    const images = [...document.images].filter((image) => {
      const { top, bottom, left, right } = image.getBoundingClientRect();
      return top < window.innerHeight && bottom > 0 && left < window.innerWidth && right > 0;
    });
    return images.every(({ complete }) => complete) && maps.every(({ maplibre }) => maplibre?.loaded());
  });
}

/** Waits until everything has loaded, except the requests that this state leaves without an answer. */
async function atRest(page: Page, { hangs }: Pick<State, 'hangs'>): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => {});
  if (!hangs) await page.locator('.skeleton').first().waitFor({ state: 'hidden' });
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(400);
}

async function keep({ shot, picture }: { shot: Shot; picture: Buffer }): Promise<void> {
  const name = pictureOf({ ...shot, state: shot.state.name });
  if (!values.publish) {
    const look = `${values.language === 'ko' ? '' : `.${values.language}`}${values.text === '100' ? '' : `.${values.text}`}`;
    await sharp(picture)
      .webp({ quality: 90 })
      .toFile(path.join(FOLDER, name.replace('.webp', `${look}.webp`)));
    return;
  }
  for (const { file, width, height } of publishedNow.filter((one) => pictureOf(one) === name)) {
    mkdirSync(path.dirname(file), { recursive: true });
    const resized = sharp(picture).resize({ width, ...(height && { height, position: 'top' }) });
    // The file extension selects the format. Only PNG needs a compression option.
    await (file.endsWith('.png') ? resized.png({ palette: true, effort: 10 }) : resized).toFile(file);
  }
}
