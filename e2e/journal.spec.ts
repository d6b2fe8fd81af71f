import { randomUUID } from 'node:crypto';
import { expect, originOf, type Page, test } from './support/test.ts';
import { signInAs } from './support/admin.ts';
import { endMembership, grantPaidTier } from './support/database.ts';
import { addPlace, findPlace, newMember, savedRestaurants, signUp, viewports } from './support/member.ts';
import { openScreen, watchNetwork } from './support/pages.ts';

test.use({ viewport: viewports.phone });

const picture = async (page: Page, colour: string) => ({
  name: 'meal.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    await page.evaluate((fill) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [64, 48];
      const context = canvas.getContext('2d');
      if (context) context.fillStyle = fill;
      context?.fillRect(0, 0, 64, 48);
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    }, colour),
    'base64',
  ),
});

const daysAgo = (days: number) =>
  new Date(Date.now() + 9 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);

test('로그인하지 않았거나 풀렸으면 무엇을 하려면 로그인이 필요한지 말하고, 적던 것은 남는다', async ({
  page,
}) => {
  await page.goto('/app/momokzi-journal/write');
  await expect(page).toHaveURL(/login/);
  await expect(page.getByText('일지를 작성하려면 로그인이 필요합니다.')).toBeVisible();
  await page.goto('/app/momokzi-journal/0190f0e0-0000-7000-8000-000000000000/edit');
  await expect(page.getByText('일지를 수정하려면 로그인이 필요합니다.')).toBeVisible();
  await page.goto('/app/momokzi-journal');
  await expect(page).toHaveURL(/login/);
  await expect(page.getByText('로그인이 필요합니다.')).toHaveCount(0);

  await signUp(page);
  await page.goto('/app/momokzi-journal/write');
  await page.getByRole('combobox', { name: '어디에서 먹었어요?' }).fill('첫 집');
  await page.getByRole('button', { name: '저장하기' }).click();
  await expect(page).toHaveURL(/momokzi-journal$/);
  await page.getByRole('link', { name: '첫 집', exact: true }).first().click();
  await expect(page.getByRole('button', { name: '삭제' })).toBeVisible();
  const cookies = await page.context().cookies();
  // The story waits until the requests of the page have ended. If the session ended earlier, one of these requests
  // would already ask the member to log in before the press.
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies();
  await page.getByRole('button', { name: '삭제' }).click();
  const dialog = page.getByRole('dialog', { name: '다시 로그인해 주세요' });
  await expect(dialog).toContainText('일지를 삭제하려면 로그인이 필요합니다.');
  await page.context().addCookies(cookies);
  await page.goto('/app/momokzi-journal/write');
  await expect(page.getByRole('combobox', { name: '어디에서 먹었어요?' })).toBeVisible();
  const networkIdle = watchNetwork(page);
  await page.getByRole('combobox', { name: '어디에서 먹었어요?' }).fill('둘째 집');
  // Typing has started a search for places. If the session ended earlier, this search would ask the member to log in.
  await networkIdle();
  await page.context().clearCookies();
  await page.getByRole('button', { name: '저장하기' }).click();
  await expect(dialog).toContainText('일지를 작성하려면 로그인이 필요합니다.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox', { name: '어디에서 먹었어요?' })).toHaveValue('둘째 집');
});

