import { expect, type Locator, type Page, test } from './support/test.ts';
import { signInAs } from './support/admin.ts';
import { everyPage, idsOf, MENU_LINKS } from './support/pages.ts';

/** Names of the files with the code of members' pages (vite.config.ts). */
const PAGE_FILES = ['list', 'offline', '*Page'];

test('화면이 바뀌면 포커스는 제목에 있고, 돌아오면 보던 자리다', async ({ page }) => {
  await signInAs(page, 'paid');
  await page.goto('/app');
  for (const name of MENU_LINKS) {
    // Shortly after the title appears, the menu button of the header may replace the menu button of the rail.
    const link = page.getByRole('dialog').getByRole('link', { name, exact: true });
    await expect(async () => {
      // An earlier click may have opened the menu after its time limit. The open menu hides the button.
      if (!(await link.isVisible()))
        await page.getByRole('button', { name: '메뉴 열기' }).click({ timeout: 2_000 });
      await expect(link).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await link.click();
    await expect(page.locator('h1'), name).toBeFocused();
  }

  await test.step('목록에서 연 맛집의 이름에 포커스가 있고, 돌아오면 그 카드가 보인다', async () => {
    await page.goto('/app');
    const list = page.getByRole('region', { name: '맛집 목록' });
    const tickets = list.getByRole('listitem');
    await tickets.first().waitFor();
    await tickets.first().evaluate((ticket) => {
      let box = ticket.parentElement;
      while (box && box.scrollHeight <= box.clientHeight + 200) box = box.parentElement;
      box?.scrollTo({ top: 1500 });
    });
    const ticket = tickets.nth(8);
    const name = (await ticket.getByRole('heading').textContent()) ?? '';
    // Located by name, because rows change until the list has reached its position.
    await list
      .getByRole('link')
      .filter({ has: page.getByRole('heading', { name, exact: true }) })
      .click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
    await page.goBack();
    await expect(list.getByRole('heading', { name, exact: true })).toBeInViewport();
  });

  await test.step('일지도 돌아오면 보던 자리다', async () => {
    const entry = await scrolledToEntry(page);
    await entry.click();
    await expect(page.locator('h1')).toBeFocused();
    await page.goBack();
    await expect(entry).toBeInViewport();
  });
});

test('다음 화면이 나오기 전에 돌아와도 보던 자리다', async ({ page }) => {
  await signInAs(page, 'paid');
  const entry = await scrolledToEntry(page);
  // The next screen's code never loads.
  await page.route('**/assets/*.js', () => {});
  await page.getByRole('link', { name: '모음', exact: true }).click();
  await expect(entry).toBeHidden();
  await page.goBack();
  await expect(entry).toBeInViewport();
});

test('느린 연결에서도 머리와 내비게이션은 있고, 내용만 기다린다', async ({ page }) => {
  await signInAs(page, 'paid');
  const { member } = everyPage(await idsOf(page));
  // The code of pages never loads. The story does not use `page.route`, because it disables the browser's cache, and
  // every page would load all files again.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Fetch.enable', {
    patterns: PAGE_FILES.map((name) => ({ urlPattern: `*/assets/${name}-*.js` })),
  });
  let held = 0;
  devtools.on('Fetch.requestPaused', () => held++);
  for (const address of member) {
    held = 0;
    await page.goto(address);
    await expect.poll(() => held, address).toBeGreaterThan(0);
    if (address !== '/app') await expect(page.getByRole('banner'), address).toBeVisible();
    await expect(page.getByRole('navigation', { name: '주요 화면' }), address).toBeVisible();
  }
  await page.goto('/app');
  for (const name of ['일지', '모음']) {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('banner').getByText(name), name).toBeVisible();
    await expect(page.getByRole('navigation', { name: '주요 화면' }), name).toBeVisible();
  }
});

