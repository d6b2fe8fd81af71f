import { expect, type Page, test } from './support/test.ts';
import { checkScreen } from './support/check-screen.ts';
import { addPlace, savedRestaurants, signUp, somePlaces } from './support/member.ts';

type Place = { placeId: string; name: string; address: string };

const naver = ({ name, address }: Place, at = 0) =>
  `[네이버지도]\n${name}\n${address.replace('특별시', '').replace('광역시', '')}\nhttps://naver.me/5MvUGc${at}`;

/** Puts a text on the clipboard, as copying in a map app does. */
async function copy(page: Page, text: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
}

test('네이버지도에서 복사한 한 곳은 채워진 등록 화면이 된다', async ({ page }) => {
  await signUp(page);
  const [place] = await somePlaces(page, 1);
  await page.goto('/app');
  await copy(page, `여기 어때?\n${naver(place!)}\n가보자`);
  await page.getByRole('button', { name: '붙여넣어서 담기' }).click();

  await expect(page.getByText('붙여넣은 내용으로 채웠어요.')).toBeVisible();
  await expect(page.getByText(place!.name).first()).toBeVisible();
  await expect(page.getByLabel('출처 메모')).toHaveValue('https://naver.me/5MvUGc0');
  await page.reload();
  await expect(page.getByLabel('출처 메모')).toHaveValue('https://naver.me/5MvUGc0');
  await page.getByRole('button', { name: '맛집 등록하기' }).click();
  await expect(page.getByText(`${place!.name} 맛집이 추가되었습니다.`)).toBeVisible();
  await page.goto('/app/add');
  await expect(page.getByRole('button', { name: '붙여넣기', exact: true })).toBeVisible();
});

test('다른 앱이 넘긴 글은 주소창에 남지 않고, 로그인한 뒤에도 이어진다', async ({ page }) => {
  const member = await signUp(page);
  const [place] = await somePlaces(page, 1);
  await page.context().clearCookies();
  await page.goto(`/app/add?title=&text=${encodeURIComponent(naver(place!))}`);
  await page.getByLabel('이메일').fill(member.email);
  await page.getByLabel('비밀번호', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await expect(page.getByText('붙여넣은 내용으로 채웠어요.')).toBeVisible();
  await expect(page).toHaveURL(/\/app\/add$/);
});

test('대화 파일의 여러 곳을 확인하고, 고르고, 저장하고, 되돌린다', async ({ page }) => {
  await signUp(page);
  const places = await somePlaces(page, 20);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`));
  const chat = [
    ...places
      .slice(0, 6)
      .map(
        (place, at) =>
          `[민지] [오후 5:${10 + at}] ${naver(place, at)}\n[민지] [오후 5:${10 + at}] 비밀 이야기`,
      ),
    '[은조] [오후 6:00] [카카오맵] 색인에없는집\n서울 마포구 느티길 1\nhttps://kko.to/abc',
    `[은조] [오후 6:01] ${places[7]?.name.slice(0, 3)}\nhttps://maps.app.goo.gl/abc`,
  ].join('\n');

  await page.goto('/app/add');
  await page.getByRole('button', { name: '붙여넣기', exact: true }).click();
  await page.getByLabel('카카오톡 대화 파일(.txt) 선택').setInputFiles({
    name: 'KakaoTalkChats.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(`\ufeff${chat}`),
  });
  await expect(page.getByRole('heading', { name: '가져온 8곳을 확인해 주세요' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^찾았어요 6$/ })).toBeVisible();
  const save = page.getByRole('button', { name: /담기$|저장하기$/ }).last();
  await expect(save).toHaveText('6곳 담기');

  // This place is entered by hand from the pasted text.
  const unknown = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: '색인에없는집' }) });
  await unknown.getByRole('radio', { name: /직접 등록하기/ }).check();
  await expect(save).toHaveText('7곳 담기');
  // This row is not saved, and stays in the review.
  await page.getByRole('checkbox', { name: `${places[0]?.name} 선택` }).uncheck();
  await page.getByRole('textbox', { name: /태그/ }).fill('민지추천');
  // The change before this one may still be on its way.
  const stored = page.waitForResponse(
    (answer) => answer.ok() && (answer.request().postData() ?? '').includes('민지추천'),
  );
  await page.getByRole('textbox', { name: /태그/ }).press('Enter');
  await stored;
  await page.reload();
  await expect(save).toHaveText('6곳 담기');
  await save.click();
  await expect(page.getByText('6곳을 담았어요.')).toBeVisible();
  await expect(page.getByRole('heading', { name: '가져온 2곳을 확인해 주세요' })).toBeVisible();
  expect(
    requests.filter((request) => request.includes(encodeURIComponent('비밀')) || request.includes('비밀')),
  ).toEqual([]);

  const list = await savedRestaurants(page);
  expect(list).toHaveLength(6);
  for (const saved of list) {
    expect(saved.customTags).toEqual(['민지추천']);
    expect(saved.sourceMemo).toMatch(/^https:\/\/(naver\.me|kko\.to)\//);
  }
  await page.getByRole('button', { name: '가져오기 되돌리기' }).click();
  await expect(page.getByRole('heading', { name: '가져온 8곳을 확인해 주세요' })).toBeVisible();
  expect(await savedRestaurants(page)).toHaveLength(0);
});

