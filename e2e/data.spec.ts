import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from './support/test.ts';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import { expireArchives } from './support/database.ts';
import { addPlace, signUp, somePlaces } from './support/member.ts';
import { inboxPage, mailTo } from './support/sandbox.ts';
import { openScreen } from './support/pages.ts';

/** Downloads the archive and returns the path of the saved file. */
async function downloadArchive(page: Page): Promise<string> {
  await page.goto('/app/settings');
  await page.getByRole('link', { name: /^내 데이터 관리/ }).click();
  await page.getByRole('button', { name: '모두 받기' }).click();
  const link = page.getByRole('link', { name: /^파일 받기/ });
  await expect(link).toBeVisible({ timeout: 20_000 });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe('momokzi-data.zip');
  return download.path();
}

/** Key of the filter shortcuts of the signed-in member in this browser. */
async function shortcutsKey(page: Page): Promise<string> {
  const { me } = (await (await page.request.get('/api/me')).json()) as { me: { uid: string } };
  return `filter-shortcuts:${me.uid}`;
}

test('보이는 맛집을 파일로 내보낸다', async ({ page }) => {
  await signUp(page);
  const places = await somePlaces(page, 3);
  for (const { placeId } of places) await addPlace(page, placeId);
  await page.goto('/app/data');
  await expect(page.getByText('내 맛집 3곳을 파일로 저장해요.')).toBeVisible();

  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '엑셀 (CSV) 파일 저장' }).click(),
  ]);
  expect(csv.suggestedFilename()).toBe('momokzi.csv');
  const text = await readFile(await csv.path(), 'utf8');
  expect(text.charCodeAt(0)).toBe(0xfeff);
  for (const { name } of places) expect(text).toContain(name);
  await expect(page.getByText('3곳을 파일로 저장했어요.')).toBeVisible();

  await openScreen(page, '/app/data?status=done');
  await expect(page.getByText('지금 조건에 맞는 내 맛집이 없어요.')).toBeVisible();
  await page.getByRole('link', { name: '내 맛집 모두 내보내기' }).click();
  await expect(page.getByText('내 맛집 3곳을 파일로 저장해요.')).toBeVisible();
  const [kml] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Google 지도 (KML) 파일 저장' }).click(),
  ]);
  expect((await readFile(await kml.path(), 'utf8')).match(/<Placemark>/g)).toHaveLength(3);
});

test('모두 받은 파일을 다른 계정으로 불러오고, 두 번 불러와도 늘지 않는다', async ({ page }) => {
  await signUp(page);
  const places = await somePlaces(page, 2);
  for (const { placeId } of places) await addPlace(page, placeId);
  await page.goto('/app');
  const shortcuts = [{ name: '비 오는 날', search: { tag: '국물' } }];
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    await shortcutsKey(page),
    JSON.stringify(shortcuts),
  ] as const);
  const file = await downloadArchive(page);

  await page.context().clearCookies();
  await signUp(page);
  await page.goto('/app/data');
  await page.getByLabel('ZIP 파일 선택').setInputFiles(file);
  await expect(
    page.getByText('맛집 2곳과 일지 0개, 모음 0개를 불러왔어요. 저장한 필터 1개를 이 기기로 불러왔어요.'),
  ).toBeVisible();
  const restored = await page.evaluate((key) => localStorage.getItem(key), await shortcutsKey(page));
  expect(JSON.parse(restored ?? 'null')).toEqual(shortcuts);
  await page.getByLabel('ZIP 파일 선택').setInputFiles(file);
  await expect(page.getByText('새로 불러올 항목이 없어요.')).toBeVisible();
  await page.goto('/app');
  for (const { name } of places)
    await expect(page.getByRole('link', { name: new RegExp(name) }).first()).toBeVisible();

  await openScreen(page, '/app/data');
  await page
    .getByLabel('ZIP 파일 선택')
    .setInputFiles({ name: 'photo.zip', mimeType: 'application/zip', buffer: Buffer.from('not a zip') });
  await expect(page.getByRole('alert')).toContainText('모먹지에서 받은 파일이 아니에요.');

  // A ZIP of 48 KB whose data.json has 50 million brackets is refused, and the page stays usable.
  const bomb = zipSync({ 'data.json': new Uint8Array(50_000_000).fill('['.charCodeAt(0)) }, { level: 9 });
  await page
    .getByLabel('ZIP 파일 선택')
    .setInputFiles({ name: 'bomb.zip', mimeType: 'application/zip', buffer: Buffer.from(bomb) });
  await expect(page.getByRole('alert')).toContainText('모먹지에서 받은 파일이 아니에요.');
  await page.getByRole('button', { name: '엑셀 (CSV) 파일 저장' }).click({ timeout: 2_000 });
});

