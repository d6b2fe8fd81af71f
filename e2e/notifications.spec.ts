import { expect, test } from './support/test.ts';
import { checkScreen } from './support/check-screen.ts';
import { jointCollection, newDevice, send } from './support/joint-collection.ts';
import { viewports } from './support/member.ts';

test.use({ hasMap: false });

test('다른 멤버가 열 번 바꾼 모음은 알림 하나이고, 열면 읽은 것이 된다', async ({ page, browser }) => {
  const editor = await newDevice(browser);
  const { url, places, address } = await jointCollection([
    [page, '은조'],
    [editor, '도윤'],
  ]);
  await send(page, 'PUT', '/api/notifications/read', { until: Date.now() + 1000 });
  const [place] = places;
  const comments = `${url}/places/${encodeURIComponent(place.placeId)}/comments`;
  for (let nth = 1; nth <= 10; nth += 1) await send(editor, 'POST', comments, { text: `댓글 ${nth}` });

  await page.goto('/app');
  const menu = page.getByRole('button', { name: '메뉴 열기, 읽지 않은 알림 1개' });
  await menu.click();
  await page.getByRole('dialog').getByRole('link', { name: '알림 1개' }).click();
  const row = page.getByRole('button', {
    name: /우리 동네 읽지 않음 새 소식 10개 · 도윤님이 댓글을 남겼어요/,
  });
  await expect(row).toBeVisible();
  await checkScreen(page, ['/app/notifications', '/app/notifications/settings']);

  await page.goto('/app/notifications');
  await row.click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await expect(page.getByRole('button', { name: '메뉴 열기', exact: true })).toBeVisible();
  await page.goto('/app/notifications');
  await expect(page.getByRole('button', { name: /우리 동네 새 소식 10개/ })).toBeVisible();
  await expect(page.getByRole('button', { name: '모두 읽음' })).toHaveCount(0);

  await test.step('인터넷이 없어도 본 알림은 보인다', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.context().setOffline(true);
    await page.reload();
    await expect(page.getByRole('button', { name: /우리 동네 (읽지 않음 )?새 소식 10개/ })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: '오프라인' })).toBeVisible();
    await page.context().setOffline(false);
  });

  await test.step('끈 종류는 오지 않는다', async () => {
    await page.goto('/app/notifications');
    await page.getByRole('link', { name: '알림 설정' }).click();
    const kind = page.getByRole('checkbox', { name: /함께 쓰는 모음/ });
    await expect(kind).toBeChecked();
    await kind.click();
    await expect(kind).toBeEnabled();
    await expect(kind).not.toBeChecked();
    await send(editor, 'POST', comments, { text: '또' });
    await page.goto('/app/notifications');
    await expect(page.getByRole('button', { name: /우리 동네 새 소식 10개/ })).toBeVisible();
    await expect(page.getByText('읽지 않음')).toHaveCount(0);
  });
});

test('모두 읽음, 그리고 알림을 불러오지 못하면 이유와 다시 시도가 있다', async ({ page, browser }) => {
  const editor = await newDevice(browser, { isDesktop: true });
  await jointCollection([
    [page, '은조'],
    [editor, '도윤'],
  ]);
  await page.setViewportSize(viewports.desktop);
  await page.goto('/app/notifications');
  await expect(page.getByText('도윤님이 모음에 들어왔어요')).toBeVisible();
  await page.getByRole('button', { name: '모두 읽음' }).click();
  await expect(page.getByText('읽지 않음')).toHaveCount(0);
  await expect(page.getByRole('button', { name: '메뉴 열기', exact: true })).toBeVisible();

  await editor.goto('/app/notifications');
  await expect(editor.getByRole('heading', { name: '아직 알림이 없어요' })).toBeVisible();
  const failing = await newDevice(browser);
  await failing.context().addCookies(await editor.context().cookies());
  await failing.route(/\/api\/notifications(\?|$)/, (route) => route.fulfill({ status: 500 }));
  await failing.goto('/app/notifications');
  await expect(failing.getByRole('button', { name: '다시 불러오기' })).toBeVisible();
  await failing.unroute(/\/api\/notifications(\?|$)/);
  await failing.getByRole('button', { name: '다시 불러오기' }).click();
  await expect(failing.getByRole('heading', { name: '아직 알림이 없어요' })).toBeVisible();
});
