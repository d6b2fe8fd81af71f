import { expect, type Page, test } from './support/test.ts';
import { signInAs } from './support/admin.ts';
import { violations } from './support/check-screen.ts';
import { grantPaidTier } from './support/database.ts';
import { addPlace, newMember, savedRestaurants, signUp, somePlaces, viewports } from './support/member.ts';

/**
 * The stories of this file have three people: the owner of a list, a visitor who signs up midway, and a member with
 * eight places.
 */

async function createLink(page: Page, title: string): Promise<string> {
  await page.goto('/app/share-my-list');
  await page.getByRole('button', { name: '링크 만들기' }).click();
  await page.getByRole('button', { name: '내 맛집 전체' }).click();
  await page.getByLabel('제목').fill(title);
  await page.getByText('공개 범위와 기간').click();
  await page.getByLabel('내 한줄평').check();
  await expect(page.getByRole('region', { name: '받은 사람에게 보이는 모습' })).toContainText(title);
  await page.getByRole('button', { name: '링크 만들기' }).click();
  const link = page.getByRole('link', { name: `${title} 링크 열어 보기` });
  await expect(link).toBeVisible();
  // Without a Kakao key there is no KakaoTalk button.
  await expect(page.getByRole('button', { name: /카카오톡/ })).toHaveCount(0);
  return (await link.getAttribute('href')) as string;
}