test('못 읽은 줄은 하나씩 보이고, 그 옆에서 찾아 담는다', async ({ page }) => {
  await signUp(page);
  const [first, second, third, lost] = await somePlaces(page, 4);
  await page.goto('/app/add');
  await page.getByRole('button', { name: '붙여넣기', exact: true }).click();
  await page
    .getByLabel('붙여넣을 글')
    .fill(
      `이번 주말에 갈 곳이에요!\n1. ${first!.name} - ${first!.address}\n2. ${second!.name}\n3. ${third!.name}\n(${lost!.name} 도 가 보고 싶어요)`,
    );
  await page.getByRole('button', { name: '가게 찾기' }).click();
  await expect(page.getByRole('heading', { name: '가져온 3곳을 확인해 주세요' })).toBeVisible();

  const unread = page.getByRole('group').filter({ hasText: '못 읽은 2줄' });
  await expect(unread.getByText('이번 주말에 갈 곳이에요!')).toBeVisible();
  await page.reload();
  await unread.getByRole('button', { name: `(${lost!.name} 도 가 보고 싶어요) 찾기` }).click();
  await unread.getByRole('combobox').fill(lost!.name);
  await unread.getByRole('option', { name: lost!.name }).first().click();
  await expect(page.getByRole('heading', { name: '가져온 4곳을 확인해 주세요' })).toBeVisible();
  await expect(page.getByText('못 읽은 1줄')).toBeVisible();
  await page.getByRole('button', { name: '못 읽은 줄 지우기' }).click();
  await expect(page.getByText(/못 읽은 \d줄/)).toBeHidden();
});

test('모두 체크하면 무엇을 했는지 말하고, 첫 후보로 모두 고를 수 있다', async ({ page }) => {
  await signUp(page);
  const [first, second] = await somePlaces(page, 2);
  await page.goto(
    `/app/add?text=${encodeURIComponent(`${naver(first!)}\n${second!.name.slice(0, 2)}\nhttps://maps.app.goo.gl/abc`)}`,
  );
  await expect(page.getByRole('button', { name: '골라 주세요 1' })).toBeVisible();
  await page.getByRole('button', { name: '보이는 곳 전체 선택' }).click();
  await expect(page.getByText('1곳은 어느 가게인지 먼저 골라 주세요.')).toBeVisible();
  await page.getByRole('button', { name: '첫 후보로 모두 선택' }).click();
  await expect(page.getByText('1곳을 첫 후보로 골랐어요. 담기 전에 확인해 주세요.')).toBeVisible();
  await expect(page.getByRole('button', { name: '2곳 담기' })).toBeVisible();
  await page.getByRole('button', { name: '되돌리기' }).click();
  await expect(page.getByRole('button', { name: '1곳 담기' })).toBeVisible();
});