test('한 주의 일지를 사진과 함께 쓰고, 찾고, 고치고, 지웠다가 되돌린다', async ({ page }) => {
  await signUp(page);
  const { placeId } = await findPlace(page, '해달골');
  expect((await addPlace(page, placeId)).status()).toBe(201);
  const textOf = (text: string) => page.getByRole('article').getByText(text);
  const save = () => page.getByRole('button', { name: '저장하기' }).click();

  await test.step('빈 일지에서 내 리스트의 집을 초성으로 찾아 쓴다', async () => {
    await page.goto('/app/momokzi-journal');
    await expect(page.getByText('첫 끼를 기록해 볼까요?')).toBeVisible();
    await page.getByRole('link', { name: '일지 쓰기', exact: true }).first().click();
    const where = page.getByRole('combobox', { name: '어디에서 먹었어요?' });
    await where.pressSequentially('ㅎㄷㄱ', { delay: 40 });
    await page.getByRole('option', { name: /해달골 국밥/ }).click();
    await expect(page.getByLabel('방문 완료로 바꾸기')).toBeChecked();
    await page.getByLabel('시간').fill('18:40');
    await page.getByLabel('무엇을 먹었어요?').fill('국물까지 싹 비움.');
    await page.getByRole('button', { name: '가족과' }).click();
    await page.getByRole('button', { name: '직접 입력' }).first().click();
    await page.getByLabel('누구와 먹었어요? 직접 입력').fill('지윤이');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '기념일/축하' }).click();
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await picture(page, '#a33'));
    await expect(page.getByRole('button', { name: '1번째 사진 삭제' })).toBeVisible();
  });

  await test.step('새로 고쳐도 적던 것이 남고, 저장하면 방문 완료가 된다', async () => {
    await expect
      .poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }).includes('thumbhash')))
      .toBe(true);
    await page.reload();
    await expect(page.getByText('작성 중이던 일지를 불러왔어요.')).toBeVisible();
    await expect(page.getByLabel('무엇을 먹었어요?')).toHaveValue('국물까지 싹 비움.');
    await expect(page.getByRole('button', { name: '1번째 사진 삭제' })).toBeVisible();
    await save();
    await expect(page).toHaveURL(/momokzi-journal$/);
    await expect(textOf('국물까지 싹 비움.')).toBeVisible();
    await expect(textOf('지윤이')).toBeVisible();
    await expect(page.getByRole('button', { name: /사진 1장 중 1번째 크게 보기/ })).toBeVisible();
    await expect.poll(async () => (await savedRestaurants(page))[0].status).toBe('방문 완료');
  });

  await test.step('엿새를 더, 이름만 적어서 쓴다', async () => {
    for (let days = 1; days <= 6; days += 1) {
      await openScreen(page, `/app/momokzi-journal/write?day=${daysAgo(days)}`);
      await page.getByRole('combobox', { name: '어디에서 먹었어요?' }).fill(`골목집 ${days}호`);
      if (days === 3)
        await page
          .getByLabel('무엇을 먹었어요?')
          .fill(`${'김이 오르는 한 그릇. '.repeat(60)}마지막엔 수정과`);
      await save();
      await expect(page).toHaveURL(/momokzi-journal$/);
    }
    await expect(page.getByText('모먹지 일지').first()).toBeVisible();
  });

  await test.step('긴 글의 끝에 있는 말도 찾고, 주소에 남는다', async () => {
    const search = page.getByLabel('일지에서 찾기');
    await search.fill('ㅅㅈㄱ');
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.getByRole('heading', { name: '골목집 3호' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('article')).toHaveCount(1);
    await search.fill('없는 말');
    await expect(page.getByText('맞는 일지가 없어요')).toBeVisible();
    await page.getByRole('button', { name: '모두 보기' }).click();
    await page.getByRole('group', { name: '필터' }).getByRole('button', { name: '가족과' }).click();
    await expect(page).toHaveURL(/tag=/);
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.goBack();
    await expect(page.getByRole('article').nth(1)).toBeVisible();
  });

  await test.step('달력에서 하루를 본다', async () => {
    const today = page.getByRole('button', { name: /일지 1개 보기/ }).last();
    await today.click();
    await expect(today).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page).toHaveURL(/day=/);
    await today.click();
    await expect(page.getByRole('article').nth(1)).toBeVisible();
  });

  await test.step('고친다', async () => {
    await openScreen(page, '/app/momokzi-journal');
    await page.getByRole('link', { name: '해달골 국밥 일지 수정' }).click();
    await page.getByLabel('무엇을 먹었어요?').fill('다시 가서 수육까지.');
    await save();
    await expect(textOf('다시 가서 수육까지.')).toBeVisible();
  });

  await test.step('집의 화면에 있고, 지웠다가 되돌린다', async () => {
    await openScreen(page, `/app/restaurant/${encodeURIComponent(placeId)}`);
    await page.getByRole('link', { name: /다시 가서 수육까지/ }).click();
    await expect(textOf('다시 가서 수육까지.')).toBeVisible();
    await page.getByRole('button', { name: '삭제' }).click();
    await expect(page.getByText('일지를 삭제했어요.')).toBeVisible();
    await page.getByRole('button', { name: '되돌리기' }).click();
    await expect(page.getByText('일지를 되돌렸어요.')).toBeVisible();
    await openScreen(page, '/app/momokzi-journal');
    await expect(textOf('다시 가서 수육까지.')).toBeVisible();
  });

  await test.step('한 해를 돌아보고 카드를 저장한다', async () => {
    await page.getByRole('link', { name: '돌아보기' }).click();
    const card = page.getByRole('img', { name: /결산/ });
    await expect.poll(() => card.evaluate((img: HTMLImageElement) => img.naturalHeight)).toBe(1920);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: '이미지 저장' }).click();
    expect((await download).suggestedFilename()).toMatch(/^momokzi-\d{4}\.png$/);
  });
});