test('첫 화면에서 뒤로 가면 떠나 온 화면이 나온다', async ({ page, browser, baseURL }) => {
  await signInAs(page, 'paid');
  const [share] = (await (await page.request.get('/api/list-shares')).json()).shares;
  const visitor = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage();

  for (const [address, name] of [
    ['/login', '로그인'],
    [`/shared/${share.id}`, share.title],
  ]) {
    await visitor.goto(address);
    await expect(visitor.getByRole('heading', { level: 1, name })).toBeVisible();
    await visitor.locator('a[href="/"]').first().click();
    await isLandingPage(visitor);
    await visitor.goBack();
    await expect(visitor.getByRole('heading', { level: 1, name })).toBeVisible();
    expect(new URL(visitor.url()).pathname).toBe(address);
  }
  await visitor.context().close();

  await test.step('로그아웃한 뒤에는 로그인 화면이다', async () => {
    await page.goto('/app');
    await page.getByRole('button', { name: '메뉴 열기' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '로그아웃' }).click();
    await isLandingPage(page);
    await expect(page.getByText('다음 끼니에 또 만나요.')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('button', { name: '로그인', exact: true })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/login');
  });
});

test('뒤로 가기는 열린 메뉴와 대화상자를 닫는다', async ({ page }) => {
  await signInAs(page, 'paid');
  const { restaurantId } = await idsOf(page);
  await page.goto('/app/momokzi-journal');
  const menu = page.getByRole('dialog', { name: '메뉴' });
  const openMenu = async () => {
    await page.getByRole('button', { name: '메뉴 열기' }).click();
    await expect(menu).toBeVisible();
  };
  await openMenu();
  await menu.getByRole('link', { name: '회사 소개' }).click();
  const heading = page.locator('h1');
  await expect(heading).toHaveText('회사 소개');

  await test.step('메뉴를 닫고 화면은 그대로다', async () => {
    await openMenu();
    await expect(menu).toBeVisible();
    await page.goBack();
    await expect(menu).toBeHidden();
    await expect(heading).toHaveText('회사 소개');
  });

  await test.step('여닫은 바로 뒤에 돌아가도, 연 것만 닫거나 한 화면만 돌아간다', async () => {
    for (let time = 0; time < 5; time++) {
      // This code runs in the task of the click, after React has rendered and before any timer.
      await page.evaluate(async () => {
        document.querySelector<HTMLElement>('button[aria-label="메뉴 열기"]')?.click();
        await new Promise<void>((resolve) => queueMicrotask(resolve));
        // The native function works like the browser's Back button. The page replaces `history.back`,
        // which skips overlays.
        History.prototype.back.call(history);
      });
      await expect(menu).toBeHidden();
      await expect(heading).toHaveText('회사 소개');
      await openMenu();
      await page.keyboard.press('Escape');
      await page.evaluate(() => History.prototype.back.call(history));
      await expect(page).toHaveURL(/momokzi-journal/);
      await page.goForward();
      await expect(heading).toHaveText('회사 소개');
    }
  });

  await test.step('앞으로 가도 다시 열리지 않고, 새로고침해도 닫혀 있다', async () => {
    await page.goForward();
    await expect(heading).toHaveText('회사 소개');
    await expect(menu).toBeHidden();
    await openMenu();
    await page.reload();
    await expect(heading).toHaveText('회사 소개');
    await expect(menu).toBeHidden();
  });

  await test.step('단추로 닫거나 메뉴에서 옮겨 간 뒤에는 한 번에 앞 화면이다', async () => {
    await openMenu();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await openMenu();
    await menu.getByRole('link', { name: 'FAQ' }).click();
    await expect(heading).toHaveText(/자주 묻는 질문|FAQ/);
    await page.goBack();
    await expect(heading).toHaveText('회사 소개');
    await page.goBack();
    await expect(page).toHaveURL(/momokzi-journal/);
  });

  await test.step('확인 대화상자도 닫고, 답하고 떠난 뒤에는 남는 것이 없다', async () => {
    await page.goto(`/app/restaurant/${restaurantId}`);
    await page.getByRole('button', { name: '삭제', exact: true }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toBeVisible();
    await page.goBack();
    await expect(question).toBeHidden();
    await page.getByRole('button', { name: '삭제', exact: true }).click();
    await question.getByRole('button', { name: '삭제' }).click();
    await expect(page).toHaveURL(/\/app(\?|$)/);
    await page.getByRole('button', { name: '되돌리기' }).click();
  });
});

const isLandingPage = async (page: Page) => {
  await expect(page.locator('#phrases')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
};

/** Opens the journal, scrolls to an entry further down, and returns this entry. */
async function scrolledToEntry(page: Page): Promise<Locator> {
  await page.goto('/app/momokzi-journal');
  await page.getByRole('article').first().waitFor();
  // When the product's typeface has loaded, the list moves. The browser keeps the visible content in place, so the
  // scroll offset changes.
  await page.evaluate(() => window.scrollTo({ top: 2000 }));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1900);
  const name = await page.evaluate(
    () => document.elementFromPoint(200, 300)?.closest('article')?.querySelector('a')?.textContent ?? '',
  );
  return page.getByRole('link', { name }).first();
}

test('로그아웃한 뒤 뒤로 가기로 되살아난 화면은 내 목록을 보여 주지 않는다', async ({ page }) => {
  await signInAs(page, 'paid');
  await page.goto('/app');
  const list = page.getByRole('region', { name: '맛집 목록' });
  await list.getByRole('listitem').first().waitFor();

  await test.step('아직 로그인해 있으면 그대로다', async () => {
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    const asked = page.waitForResponse('**/api/me');
    await restore(page);
    await asked;
    await expect(list.getByRole('listitem').first()).toBeVisible();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });

  await test.step('로그아웃했으면 로그인 화면이다', async () => {
    await page.context().clearCookies();
    let visibility = '';
    await page.route(
      '**/api/me',
      async (route) => {
        visibility = await page.evaluate(() => document.documentElement.style.visibility);
        await route.continue();
      },
      { times: 1 },
    );
    await restore(page);
    await expect(page).toHaveURL(/\/login/);
    await expect(list).toHaveCount(0);
    expect(visibility, 'until the server has answered').toBe('hidden');
  });
});

/**
 * Sends the event that follows Back to a page in the browser's page cache. The event is simulated, because Playwright
 * disables this cache.
 */
const restore = (page: Page) =>
  page.evaluate(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