test('클립보드를 읽을 수 없으면 글을 적고, 적은 글은 남는다', async ({ page }) => {
  await signUp(page);
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.goto('/app/add');
  await page.getByRole('button', { name: '붙여넣기', exact: true }).click();
  const field = page.getByLabel('붙여넣을 글');
  await page.getByRole('button', { name: '가게 찾기' }).click();
  await expect(page.getByText('글을 붙여넣어 주세요.')).toBeVisible();
  await field.fill('오늘 저녁에 뭐 먹을까? 나는 국밥이 먹고 싶은데 너무 멀어서 고민이야');
  await page.getByRole('button', { name: '가게 찾기' }).click();
  await expect(page.getByText('글에서 가게를 찾지 못했어요.')).toBeVisible();
  await page.goto('/app');
  await page.goto('/app/add');
  await page.getByRole('button', { name: '이어서 확인하기' }).click();
  await expect(field).toHaveValue(/국밥이 먹고 싶은데/);
});

test('확실하지 않은 한 곳은 고른 뒤 아래쪽 버튼으로 이어 간다', async ({ page }) => {
  await signUp(page);
  const [place] = await somePlaces(page, 1);
  // Only the beginning of the name is pasted, because an exact name would be certain.
  const text = `${place!.name.slice(0, -1)}\nhttps://maps.app.goo.gl/abc`;
  await page.goto(`/app/add?text=${encodeURIComponent(text)}`);
  await expect(page.getByRole('heading', { name: '이 가게가 맞나요?' })).toBeVisible();
  const proceed = page.getByRole('button', { name: '이 가게로 계속' });
  expect((await proceed.boundingBox())?.y).toBeGreaterThan(844 / 2);
  await proceed.click();
  await expect(page.getByText('가게를 먼저 골라 주세요.')).toBeVisible();
  await page.getByRole('radio', { name: place!.name }).first().check();
  // Choosing with the arrow keys must not leave the screen.
  await expect(page.getByRole('heading', { name: '이 가게가 맞나요?' })).toBeVisible();
  await proceed.click();
  await expect(page.getByText('붙여넣은 내용으로 채웠어요.')).toBeVisible();
  await expect(page.getByText(place!.name).first()).toBeVisible();

  await page.getByRole('button', { name: '지우고 새로 쓰기' }).click();
  await page.goto(
    `/app/add?text=${encodeURIComponent('[카카오맵] 색인에없는집\n서울 마포구 느티길 1\nhttps://kko.to/abc')}`,
  );
  await page.getByRole('button', { name: '직접 등록하기' }).click();
  await expect(page.getByLabel('이름', { exact: true })).toHaveValue('색인에없는집');
});

test('이미 저장한 곳을 붙여넣은 다음에 붙여넣은 곳은 혼자 온다', async ({ page }) => {
  await signUp(page);
  const [saved, next] = await somePlaces(page, 2);
  await addPlace(page, saved!.placeId);
  const paste = page.getByRole('button', { name: '붙여넣기', exact: true });
  await page.goto('/app/add');
  await copy(page, naver(saved!));
  await paste.click();
  await page.getByRole('link', { name: '내 맛집에서 보기' }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: saved!.name })).toBeVisible();
  await page.goto('/app/add');
  await copy(page, naver(next!, 1));
  await paste.click();
  await expect(page.getByText('붙여넣은 내용으로 채웠어요.')).toBeVisible();
  await expect(page.getByLabel('출처 메모')).toHaveValue('https://naver.me/5MvUGc1');
});

test('붙여넣기 화면도 좁은 화면과 큰 글자에서 읽을 수 있고, axe가 찾는 문제가 없다', async ({ page }) => {
  test.setTimeout(120_000);
  await signUp(page);
  const places = await somePlaces(page, 3);
  const text = `${places.map(naver).join('\n')}\n${places[0]?.name.slice(0, 2)}\nhttps://maps.app.goo.gl/abc\n다음에 또 만나요!`;
  await checkScreen(page, [
    `/app/add?text=${encodeURIComponent(text)}`,
    `/app/add?text=${encodeURIComponent(`${places[0]?.name.slice(0, 2)}\nhttps://maps.app.goo.gl/abc`)}`,
  ]);
  await page.evaluate(() => localStorage.clear());
  // A text without a place lists its lines.
  const talk = `오늘은 어디에서 먹을까요?\n${'가'.repeat(80)}`;
  await checkScreen(page, [`/app/add?text=${encodeURIComponent(talk)}`]);
});
