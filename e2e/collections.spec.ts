import { randomUUID } from 'node:crypto';
import { expect, originOf, type Page, test } from './support/test.ts';
import { checkScreen } from './support/check-screen.ts';
import { addPlace, signUp, somePlaces } from './support/member.ts';

// The story loads screens more than ten times.
test.setTimeout(240_000);

const names = (page: Page) =>
  page.getByRole('list', { name: '모음에 담은 맛집' }).getByRole('listitem').locator('h3').allTextContents();

test('모음을 만들어 골라 담고, 순서와 한 줄을 바꾸고, 찾고, 지웠다 되돌린다', async ({ page, browser }) => {
  await signUp(page);
  const [a, b, c, d] = (await somePlaces(page, 4)) as [Place, Place, Place, Place];
  // Another member saved this place of the catalogue.
  const other = await (await browser.newContext()).newPage();
  await signUp(other);
  await addPlace(other, d.placeId);
  await other.close();
  for (const { placeId } of [c, b, a]) await addPlace(page, placeId);

  await page.goto('/app/collections');
  await page.getByRole('link', { name: '새 모음' }).click();
  await page.getByRole('button', { name: '만들기' }).click();
  await expect(page.getByText('모음 이름을 입력해 주세요.')).toBeVisible();
  await page.getByLabel('모음 이름').fill('을지로 노포');
  await page.getByRole('button', { name: '하늘' }).click();
  await page.getByRole('button', { name: '맥주' }).click();
  await page.getByRole('button', { name: '만들기' }).click();
  await expect(page.getByRole('heading', { name: '을지로 노포', level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(/^을지로 노포/);
  await expect(page.getByText('을지로 노포', { exact: true })).toHaveCount(1);
  const address = page.url();

  await page.getByRole('link', { name: '맛집 담기' }).click();
  await page.getByRole('button', { name: '선택한 곳 담기' }).click();
  await expect(page.getByText('담을 맛집을 먼저 골라 주세요.')).toBeVisible();
  await page.getByRole('button', { name: '전체 선택' }).click();
  await page.getByRole('button', { name: '선택한 곳 담기' }).click();
  await expect(page.getByText('3곳을 모음에 담았어요.')).toBeVisible();
  await expect.poll(() => names(page)).toEqual([a.name, b.name, c.name]);

  await test.step('저장하지 않은 곳도 그 집 화면에서 담고, 내 리스트에는 따로 담는다', async () => {
    await page.goto(`/app/restaurant/${encodeURIComponent(d.placeId)}`);
    await page.getByRole('button', { name: '모음에 담기' }).click();
    const dialog = page.getByRole('dialog', { name: '모음에 담기' });
    await dialog.getByRole('button', { name: '을지로 노포' }).click();
    await expect(dialog.getByRole('button', { name: '을지로 노포', pressed: true })).toBeVisible();
    await page.goto(address);
    await expect.poll(() => names(page)).toEqual([a.name, b.name, c.name, d.name]);
    await page.getByRole('button', { name: `${d.name} 내 리스트에 담기` }).click();
    await expect(page.getByText(`${d.name} 맛집이 추가되었습니다.`)).toBeVisible();
  });

  await test.step('순서는 키보드와 끌기로 바뀌고, 한 줄이 보인다', async () => {
    await page.getByRole('button', { name: '순서·메모 편집' }).click();
    const handle = (name: string) => page.getByRole('button', { name: `${name} 순서 바꾸기` });
    await handle(d.name).focus();
    for (const key of ['Space', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'Space']) {
      await page.keyboard.press(key);
      // The story waits, because the drag library measures the list between two key presses.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))));
    }
    const order = () =>
      page
        .getByRole('button', { name: /순서 바꾸기$/ })
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.replace(' 순서 바꾸기', '')));
    await expect.poll(order).toEqual([d.name, a.name, b.name, c.name]);
    const from = (await handle(c.name).boundingBox())!;
    const to = (await handle(a.name).boundingBox())!;
    await page.mouse.move(from.x + 20, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + 15, { steps: 8 });
    await page.mouse.up();
    await expect.poll(order).toEqual([d.name, c.name, a.name, b.name]);

    await page.getByRole('button', { name: `${c.name} 메모 쓰기` }).click();
    await page.getByRole('dialog').getByLabel('메모').fill('골뱅이는 여기');
    await page.getByRole('dialog').getByRole('button', { name: '저장' }).click();
    await page.getByRole('button', { name: `${b.name} 모음에서 빼기` }).click();
    await expect.poll(order).toEqual([d.name, c.name, a.name]);
    await page.getByRole('button', { name: '되돌리기' }).click();
    await expect.poll(order).toEqual([d.name, c.name, a.name, b.name]);
    await page.getByRole('button', { name: '완료' }).click();
    await page.getByRole('button', { name: '순서·메모 편집' }).click();
    await expect(page.getByText('손잡이를 끌어', { exact: false })).toBeFocused();
    await page.goBack();
    await expect(page.getByRole('button', { name: '순서·메모 편집' })).toBeVisible();
    await page.reload();
    await expect.poll(() => names(page)).toEqual([d.name, c.name, a.name, b.name]);
    await expect(page.getByText('골뱅이는 여기')).toBeVisible();
  });

  await test.step('오늘 뭐 먹지?와 필터는 이 모음에서 고른다', async () => {
    await page.getByRole('button', { name: '오늘 뭐 먹지?' }).click();
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(3);
    await page.keyboard.press('Escape');
    await page
      .getByRole('listitem')
      .filter({ hasText: a.name })
      .getByRole('button', { name: /방문 예정/ })
      .click();
    await page.getByRole('button', { name: /^방문 완료 ?1$/ }).click();
    await expect.poll(() => names(page)).toEqual([a.name]);
    await page.goBack();
    await expect.poll(async () => (await names(page)).length).toBe(4);
  });

  // every-screen.spec.ts has no id of a collection, so these screens are checked here.
  await checkScreen(page, [address, `${address}/edit`]);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${address}/edit`);
  await page.getByRole('button', { name: '모음 삭제' }).click();
  await expect(page.getByText('모음을 삭제했어요. 내 맛집은 그대로 있어요.')).toBeVisible();
  await expect(page).toHaveURL(/\/app\/collections$/);
  await page.getByRole('button', { name: '되돌리기' }).click();
  await page.getByRole('link', { name: '을지로 노포' }).click();
  await expect.poll(async () => (await names(page)).length).toBe(4);

  await test.step('네 번째 모음은 유료 회원만 만든다', async () => {
    await page.goto(`/app/restaurant/${encodeURIComponent(a.placeId)}`);
    const button = page.getByRole('button', { name: '모음에 담기' });
    await expect(button).toContainText('을지로 노포');
    await button.click();
    const dialog = page.getByRole('dialog', { name: '모음에 담기' });
    for (const name of ['둘째', '셋째', '넷째']) {
      await dialog.getByLabel('모음 이름').fill(name);
      await dialog.getByRole('button', { name: '만들기' }).click();
      if (name !== '넷째') await expect(dialog.getByRole('button', { name })).toBeVisible();
    }
    await expect(
      page.getByText('무료 회원은 모음을 3개까지 만들 수 있어요.', { exact: false }),
    ).toBeVisible();
  });
});

test('긴 모음 이름은 폭을 다 쓰고, 짧은 이름 옆에는 초대 단추가 나란하다', async ({ page }) => {
  await signUp(page);
  const positionsOf = async (name: string) => {
    const made = await page.request.post('/api/collections', {
      headers: { origin: originOf(page), 'idempotency-key': randomUUID() },
      data: { name, colour: 'pink', icon: 'soup', restaurantIds: [] },
    });
    await page.goto(`/app/collections/${(await made.json()).id}`);
    const heading = await page.getByRole('heading', { name, level: 1 }).boundingBox();
    const invite = await page.getByRole('button', { name: '함께할 사람 초대' }).boundingBox();
    return { heading: heading!, invite: invite! };
  };
  const long = await positionsOf('을지로 노포 순례길에서 만난 오래된 집들 모두 모음');
  expect(long.heading.width).toBeGreaterThan(250);
  expect(long.invite.y).toBeGreaterThanOrEqual(long.heading.y + long.heading.height);
  const short = await positionsOf('을지로 노포');
  expect(short.invite.y).toBeLessThan(short.heading.y + short.heading.height);
});

type Place = Awaited<ReturnType<typeof somePlaces>>[number];
