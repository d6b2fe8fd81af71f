import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import { viewports } from './member.ts';
import { BLANK_PAGE, openScreen, resizeWindow, watchNetwork } from './pages.ts';
import { expect, type Locator, originOf, type Page } from './test.ts';
import { coveredBy } from './uncovered.ts';

/**
 * Checks each screen on a phone in Korean with the dark theme, then on a desktop in English with the light theme. Also
 * checks it at a width of 320 px and with large text, and that it has at most one primary button. Screens of the app are
 * opened without loading the page again, because loading a page takes most of the time.
 * @param mainActions the main action of some of the addresses. On the phone, each must be within reach of the thumb.
 */
export async function checkScreen(
  page: Page,
  addresses: string[],
  mainActions: Record<string, Locator> = {},
) {
  expect(addresses).toEqual(expect.arrayContaining(Object.keys(mainActions)));
  const faults: Record<string, string[]> = {};
  const networkIdle = watchNetwork(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(BLANK_PAGE);
  for (const address of addresses) {
    await page.setViewportSize(viewports.phone);
    await openScreen(page, address);
    await expectLoaded(page, 'ko');
    await networkIdle();
    faults[`${address} Korean, phone, dark`] = [
      ...(await violations(page)),
      ...(await smallFields(page)),
      ...(await primaryButtons(page)),
      ...(mainActions[address] ? await outOfReach(mainActions[address]) : []),
    ];
    Object.assign(faults, await narrowAndLarge(page, `${address} Korean`));
  }

  await page.context().addCookies([{ name: 'lang', value: 'en', url: originOf(page) }]);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(BLANK_PAGE);
  for (const address of addresses) {
    await page.setViewportSize(viewports.desktop);
    await openScreen(page, address);
    await expectLoaded(page, 'en');
    await networkIdle();
    faults[`${address} English, desktop, light`] = await violations(page);
    Object.assign(faults, await narrowAndLarge(page, `${address} English`));
  }
  await page.context().clearCookies({ name: 'lang' });
  expect(Object.entries(faults).filter(([, ofScreen]) => ofScreen.length > 0)).toEqual([]);
}

/**
 * Scrolls to an action, for example to the end of a long form. Returns an error unless the action is then in the lower
 * half of a phone, with nothing in front of it.
 */
export const outOfReach = (action: Locator): Promise<string[]> =>
  expect(async () => {
    await action.evaluate((element) => element.scrollIntoView({ block: 'nearest' }), null, {
      timeout: 1_000,
    });
    const box = await action.boundingBox({ timeout: 1_000 });
    expect(box ? box.y + box.height / 2 : 0, 'middle of the main action').toBeGreaterThan(
      viewports.phone.height / 2,
    );
    expect(await coveredBy(action)).toEqual([]);
  })
    .toPass({ timeout: 8_000 })
    .then(
      () => [],
      (error: Error) => [error.message.slice(0, 200)],
    );

async function expectLoaded(page: Page, language: 'ko' | 'en') {
  await expect(page.locator('h1'), page.url()).toHaveCount(1);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/**
 * Checks a phone at a width of 320 px and with doubled text size. Returns the horizontal overflow, and the texts that
 * the doubled size breaks into single syllables.
 */
async function narrowAndLarge(page: Page, name: string): Promise<Record<string, string[]>> {
  await resizeWindow(page, { width: 320, height: 640 });
  const narrow = await overflowingElements(page);
  await resizeWindow(page, LARGE_TEXT_WINDOW);
  const large = [
    ...(await overflowingElements(page)),
    ...(await brokenTexts(page)),
    ...(await cutOffLinks(page)),
  ];
  return { [`${name} 320px`]: narrow, [`${name} 200%`]: large };
}

/**
 * In a window of this size, text is twice as large: its height is the one of the media query in `STYLES`. Thus the width
 * and the text size change in one layout. After `violations`, every window of this height has large text.
 */
const LARGE_TEXT_WINDOW = { width: viewports.phone.width, height: 700 };

/**
 * Switches lazy layout off, because it gives sections estimated heights, and axe would report overlapping elements.
 * Doubles the text size in `LARGE_TEXT_WINDOW`.
 */
const STYLES = `
  section, footer { content-visibility: visible !important }
  @media (height: ${LARGE_TEXT_WINDOW.height}px) { html { font-size: 200% !important } }`;

/** A script that loads axe and adds `STYLES`. Without `noHtml`, axe would serialise each element that it finds. */
const AXE = `${readFileSync('node_modules/axe-core/axe.min.js', 'utf8')};axe.configure({ noHtml: true });
  const styles = new CSSStyleSheet();
  styles.replaceSync(${JSON.stringify(STYLES)});
  document.adoptedStyleSheets.push(styles);`;

/** Returns what axe finds on the page. */
export const violations = async (page: Page) => {
  // The page may be loading.
  await page.locator('main').first().waitFor();
  // Evaluating axe takes as long as an analysis. Therefore it is evaluated once per document.
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE);
  return page.evaluate(async () => {
    // No enabled rule of axe reads style sheets. Therefore axe does not fetch them again.
    const options = { resultTypes: ['violations'], preload: false } satisfies axe.RunOptions;
    const found = await (window as unknown as { axe: typeof axe }).axe.run(options);
    // The complete result is large, so only this part of it leaves the browser.
    return found.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
    );
  });
};

/** Returns the fields with text below 16 px. When such a field gets the focus, iOS enlarges the page. */
const smallFields = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('textarea, select, input:not([type=checkbox], [type=radio], [type=file])')]
      .filter((field) => field.checkVisibility() && Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => `small text: ${field.getAttribute('name') ?? field.className}`),
  );

/** Returns the buttons in the brand colour, if a screen has more than one. */
const primaryButtons = async (page: Page) => {
  const texts = await page
    .locator('main :is(a, button).bg-brand')
    .filter({ visible: true, hasText: /\S/ })
    .allInnerTexts();
  return texts.length > 1 ? [`several primary buttons: ${texts.join(', ')}`] : [];
};

/** Returns texts with about one syllable per line. */
const brokenTexts = (page: Page) =>
  page.evaluate(() => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const syllables = (text.textContent ?? '').replaceAll(/\s/g, '').length;
      if (syllables < 3 || !text.parentElement?.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      if (lines > 2 && syllables < 1.5 * lines) broken.push(`${lines} lines: ${text.textContent}`);
    }
    return broken;
  });

/** Returns links and buttons beyond the right edge of the window. */
const cutOffLinks = (page: Page) =>
  page.evaluate(() => {
    const cutOff: string[] = [];
    const scrolls = (element: Element): boolean =>
      /auto|scroll/.test(getComputedStyle(element).overflowX) ||
      (element.parentElement !== null && scrolls(element.parentElement));
    for (const element of document.querySelectorAll('main :is(a, button)')) {
      const { left, right, width } = element.getBoundingClientRect();
      if (width > 1 && left < window.innerWidth && right > window.innerWidth + 1 && !scrolls(element))
        cutOff.push(`cut off: ${element.textContent}`);
    }
    return cutOff;
  });

const overflowingElements = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`)
      .slice(0, 4);
  });