test('휴대전화에서는 달력이 한 주만 보여서 일지가 첫 화면에 있고, 펼치면 한 달이 보인다', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAs(page, 'paid');
  await page.goto('/app/momokzi-journal');
  const entry = page.getByRole('article').first();
  await expect(entry).toBeVisible();
  expect((await entry.boundingBox())?.y).toBeLessThan(500);
  const calendar = page.getByRole('region', { name: '일지 달력' });
  const days = calendar.locator('.journal-cell:visible');
  expect(await days.count()).toBeLessThanOrEqual(7);
  const wholeMonth = calendar.getByRole('button', { name: '한 달 펼치기' });
  await wholeMonth.click();
  await expect(wholeMonth).toHaveAttribute('aria-expanded', 'true');
  expect(await days.count()).toBeGreaterThanOrEqual(28);
  await wholeMonth.click();
  expect(await days.count()).toBeLessThanOrEqual(7);
});

test('올해 일지가 아직 없으면 일지가 있는 마지막 해를 돌아본다', async ({ page }) => {
  await signUp(page, newMember('은조'));
  const day = (year: number) => Date.UTC(year, 11, 30);
  for (const year of [2019, 2021])
    await page.request.post('/api/journal/entries', {
      headers: { origin: originOf(page), 'idempotency-key': randomUUID() },
      data: { restaurantName: '골목 국수', visitDate: day(year) },
    });
  await page.goto('/app/momokzi-journal/yearly-review');
  await expect(page.getByRole('heading', { name: '2021년' })).toBeVisible();
  await expect(page.getByRole('img', { name: /결산/ })).toBeVisible();
});

test('돌아보기 카드는 누른 그 순간 공유한다', async ({ page }) => {
  // Safari allows sharing only while the press is being handled.
  await page.addInitScript(() => {
    let isPressed = false;
    const shared: string[] = [];
    window.addEventListener(
      'click',
      () => {
        isPressed = true;
        setTimeout(() => {
          isPressed = false;
        });
      },
      true,
    );
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files }: { files: File[] }) => {
        if (!isPressed) throw new DOMException('no activation', 'NotAllowedError');
        shared.push(...files.map(({ name, size }) => `${name} ${size > 1000}`));
      },
    });
    Object.assign(window, { shared });
  });
  await signInAs(page, 'paid');
  await page.goto('/app/momokzi-journal');
  await page.getByRole('link', { name: '돌아보기' }).click();
  const button = page.getByRole('button', { name: '공유하기' });
  await expect(button).not.toHaveAttribute('aria-busy', 'true');
  await button.click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared: string[] }).shared))
    .toEqual([expect.stringMatching(/^momokzi-\d{4}\.png true$/)]);
});

