import { expect, test } from './support/test.ts';
import { checkScreen } from './support/check-screen.ts';
import { grantPaidTier } from './support/database.ts';
import { jointCollection, newDevice, secondDevice, send } from './support/joint-collection.ts';
import { addPlace, newMember, signUp, somePlaces, viewports } from './support/member.ts';
import { openScreen } from './support/pages.ts';

test.setTimeout(240_000);

/** People: the owner on a phone and a desktop, an editor, and a person who is removed. */
test('유료 회원이 초대한 두 사람이 한 모음을 함께 채우고, 나가고 내보낸 뒤에는 볼 수 없다', async ({
  page: phone,
  browser,
}) => {
  const device = async (viewport: { width: number; height: number } = viewports.phone) =>
    (await browser.newContext({ viewport, reducedMotion: 'reduce' })).newPage();
  const owner = await signUp(phone, newMember('은조'));
  await grantPaidTier(owner.email);
  const [a, b] = (await somePlaces(phone, 2)) as [Place, Place];
  await addPlace(phone, a.placeId, { sourceMemo: '숨긴 메모' });
  await phone.goto('/app/collections/new');
  await phone.getByLabel('모음 이름').fill('우리 동네');
  await phone.getByRole('button', { name: '만들기' }).click();
  await expect(phone.getByRole('heading', { name: '우리 동네', level: 1 })).toBeVisible();
  const address = phone.url();
  await phone.getByRole('link', { name: '맛집 담기' }).click();
  await phone.getByRole('checkbox').first().check();
  await phone.getByRole('button', { name: '선택한 곳 담기' }).click();

  await phone.getByRole('button', { name: '함께할 사람 초대' }).click();
  const dialog = phone.getByRole('dialog', { name: '멤버' });
  await dialog.getByRole('button', { name: '초대 링크 만들기' }).click();
  await expect(dialog.getByRole('button', { name: '초대 링크 보내기' })).toBeVisible();
  const collectionId = new URL(address).pathname.split('/').at(-1);
  const answer = await phone.request.get(`/api/collections/${collectionId}/invite`);
  const link = `/app/collections/join/${(await answer.json()).invite.id}`;
  await phone.keyboard.press('Escape');

  const [editor, third, desktop] = [await device(), await device(), await device(viewports.desktop)];
  await test.step('계정이 없는 사람도 무엇에 초대받았는지 보고, 참여하면 이 화면으로 돌아온다', async () => {
    await editor.goto(link);
    await expect(editor.getByRole('heading', { name: '은조님이 ‘우리 동네’에 초대했어요' })).toBeVisible();
    await expect(editor.getByRole('region', { name: '모음에 담은 맛집' })).toContainText(a.name);
    await expect(editor.getByText('1곳 · 1명')).toBeVisible();
    await expect(editor.getByText('숨긴 메모')).toHaveCount(0);
    await checkScreen(editor, [link]);
    await editor.goto(link);
    await editor.getByRole('link', { name: '이메일로 참여하기' }).click();
    await expect(editor).toHaveURL((url) => url.searchParams.get('from') === link);
  });
  for (const [page, nickname] of [
    [editor, '도윤'],
    [third, '하린'],
  ] as const) {
    await signUp(page, newMember(nickname));
    await page.goto(link);
    await expect(page.getByRole('heading', { name: '은조님이 ‘우리 동네’에 초대했어요' })).toBeVisible();
    await page.getByRole('button', { name: '함께하기' }).click();
    await expect(page.getByRole('heading', { name: '우리 동네', level: 1 })).toBeVisible();
    await expect(page.getByText('숨긴 메모')).toHaveCount(0);
  }
  await desktop.context().addCookies(await phone.context().cookies());
  await desktop.goto(address);
  await desktop.evaluate(() => navigator.serviceWorker.ready);

  await test.step('다른 사람이 바꾼 것이 열려 있는 화면에, 화면이 다시 읽지 않아도 나타난다', async () => {
    const screens = [phone, editor, desktop];
    await Promise.all(
      screens.map(async (page) => {
        // After the commit, the response cannot belong to the stream of the page before the reload.
        await page.reload({ waitUntil: 'commit' });
        await page.waitForResponse(/\/changes$/);
      }),
    );
    expect(await desktop.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await third.getByRole('button', { name: `${a.name} 가고 싶어요` }).click();
    await Promise.all(
      screens.map((page) =>
        expect(page.getByRole('button', { name: `${a.name} 가고 싶어요 1` })).toBeVisible(),
      ),
    );
    // The requests are counted from the second change, because a screen that has just opened reads the first change if
    // it came before the stream.
    const requests: string[] = [];
    for (const page of screens) page.on('request', (request) => requests.push(request.url()));
    await third.getByRole('button', { name: `${a.name} 가고 싶어요` }).click();
    await Promise.all(
      screens.map((page) =>
        expect(page.getByRole('button', { name: `${a.name} 가고 싶어요`, exact: true })).toBeVisible(),
      ),
    );
    // The stream contains the changes, so the screen must not read the collection again. A read would begin within this
    // time.
    await phone.waitForTimeout(500);
    expect(requests.filter((url) => /\/api\/collections/.test(url))).toEqual([]);
  });

  await test.step('가고 싶어요와 다녀옴, 댓글이 다른 사람의 열린 화면에 나타난다', async () => {
    await editor.getByRole('button', { name: `${a.name} 가고 싶어요` }).click();
    await third.getByRole('button', { name: `${a.name} 가고 싶어요` }).click();
    await third.getByRole('button', { name: `${a.name} 다녀왔어요` }).click();
    await phone.getByRole('button', { name: `${a.name} 가고 싶어요` }).click();
    for (const page of [phone, editor, desktop]) {
      await expect(page.getByText('모두가 가고 싶은 곳')).toBeVisible();
      await expect(page.getByText(/^하린 다녀옴 \d+\.\d+$/)).toBeVisible();
    }
    await editor.getByRole('button', { name: `${a.name} 댓글` }).click();
    await editor.getByLabel('댓글 쓰기').fill('평일 점심에 가요');
    await editor.getByRole('button', { name: '남기기' }).click();
    await expect(editor.getByRole('list', { name: '댓글' }).getByText('평일 점심에 가요')).toBeVisible();
    await editor.keyboard.press('Escape');
    await phone.getByRole('button', { name: `${a.name} 댓글 1` }).click();
    await expect(phone.getByRole('dialog').getByText('평일 점심에 가요')).toBeVisible();
    await phone.keyboard.press('Escape');
  });

  await test.step('편집자가 담은 곳이 모두에게 보인다', async () => {
    await addPlace(editor, b.placeId);
    await openScreen(editor, `/app/restaurant/${encodeURIComponent(b.placeId)}`);
    await editor.getByRole('button', { name: '모음에 담기' }).click();
    await editor.getByRole('dialog').getByRole('button', { name: '우리 동네' }).click();
    await expect(desktop.getByRole('link', { name: b.name })).toBeVisible();
  });

  await checkScreen(desktop, [address, link]);

  await test.step('내보낸 사람의 열린 화면은 닫히고, 나간 사람은 목록에서도 사라진다', async () => {
    await phone.getByRole('button', { name: '멤버 3명' }).click();
    await dialog.getByRole('button', { name: '하린님 내보내기' }).click();
    await phone.getByRole('alertdialog').getByRole('button', { name: '내보내기' }).click();
    await expect(third.getByText('볼 수 없는 모음이에요')).toBeVisible();
    // Escape closes only the upper dialog, which stays until the answer has arrived.
    await expect(phone.getByRole('alertdialog')).toBeHidden();
    await phone.keyboard.press('Escape');

    await openScreen(editor, address);
    await editor.getByRole('button', { name: '멤버 2명' }).click();
    await editor.getByRole('button', { name: '모음에서 나가기' }).click();
    await editor.getByRole('alertdialog').getByRole('button', { name: '모음에서 나가기' }).click();
    await expect(editor).toHaveURL(/\/app\/collections$/);
    await expect(editor.getByText('우리 동네')).toHaveCount(0);
    // Places of former members stay in the collection.
    await expect(phone.getByRole('link', { name: b.name })).toBeVisible();
    await expect(phone.getByRole('button', { name: '함께할 사람 초대' })).toBeVisible();
  });
});

test('함께하는 사람이 없는 주인의 열린 화면에도 새로 들어온 사람이 보이고, 초대 단추는 바로 듣는다', async ({
  page,
  browser,
}) => {
  const joint = await jointCollection([[page, '은조']]);
  await send(page, 'DELETE', `${joint.url}/invite`);
  const requests: string[] = [];
  await page.route('**/invite', async (route) => {
    // The answer is delayed, to check that the button is not visible before it works.
    if (route.request().method() === 'GET') await page.waitForTimeout(1_500);
    await route.continue();
  });
  await Promise.all([page.waitForResponse(/\/changes$/), page.goto(joint.address)]);
  await page.getByRole('button', { name: '함께할 사람 초대' }).click();
  const dialog = page.getByRole('dialog', { name: '멤버' });
  await dialog.getByRole('button', { name: '초대 링크 만들기' }).click();
  await expect(dialog.getByRole('button', { name: '초대 링크 보내기' })).toBeVisible();
  const { invite } = await (await page.request.get(`${joint.url}/invite`)).json();

  // This device has never shown the link.
  const desktop = await secondDevice(browser, page, { isDesktop: true });
  await Promise.all([desktop.waitForResponse(/\/changes$/), desktop.goto(joint.address)]);
  await expect(desktop.getByRole('button', { name: '함께할 사람 초대' })).toBeVisible();
  const joining = await newDevice(browser);
  await signUp(joining, newMember('하린'));
  for (const screen of [page, desktop]) screen.on('request', (request) => requests.push(request.url()));
  await send(joining, 'POST', `/api/collection-invites/${invite.id}/members`);
  await expect(dialog.getByText('하린')).toBeVisible();
  await expect(desktop.getByRole('button', { name: '멤버 2명' })).toBeVisible();
  expect(requests.filter((url) => /\/api\/collections/.test(url))).toEqual([]);
});

test('낮은 데스크톱에서도 함께하기는 내려가지 않아도 보인다', async ({ page, browser }) => {
  const { invitation } = await jointCollection([[page, '은조']]);
  const friend = await newDevice(browser, { isDesktop: true });
  await friend.setViewportSize({ width: 1280, height: 500 });
  await signUp(friend, newMember('도윤'));
  await friend.goto(invitation);
  await expect(friend.getByRole('button', { name: '함께하기' })).toBeInViewport({ ratio: 1 });
});

test('늦게 온 이전 답이 방금 바꾼 역할과 내보낸 사람, 주인을 되돌리지 않는다', async ({ page, browser }) => {
  const [editor, third] = [await newDevice(browser), await newDevice(browser)];
  const joint = await jointCollection([
    [page, '은조'],
    [editor, '도윤'],
    [third, '하린'],
  ]);
  await grantPaidTier(joint.members[1]!.email);
  // The stream is blocked, so that the screen polls, and the story controls the order of the responses.
  await page.route(/\/changes$/, () => {});
  await page.goto(joint.address);
  await page.getByRole('button', { name: '멤버 3명' }).click();
  const dialog = page.getByRole('dialog', { name: '멤버' });
  const role = page.getByLabel('도윤님의 권한');
  await expect(role).toHaveValue('editor');

  /** Holds responses of reads that began before a change, and sends them when the change is shown. */
  const holdReads = async (
    url: RegExp,
    { change, isShown }: Record<'change' | 'isShown', () => Promise<void>>,
  ) => {
    const [begun, shown] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const responses: Promise<void>[] = [];
    await page.route(url, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const { 'if-none-match': _, ...asked } = route.request().headers();
      const response = await route.fetch({ headers: asked });
      expect(response.status()).toBe(200);
      begun.resolve();
      const headers = { ...response.headers(), 'cache-control': 'no-store' };
      // If the page has cancelled the read, `fulfill` fails. This is not an error.
      responses.push(shown.promise.then(() => route.fulfill({ response, headers })).catch(() => {}));
    });
    await begun.promise;
    await change();
    await isShown();
    shown.resolve();
    await Promise.all(responses);
    await page.unroute(url);
    // This time is shorter than the time until the screen polls again.
    await page.waitForTimeout(500);
    await isShown();
  };
  const document = new RegExp(`/api/collections/${joint.id}(/since/\\d+)?$`);
  const confirm = (name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click();

  await holdReads(document, {
    change: async () => void (await role.selectOption('reader')),
    isShown: () => expect(role).toHaveValue('reader'),
  });
  await holdReads(document, {
    change: async () => {
      await dialog.getByRole('button', { name: '하린님 내보내기' }).click();
      await confirm('내보내기');
    },
    isShown: () => expect(dialog.getByText('하린')).toHaveCount(0),
  });
  await holdReads(document, {
    change: async () => {
      await dialog.getByRole('button', { name: '도윤님에게 모음 넘기기' }).click();
      await confirm('넘기기');
    },
    isShown: () => expect(dialog.getByRole('button', { name: '모음에서 나가기' })).toBeVisible(),
  });
});

test('잘못 누른 다녀왔어요는 그 날짜로 되돌리고, 댓글은 물어본 다음 삭제한다', async ({ page, browser }) => {
  const friend = await newDevice(browser);
  const joint = await jointCollection([
    [page, '은조'],
    [friend, '도윤'],
  ]);
  const [a] = joint.places;
  const place = `${joint.url}/places/${encodeURIComponent(a.placeId)}`;
  await send(page, 'PUT', `${place}/reaction`, { visitedOn: '2025-11-02' });
  await send(friend, 'POST', `${place}/comments`, { text: '평일 점심에 가요' });
  await page.goto(joint.address);
  const visit = page.getByText('은조 다녀옴 2025.11.2', { exact: true });
  await expect(visit).toBeVisible();
  await page.getByRole('button', { name: `${a.name} 다녀왔어요` }).click();
  await expect(visit).toHaveCount(0);
  await page.getByRole('button', { name: '되돌리기' }).click();
  await expect(visit).toBeVisible();

  await page.getByRole('button', { name: `${a.name} 댓글 1` }).click();
  const comment = page.getByRole('list', { name: '댓글' }).getByText('평일 점심에 가요');
  const press = async (name: string) => {
    await page.getByRole('button', { name: '도윤님의 댓글 삭제' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name }).click();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  };
  await press('취소');
  await expect(comment).toBeVisible();
  await press('삭제');
  await expect(comment).toHaveCount(0);
  await page.getByRole('dialog').getByRole('button', { name: '닫기' }).click();

  await test.step('내 리스트의 도장은 남에게 보이지 않으므로, 다녀왔어요 대신 알리기를 보여 준다', async () => {
    const been = page.getByRole('button', { name: `${a.name} 다녀왔어요` });
    const show = page.getByRole('button', { name: `${a.name} 방문 표시하기` });
    await been.click();
    await expect(been).toHaveAttribute('aria-pressed', 'false');
    await page
      .getByRole('listitem')
      .filter({ hasText: a.name })
      .getByRole('button', { name: /누르면 방문 완료로/ })
      .click();
    await expect(been).toHaveCount(0);
    await show.click();
    await expect(been).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByText(/^은조 다녀옴/)).toBeVisible();
  });
});

type Place = Awaited<ReturnType<typeof somePlaces>>[number];