test('주인이 만든 링크를 모르는 사람이 열어 보고, 가입해서 고른 집을 담는다', async ({ page, browser }) => {
  const owner = await signUp(page, newMember('은조'));
  await grantPaidTier(owner.email);
  const places = await somePlaces(page, 5);
  for (const { placeId } of places.slice(0, 4)) await addPlace(page, placeId, { sourceMemo: '숨긴 메모' });
  const last = places[4] as (typeof places)[number];
  await addPlace(page, last.placeId, { status: '방문 완료', rating: 4.5, review: '국물이 시원해요' });
  const link = await createLink(page, '비 오는 날 국물 지도');

  const visitor = await (await browser.newContext({ viewport: viewports.phone })).newPage();
  await test.step('로그인하지 않아도 보이고, 주인이 보여 주지 않은 것은 없다', async () => {
    await visitor.goto(link);
    await expect(visitor.getByRole('heading', { name: '비 오는 날 국물 지도', level: 1 })).toBeVisible();
    await expect(visitor.getByText('은조님의 리스트 · 5곳 중 1곳 다녀왔어요')).toBeVisible();
    await expect(visitor.getByText('국물이 시원해요')).toBeVisible();
    await expect(visitor.getByText('4.5')).toHaveCount(0);
    await expect(visitor.getByText('숨긴 메모')).toHaveCount(0);
    await expect(visitor.getByRole('button', { name: '5곳 내 리스트에 담기' })).toBeVisible();
  });

  await test.step('가게를 누르면 주소와 지도 앱, 담기가 보인다', async () => {
    await visitor.getByRole('button', { name: last.name, exact: true }).click();
    const sheet = visitor.getByRole('dialog', { name: last.name });
    await expect(sheet.getByRole('button', { name: '내 리스트에 담기' })).toBeVisible();
    await expect(sheet.getByRole('link', { name: '카카오맵' })).toHaveAttribute(
      'href',
      /^https:\/\/map\.kakao\.com\/link\/map\//,
    );
    expect(await violations(visitor)).toEqual([]);
    await visitor.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  });

  await test.step('필터는 새로고침해도 그대로다', async () => {
    await visitor.getByRole('button', { name: '방문 완료', exact: true }).click();
    await expect(visitor.getByRole('heading', { name: /1곳/ })).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByRole('checkbox')).toHaveCount(1);
    await visitor.goBack();
    await expect(visitor.getByRole('checkbox')).toHaveCount(5);
  });

  await test.step('담으려면 로그인해야 하고, 고른 것은 가입하고 돌아오면 담긴다', async () => {
    for (const { name } of places.slice(0, 2)) {
      await visitor.getByRole('checkbox', { name: `${name} 선택` }).check();
    }
    await visitor.getByRole('button', { name: '선택한 2곳 담기' }).click();
    await expect(visitor.getByText('맛집을 추가하려면 로그인이 필요합니다.')).toBeVisible();
    const dialog = visitor.getByRole('dialog');
    await dialog.getByRole('link', { name: '무료로 시작하기' }).click();
    const stranger = newMember('새 친구');
    await visitor.getByRole('button', { name: '이메일로 가입하기' }).click();
    await visitor.getByLabel('닉네임').fill(stranger.nickname);
    await visitor.getByLabel('이메일').fill(stranger.email);
    await visitor.getByLabel('비밀번호', { exact: true }).fill(stranger.password);
    await visitor.getByLabel('비밀번호 확인').fill(stranger.password);
    await visitor.getByLabel('만 14세 이상이에요').check();
    await visitor.getByRole('button', { name: '가입하기', exact: true }).click();
    await expect(visitor).toHaveURL((url) => url.pathname === new URL(link, url).pathname);
    await expect(visitor.getByText('선택한 맛집들을 내 리스트로 가져왔습니다!')).toBeVisible();
    await expect(visitor.getByText('내 리스트에 있음')).toHaveCount(2);
    await expect(visitor.getByText('둘 다 가고 싶은 곳 2')).toBeVisible();
    await expect(visitor.getByRole('button', { name: '메뉴 열기' })).toBeVisible();
  });

  await test.step('오늘 뭐 먹지?: 한 곳씩, 왜 그곳인지와 함께 고른다', async () => {
    // The story sets the time to noon, because at night the places that both people want could be closed, and closed
    // places come last.
    await visitor.clock.setFixedTime('2026-11-24T12:30:00+09:00');
    await visitor.getByRole('button', { name: '오늘 뭐 먹지?' }).click();
    const pick = visitor.getByRole('dialog');
    await expect(pick.getByText('둘 다 아직 못 가 본 곳이에요')).toBeVisible();
    const first = await pick.getByRole('heading').textContent();
    await visitor.context().grantPermissions(['geolocation']);
    await visitor.context().setGeolocation({ latitude: 37.5665, longitude: 126.978 });
    await pick.getByRole('button', { name: '내 위치에서 가까운 곳으로' }).click();
    await expect(pick.getByRole('button', { name: '내 위치에서 가까운 곳으로' })).toHaveCount(0);
    await pick.getByRole('button', { name: '다시 뽑기' }).click();
    await pick.getByRole('button', { name: '자세히 보기' }).click();
    await expect(visitor).toHaveURL(/selected=/);
    expect(first).not.toBe('');
  });

  await test.step('한 곳은 이름을 말하고, 주인이 멈추면 멈췄다고, 삭제하면 볼 수 없다고 한다', async () => {
    const third = places[2] as (typeof places)[number];
    await visitor.getByRole('button', { name: `${third.name} 내 리스트에 담기` }).click();
    await expect(visitor.getByText(`${third.name} 맛집이 추가되었습니다.`)).toBeVisible();

    await page.getByRole('button', { name: /공유 일시 중지/ }).click();
    await expect(page.getByText('공유를 일시 중지했어요.')).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByText('공유가 일시 중지된 리스트예요')).toBeVisible();
    await page.getByRole('button', { name: /다시 공유/ }).click();
    await expect(page.getByText('공유를 다시 시작했어요.')).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByText('국물이 시원해요')).toBeVisible();
    await page.getByRole('button', { name: /링크 삭제/ }).click();
    await page.getByRole('button', { name: '삭제', exact: true }).last().click();
    await expect(page.getByText('링크를 삭제했어요.')).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByText('지금은 볼 수 없는 링크예요')).toBeVisible();
  });
});