test('넓은 화면에서 일지 쓰기 버튼은 일지의 버튼을 가리지 않는 자리에 있다', async ({ page }) => {
  await signUp(page);
  const answer = await page.request.post('/api/journal/entries', {
    headers: { origin: originOf(page), 'idempotency-key': randomUUID() },
    data: { id: randomUUID(), restaurantName: '해달골 국밥', visitDate: Date.parse(daysAgo(1)) },
  });
  expect(answer.status()).toBe(201);
  const list = page.getByRole('region', { name: '일지 목록' });
  const write = page.getByRole('navigation', { name: '바로가기' }).getByRole('link', { name: '일지 쓰기' });
  /** Returns the right edge of the list minus the left edge of the button. */
  const overlap = async () => {
    const [shown, button] = [await list.boundingBox(), await write.boundingBox()];
    return shown!.x + shown!.width - button!.x;
  };
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto('/app/momokzi-journal');
  await expect(list.getByText('해달골 국밥')).toBeVisible();
  for (const [width, height] of [
    [1024, 768],
    [1280, 800],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(overlap, `at ${width} px`).toBeLessThanOrEqual(0);
  }
});

test('글자를 두 배로 키워도 일지에 가게 이름이 다 보인다', async ({ page }) => {
  await page.setViewportSize(viewports.desktop);
  await signUp(page);
  const answer = await page.request.post('/api/journal/entries', {
    headers: { origin: originOf(page), 'idempotency-key': randomUUID() },
    data: { restaurantName: '하얀굴뚝이자카야 본점', visitDate: Date.UTC(2026, 10, 1) },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  await page.goto('/app/momokzi-journal');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const name = page.getByRole('link', { name: '하얀굴뚝이자카야 본점', exact: true });
  await expect(name).toBeVisible();
  expect(await name.evaluate((link) => link.scrollWidth - link.clientWidth)).toBeLessThanOrEqual(0);
});

test('끊긴 채 저장하고 화면을 떠나도, 연결되면 일지가 남고 집은 방문 완료가 된다', async ({
  page,
  context,
}) => {
  await signUp(page);
  const { placeId } = await findPlace(page, '해달골');
  expect((await addPlace(page, placeId)).status()).toBe(201);
  await page.goto('/app/momokzi-journal');
  await page.getByRole('region', { name: '일지 목록' }).getByRole('link', { name: '일지 쓰기' }).click();
  await page.getByRole('combobox', { name: '어디에서 먹었어요?' }).fill('해달골');
  await page.getByRole('option', { name: /해달골 국밥/ }).click();
  await expect(page.getByLabel('방문 완료로 바꾸기')).toBeChecked();
  await page.getByLabel('날짜').fill('2025-04-18');
  await page.getByLabel('시간').fill('18:40');
  const visitedAt = await page.evaluate(() => new Date(2025, 3, 18, 18, 40).getTime());
  await context.setOffline(true);
  await page.getByRole('button', { name: '연결되면 저장' }).click();
  await page.goBack();
  await expect(page).toHaveURL(/momokzi-journal$/);
  await context.setOffline(false);
  await expect(page.getByRole('link', { name: '해달골 국밥' }).first()).toBeVisible();
  await expect
    .poll(() => savedRestaurants(page))
    .toMatchObject([{ id: placeId, status: '방문 완료', visitedAt }]);
});

test('사진이 여러 장인 일지에서 멤버십이 끝나면, 사진을 빼도 무료 회원의 한 장보다 더 넣을 수 없다', async ({
  page,
}) => {
  const { email } = await signUp(page);
  await grantPaidTier(email);
  await page.goto('/app/momokzi-journal/write');
  await page.getByRole('combobox', { name: '어디에서 먹었어요?' }).fill('골목집');
  const meals = await Promise.all(['#a33', '#3a3', '#33a'].map((colour) => picture(page, colour)));
  await page.locator('input[type=file]').first().setInputFiles(meals);
  await expect(page.getByRole('button', { name: '3번째 사진 설명 적기' })).toBeVisible();
  await page.getByRole('button', { name: '저장하기' }).click();
  await expect(page).toHaveURL(/momokzi-journal$/);
  const [{ id }] = (await (await page.request.get('/api/journal')).json()).entries;

  await endMembership(email);
  await page.goto(`/app/momokzi-journal/${id}/edit`);
  await expect(page.getByText('3장 · 무료는 1장까지')).toBeVisible();
  await page.getByRole('button', { name: '3번째 사진 삭제' }).click();
  await expect(page.getByRole('button', { name: '유료 회원은 10장' })).toBeVisible();
  await expect(page.getByText('사진 추가')).toHaveCount(0);
});

test('두 탭에서 수정한 일지는 비교해서 고른 뒤에 저장하고, 다른 탭은 다시 볼 때 새 내용을 보여 준다', async ({
  page,
  context,
}) => {
  await signUp(page);
  await page.goto('/app/momokzi-journal/write');
  await page.getByRole('combobox', { name: '어디에서 먹었어요?' }).fill('골목집');
  const text = (tab: Page) => tab.getByLabel('무엇을 먹었어요?');
  const save = (tab: Page) => tab.getByRole('button', { name: '저장하기' }).click();
  await text(page).fill('처음 쓴 글');
  await save(page);
  await page.getByRole('link', { name: '골목집', exact: true }).first().click();
  await page.getByRole('link', { name: '수정' }).click();
  await expect(text(page)).toHaveValue('처음 쓴 글');

  const other = await context.newPage();
  await other.goto(page.url());
  await text(other).fill('다른 탭의 글');
  await save(other);
  await expect(other.getByRole('article').getByText('다른 탭의 글')).toBeVisible();

  await text(page).fill('이 탭의 글');
  await save(page);
  const dialog = page.getByRole('dialog', { name: '다른 곳에서 먼저 수정했어요' });
  await expect(dialog).toContainText('이 탭의 글');
  await expect(dialog).toContainText('다른 탭의 글');
  await expect(dialog).not.toContainText('골목집');
  await dialog.getByRole('button', { name: '지금 쓴 내용으로 저장' }).click();
  await expect(page.getByRole('article').getByText('이 탭의 글')).toBeVisible();

  await other.bringToFront();
  await other.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(other.getByRole('article').getByText('이 탭의 글')).toBeVisible();
});

test('밤새 열어 둔 일지의 달력에서 오늘은 새날이다', async ({ page }) => {
  await signUp(page);
  await page.clock.install();
  await page.goto('/app/momokzi-journal');
  const today = page.locator('.journal-cell[data-today] > [aria-hidden]');
  const writtenToday = () => page.evaluate(() => String(new Date().getDate()));
  await expect(today).toHaveText(await writtenToday());
  await page.clock.fastForward('24:00:00');
  await expect(today).toHaveText(await writtenToday());
});
