import { expect, type Page, test } from './support/test.ts';
import { signInAs } from './support/admin.ts';
import { touch } from './support/touch.ts';

// The location is known, because otherwise a notice would cover the list.
test.use({
  hasTouch: true,
  permissions: ['geolocation'],
  geolocation: { latitude: 37.566, longitude: 126.991 },
});

const HALF = 844 - 439;
const FULL = 72;

test.beforeEach(async ({ page }) => {
  await signInAs(page, 'paid');
  await page.goto('/app');
  await tickets(page).first().waitFor();
  expect(await topOf(page)).toBe(HALF);
});

test('카드를 천천히 끌어 올리면 시트가 손가락을 따라온다', async ({ page }) => {
  const finger = await touch(page, { x: 120, y: 620 });
  await finger.moveTo({ x: 120, y: 500 });
  await expect.poll(() => topOf(page)).toBeLessThan(HALF - 90);
  await finger.moveTo({ x: 120, y: 300 });
  await finger.lift();
  await expect.poll(() => topOf(page)).toBe(FULL);
  await expect(page).toHaveURL(/\/app$/);
});

test('칩은 옆으로 밀면 줄이, 위로 밀면 시트가 움직인다', async ({ page }) => {
  const chip = list(page)
    .getByRole('group', { name: '필터' })
    .getByRole('button', { name: /방문 예정/ });
  const box = await chip.boundingBox();
  const on = { x: 250, y: (box?.y ?? 0) + 18 };
  const sideways = await touch(page, on);
  await sideways.moveTo({ x: on.x - 120, y: on.y - 4 });
  await sideways.lift();
  await expect.poll(async () => (await chip.boundingBox())?.x).toBeLessThan((box?.x ?? 0) - 60);
  expect(await topOf(page)).toBe(HALF);

  const up = await touch(page, { x: 120, y: on.y });
  await up.moveTo({ x: 120, y: on.y - 260 });
  await up.lift();
  await expect.poll(() => topOf(page)).toBe(FULL);
  await expect(chip).toHaveAttribute('aria-pressed', 'false');
});

test('한 손가락으로 시트를 다 올리면 이어서 목록이 흐르고, 내리면 맨 위에서 시트가 내려온다', async ({
  page,
}) => {
  const up = await touch(page, { x: 120, y: 760 });
  await up.moveTo({ x: 120, y: 300 });
  await expect.poll(() => topOf(page)).toBe(FULL);
  const scrolled = await scrollOf(page);
  expect(scrolled).toBeGreaterThan(50);
  up.rest();
  await up.lift();
  expect(Math.abs((await scrollOf(page)) - scrolled)).toBeLessThan(20);

  const down = await touch(page, { x: 120, y: 240 });
  await down.moveTo({ x: 120, y: 740 });
  await expect.poll(() => scrollOf(page)).toBe(0);
  await expect.poll(() => topOf(page)).toBeGreaterThan(FULL + 100);
  down.rest();
  await down.lift();
  await expect.poll(() => topOf(page)).not.toBe(FULL);
});

test('휙 던지면 멀리 가고, 멈췄다 놓으면 제자리로 온다', async ({ page }) => {
  const slow = await touch(page, { x: 120, y: 620 });
  await slow.moveTo({ x: 120, y: 560 });
  slow.rest();
  await slow.lift();
  await expect.poll(() => topOf(page)).toBe(HALF);

  const fast = await touch(page, { x: 120, y: 620 });
  await fast.moveTo({ x: 120, y: 500 }, { steps: 4, everyMs: 12 });
  await fast.lift();
  await expect.poll(() => topOf(page)).toBe(FULL);
});

test('마우스로 끈 손잡이는 제자리에 서고, 그다음에는 Enter로도 움직인다', async ({ page }) => {
  const handle = list(page).getByRole('button', { name: /목록이 (반쯤|다) 펼쳐져/ });
  const box = await handle.boundingBox();
  const x = 195;
  const y = (box?.y ?? 0) + 10;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 320, { steps: 40 });
  await page.mouse.up();
  await expect.poll(() => topOf(page)).toBe(FULL);
  await handle.press('Enter');
  await expect.poll(() => topOf(page)).toBe(HALF);
});

test('마우스로 손잡이를 빠르게 튕겨도 시트가 따라온다', async ({ page }) => {
  const handle = list(page).getByRole('button', { name: /목록이 반쯤/ });
  const box = await handle.boundingBox();
  const y = (box?.y ?? 0) + 10;
  await page.mouse.move(195, y);
  await page.mouse.down();
  // The browser reports only one movement. It ends outside the header.
  await page.mouse.move(195, y - 320);
  await page.mouse.up();
  await expect.poll(() => topOf(page)).toBe(FULL);
});

test('머리에서 누르고 목록에서 놓은 마우스는 시트를 끌지 않는다', async ({ page }) => {
  const header = await list(page).locator('.sheet-header').boundingBox();
  const edge = (header?.y ?? 0) + (header?.height ?? 0);
  const x = 195;
  await page.mouse.move(x, edge - 2);
  await page.mouse.down();
  await page.mouse.move(x, edge + 2);
  await page.mouse.up();
  await page.mouse.move(x, edge - 40, { steps: 4 });
  await expect(list(page)).not.toHaveAttribute('data-dragging');
  expect(await topOf(page)).toBe(HALF);
});

test('맛집을 열었다 돌아오면 시트의 높이와 목록의 자리가 그대로다', async ({ page }) => {
  await list(page)
    .getByRole('button', { name: /목록이 반쯤/ })
    .press('ArrowUp');
  await tickets(page).first().hover();
  await page.mouse.wheel(0, 900);
  await expect.poll(() => scrollOf(page)).toBe(900);
  const ticket = tickets(page).filter({ visible: true }).nth(10).getByRole('link');
  const before = await ticket.boundingBox();
  const name = (await ticket.getByRole('heading').textContent()) ?? '';
  await ticket.tap();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.goBack();
  await expect.poll(() => topOf(page)).toBe(FULL);
  await expect
    .poll(async () =>
      Math.abs(
        ((await list(page).getByRole('link').filter({ hasText: name }).boundingBox())?.y ?? 0) -
          (before?.y ?? 0),
      ),
    )
    .toBeLessThan(4);
});

const list = (page: Page) => page.getByRole('region', { name: '맛집 목록' });
const tickets = (page: Page) => list(page).getByRole('listitem');

const topOf = async (page: Page) => Math.round((await list(page).boundingBox())?.y ?? -1);

const scrollOf = (page: Page) =>
  list(page).evaluate((sheet) => Math.round(sheet.querySelector('.sheet-scroll')?.scrollTop ?? -1));