test('링크를 만들면 기기의 공유 창이 열린다', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(navigator, {
      share: async (shared: ShareData) => void Object.assign(window, { shared }),
    });
  });
  const owner = await signUp(page);
  await grantPaidTier(owner.email);
  for (const { placeId } of await somePlaces(page, 2)) await addPlace(page, placeId);
  const link = await createLink(page, '둘이 갈 곳');
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared?: ShareData }).shared))
    .toMatchObject({ title: '둘이 갈 곳', url: expect.stringContaining(link) });
});

test('여덟 곳 있는 무료 회원은 세 곳을 한 번에 담을 수 없고, 담은 곳은 자리가 있는 만큼 제 것으로 바꾼다', async ({
  page,
  browser,
}) => {
  const owner = await signUp(page);
  await grantPaidTier(owner.email);
  const places = await somePlaces(page, 12);
  for (const { placeId } of places.slice(0, 3)) await addPlace(page, placeId);
  const link = await createLink(page, '세 곳');

  const friend = await (await browser.newContext({ viewport: viewports.desktop })).newPage();
  await signUp(friend);
  for (const { placeId } of places.slice(3, 11)) await addPlace(friend, placeId);
  await friend.goto(link);
  await friend.getByRole('button', { name: '3곳 내 리스트에 담기' }).click();
  await expect(
    friend.getByText('무료 회원은 10개까지 추가 가능합니다. (3개를 더 추가하면 초과됩니다.)'),
  ).toBeVisible();
  await friend.keyboard.press('Escape');
  await friend.getByRole('checkbox').first().check();
  await friend.getByRole('checkbox').nth(1).check();
  await friend.getByRole('button', { name: '선택한 2곳 담기' }).click();
  await expect(friend.getByText('선택한 맛집들을 내 리스트로 가져왔습니다!')).toBeVisible();
  await friend.getByRole('button', { name: '지도에서 보기' }).click();
  await expect(friend).toHaveURL(/\/app\?area=/);
  await expect(friend.getByText('선택한 맛집들을 내 리스트로 가져왔습니다!')).toBeVisible();

  await test.step('담은 곳은 누구의 리스트에서 왔는지 말하고, 내 것으로 바꿨다가 되돌릴 수 있다', async () => {
    const restaurants = await savedRestaurants(friend);
    const taken: { id: string }[] = restaurants.filter(
      (one: { sharedListId: string | null }) => one.sharedListId,
    );
    expect(taken).toHaveLength(2);
    const card = friend.getByRole('region', { name: '공유받은 리스트에서 담은 곳' });
    const convert = card.getByRole('button', { name: '내 맛집으로 바꾸기' });
    for (const [nth, { id }] of taken.entries()) {
      await friend.goto(`/app/restaurant/${encodeURIComponent(id)}`);
      await expect(card.getByRole('link', { name: '은조님의 ‘세 곳’' })).toBeVisible();
      await expect(card).toContainText('무료로 담을 수 있는 10곳에 포함되지 않아요.');
      await convert.click();
      await expect(friend.getByText('내 맛집으로 바꿨어요.')).toBeVisible();
      await expect(card).toHaveCount(0);
      if (nth > 0) continue;
      await friend.getByRole('button', { name: '되돌리기' }).click();
      await expect(friend.getByText('공유받은 리스트에서 담은 곳으로 되돌렸어요.')).toBeVisible();
      await convert.click();
      await expect(card).toHaveCount(0);
    }
  });

  await test.step('열 자리가 차면 바꿀 수 없고 유료 안내가 나오며, 담은 곳은 그대로 남는다', async () => {
    await friend.goto(link);
    await friend.getByRole('button', { name: '1곳 내 리스트에 담기' }).click();
    await expect(friend.getByText(/맛집이 추가되었습니다/)).toBeVisible();
    const restaurants = await savedRestaurants(friend);
    // A document arrives while the answer is awaited. The outbox must apply its waiting actions to this document again.
    const pressed = Promise.withResolvers<void>();
    await friend.route('**/api/journal', async (route) => {
      await pressed.promise;
      await route.continue();
    });
    await friend.route('**/convert', async (route) => {
      const journal = friend.waitForResponse('**/api/journal');
      pressed.resolve();
      await (await journal).finished();
      await friend.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      await route.continue();
    });
    await friend.goto(`/app/restaurant/${encodeURIComponent(restaurants[0].id)}`);
    const convert = friend.getByRole('button', { name: '내 맛집으로 바꾸기' });
    await convert.click();
    await expect(friend.getByRole('dialog')).toContainText('무료 회원은');
    await friend.keyboard.press('Escape');
    await page.getByRole('button', { name: /공유 일시 중지/ }).click();
    await friend.reload();
    await expect(friend.getByText('원래 리스트는 지금 볼 수 없어요.')).toBeVisible();
    await expect(convert).toBeVisible();
  });
});