test('탈퇴하기 전에 모두 받기를 하고, 메일의 링크에서 로그인해서 받고, 이레가 지나면 새로 만든다', async ({
  page,
}) => {
  const member = await signUp(page);
  const [place] = await somePlaces(page, 1);
  await addPlace(page, place!.placeId);
  await page.goto('/app/user-deletion-request');
  await page.getByRole('link', { name: '내 데이터 모두 받기' }).click();
  await page.getByRole('button', { name: '모두 받기' }).click();
  const mail = await mailTo(page, member.email, '요청하신 데이터가 준비됐어요');

  await page.context().clearCookies();
  // The inbox shows a mail in a frame, so the test opens the HTML of the mail directly.
  await page.goto(`${inboxPage(mail)}/html`);
  await page.getByRole('link', { name: '파일 받으러 가기' }).click();
  await page.getByLabel('이메일').fill(member.email);
  await page.getByLabel('비밀번호', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  const day = new Intl.DateTimeFormat('ko', { timeZone: 'Asia/Seoul', month: 'long', day: 'numeric' });
  const lastDay = day.format(Date.now() + 7 * 24 * 60 * 60 * 1000);
  await expect(page.getByText(`${lastDay}까지 받을 수 있어요.`, { exact: false })).toBeVisible();
  expect(mail.text).toContain(`${lastDay}까지 받을 수 있어요.`);
  const link = page.getByRole('link', { name: /^파일 받기/ });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const files = unzipSync(await readFile(await download.path()));
  expect(strFromU8(files['data.json']!)).toContain(place!.name);

  const file = (await link.getAttribute('href'))!;
  expect((await page.request.get(file)).status()).toBe(200);
  await expireArchives(member.email);
  expect((await page.request.get(file)).status()).toBe(404);
  await page.reload();
  await page.getByRole('button', { name: '모두 받기' }).click();
  await expect(link).not.toHaveAttribute('href', file);
});

test('일지를 캘린더로 구독할 주소를 만들고 삭제한다', async ({ page, request }) => {
  await signUp(page);
  await page.goto('/app/data');
  await page.getByRole('button', { name: '캘린더 주소 만들기' }).click();
  const address = await page.getByLabel('캘린더 주소').inputValue();
  const calendar = await request.get(new URL(address).pathname);
  expect(await calendar.text()).toContain('BEGIN:VCALENDAR');

  const remove = async () => {
    await page.getByRole('button', { name: '주소 삭제' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '주소 삭제' }).click();
  };
  await test.step('삭제가 안 되면 화면을 떠난 뒤에도 알린다', async () => {
    const left = Promise.withResolvers<void>();
    await page.route('**/api/journal/feed', async (route) => {
      await left.promise;
      await route.abort('connectionreset');
    });
    await remove();
    await page.goBack();
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await page.getByRole('link', { name: '모음' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: '모음' })).toBeVisible();
    left.resolve();
    await expect(page.locator('.toast[data-kind="alert"]')).toBeVisible();
    await page.unroute('**/api/journal/feed');
    await page.goto('/app/data');
  });
  await remove();
  await expect(page.getByRole('button', { name: '캘린더 주소 만들기' })).toBeVisible();
  expect((await request.get(new URL(address).pathname)).status()).toBe(404);
});
