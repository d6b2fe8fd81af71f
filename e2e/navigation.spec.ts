import { expect, test } from './support/test.ts';
import { signInAs } from './support/admin.ts';
import { addPlace, signUp, somePlaces } from './support/member.ts';

test.use({ hasTouch: true });

test('아래 막대로 다섯 곳에 가고, ＋는 화면에 맞는 것을 더한다', async ({ page }) => {
  await signInAs(page, 'paid');
  await page.goto('/app');
  const bar = page.getByRole('navigation', { name: '주요 화면' });
  await expect(bar.getByRole('link')).toHaveText(['맛집', '일지', '맛집 등록', '모음']);
  await expect(bar.getByRole('link', { name: '맛집', exact: true })).toHaveAttribute('aria-current');

  await bar.getByRole('link', { name: '모음' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: '모음' })).toBeVisible();
  await expect(
    page.getByRole('region', { name: '방송·잡지에 나온 맛집' }).getByRole('link').first(),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: '공유 링크' }).getByRole('link').first()).toBeVisible();

  await bar.getByRole('link', { name: '일지', exact: true }).tap();
  await bar.getByRole('link', { name: '일지 쓰기' }).tap();
  await expect(page).toHaveURL(/write/);
  await test.step('정하는 단추가 있는 화면에서는 그 단추가 막대 자리에 있다', async () => {
    await expect(bar).toBeHidden();
    await page.goBack();
  });

  for (const screen of ['yearly-review', '01890000-0000-7000-8000-000000000000']) {
    await page.goto(`/app/momokzi-journal/${screen}`);
    await expect(bar.getByRole('link')).toHaveText(['맛집', '일지', '일지 쓰기', '모음']);
  }

  await bar.getByRole('button', { name: '메뉴 열기' }).tap();
  await expect(page.getByRole('dialog', { name: '메뉴' })).toBeVisible();
});

test('막대에 있는 화면의 머리에는 뒤로와 홈으로가 없고, 그 아래 화면에는 있다', async ({ page }) => {
  await signInAs(page, 'paid');
  const head = page.getByRole('banner');
  const [back, home] = [
    head.getByRole('button', { name: '뒤로' }),
    head.getByRole('link', { name: '홈으로' }),
  ] as const;
  for (const [tab, below] of [
    ['/app/momokzi-journal', '/app/momokzi-journal/yearly-review'],
    ['/app/collections', '/app/sources'],
  ] as const) {
    await page.goto(below);
    await expect(back).toBeVisible();
    await expect(home).toBeVisible();
    await page.goto(tab);
    await expect(head.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(back).toHaveCount(0);
    await expect(home).toHaveCount(0);
  }
});

test('다 펼친 목록을 내리면 막대가 비키고, 올리면 돌아온다', async ({ page }) => {
  await signUp(page);
  for (const { placeId } of await somePlaces(page, 10)) await addPlace(page, placeId);
  await page.goto('/app');
  const bar = page.getByRole('navigation', { name: '주요 화면' });
  const list = page.getByRole('region', { name: '맛집 목록' });
  await list.getByRole('listitem').first().waitFor();
  await expect(bar).toBeInViewport({ ratio: 1 });
  await list.getByRole('button', { name: /목록/ }).first().press('ArrowUp');
  await list.getByRole('link').first().hover();
  await page.mouse.wheel(0, 200);
  await page.mouse.wheel(0, 100);
  await expect(bar).not.toBeInViewport();
  await page.mouse.wheel(0, -100);
  await expect(bar).toBeInViewport({ ratio: 1 });
});

test.describe('넓은 화면에서', () => {
  test.use({ viewport: { width: 1024, height: 768 } });

  test('막대는 왼쪽에 서고, 맛집 등록은 목록에서 떠 있다', async ({ page }) => {
    await signInAs(page, 'paid');
    await page.goto('/app');
    const bar = page.getByRole('navigation', { name: '주요 화면' });
    await expect(bar.getByRole('link')).toHaveText(['맛집', '일지', '모음']);
    const box = await bar.boundingBox();
    expect(box).toMatchObject({ x: 0, y: 0, height: 768 });
    await expect(page.getByRole('navigation', { name: '바로가기' }).getByRole('link')).toHaveText(
      '맛집 등록',
    );
    const list = await page.getByRole('region', { name: '맛집 목록' }).boundingBox();
    expect(list?.x).toBeGreaterThanOrEqual(box?.width ?? 0);
  });
});

test.describe('서비스 워커가 아직 없을 때', () => {
  // The worker, and a map, bring the code before it is needed.
  test.use({ serviceWorkers: 'block', hasMap: false });
  test('화면의 코드를 불러오는 동안에도 머리와 막대가 남는다', async ({ page }) => {
    await signInAs(page, 'paid');
    // The code of the journal never arrives.
    await page.route(/assets\/(offline|CollectionsPage)-[\w-]+\.js/, () => {});
    await page.goto('/app');
    const bar = page.getByRole('navigation', { name: '주요 화면' });
    await expect(bar).toBeVisible();
    for (const name of ['일지', '모음']) {
      await bar.getByRole('link', { name, exact: true }).tap();
      await expect(page.getByText('페이지를 불러오는 중...')).toBeVisible();
      await expect(page.getByRole('banner').getByText(name, { exact: true })).toBeVisible();
      await expect(bar).toBeInViewport({ ratio: 1 });
    }
    await bar.getByRole('link', { name: '맛집', exact: true }).tap();
    await expect(page.getByRole('region', { name: '맛집 목록' })).toBeVisible();
  });
});