test('링크를 만들다 답을 잃고 다시 눌러도 하나고, 제 링크를 연 주인에게는 관리를 권한다', async ({
  page,
}) => {
  const owner = await signUp(page, newMember('은조'));
  await grantPaidTier(owner.email);
  for (const { placeId } of await somePlaces(page, 3)) await addPlace(page, placeId);
  let lost = 0;
  await page.route('**/api/list-shares', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue();
    lost += 1;
    // The server creates the link, but its response does not arrive.
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.goto('/app/share-my-list');
  await page.getByRole('button', { name: '링크 만들기' }).click();
  await page.getByRole('button', { name: '내 맛집 전체' }).click();
  await page.getByLabel('제목').fill('한 번만');
  await page.getByRole('button', { name: '링크 만들기' }).click();
  await expect(page.getByText('연결이 끊겼어요. 다시 시도해 주세요.')).toBeVisible();
  await page.getByRole('button', { name: '링크 만들기' }).click();
  const link = page.getByRole('link', { name: '한 번만 링크 열어 보기' });
  await expect(link).toHaveCount(1);
  const { shares } = await (await page.request.get('/api/list-shares')).json();
  expect(shares).toHaveLength(1);
  expect(lost).toBe(1);

  await link.click();
  await expect(page.getByText('내가 공유한 리스트예요. 받은 사람에게 이렇게 보여요.')).toBeVisible();
  await expect(page.getByText('내 리스트에 있음')).toHaveCount(0);
  await expect(page.getByText(/둘 다 가고/)).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('link', { name: '링크 관리' }).click();
  await expect(page.getByText('아직 열어 본 사람이 없어요')).toBeVisible();
});

test('링크를 만드는 화면은 360픽셀에서 옆으로 넘치지 않는다', async ({ page }) => {
  await signInAs(page, 'paid');
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/app/share-my-list');
  await page.getByRole('button', { name: '링크 만들기' }).click();
  await expect(page.getByRole('heading', { name: '링크 만들기' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('공유 리스트에서 글을 치자마자 필터를 눌러도 친 글이 주소에 남는다', async ({ page }) => {
  const owner = await signUp(page, newMember('은조'));
  await grantPaidTier(owner.email);
  const [first, ...others] = await somePlaces(page, 9);
  for (const { placeId } of others) await addPlace(page, placeId);
  await addPlace(page, first?.placeId ?? '', { status: '방문 완료' });
  await page.goto(await createLink(page, '빠른 손'));
  await page.getByRole('searchbox').focus();
  await page.getByRole('button', { name: '방문 완료', exact: true }).evaluate((chip: HTMLElement) => {
    // Both actions run in one task, so that the filter is pressed before the page is rendered with the text.
    document.execCommand('insertText', false, '가');
    (document.activeElement as HTMLElement).blur();
    chip.click();
  });
  await expect(page).toHaveURL(/status=done/);
  expect(new URL(page.url()).searchParams.get('q')).toBe('가');
});
