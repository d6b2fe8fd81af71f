import { PAGE_LINKS } from '../tools/sandbox/list-links/pages.ts';
import { expect, type Page, test } from './support/test.ts';
import { signUp } from './support/member.ts';

/** Takes a screen in two sizes and two themes. */
async function photograph(page: Page, name: string) {
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: test.info().outputPath(`${name}-${width}-${colorScheme}.png`) });
    }
}

test('블로그 글의 링크에서 세 곳을, 영상은 설명을 붙여넣어 찾고, 읽지 못하는 링크는 이유를 말한다', async ({
  page,
}) => {
  await signUp(page);
  const field = page.getByLabel('붙여넣을 글');
  const open = async (link: string) => {
    await page.goto(`/app/add?url=${encodeURIComponent(link)}`);
    await expect(field).toHaveValue(link);
    await page.getByRole('button', { name: '가게 찾기' }).click();
  };

  await open(PAGE_LINKS.privateVideo);
  await expect(page.getByText(/^로그인해야 보이거나/)).toBeVisible();
  await expect(field).toHaveValue(PAGE_LINKS.privateVideo);

  await open('https://www.instagram.com/p/Cabc123/');
  await expect(page.getByText(/^이 링크는 모먹지가 내용을 읽을 수 없어요/)).toBeVisible();

  await open(`${PAGE_LINKS.video}?t=83`);
  await expect(page.getByText(/^‘성수동 국수 세 곳’ 영상이에요/)).toBeVisible();
  await photograph(page, 'video');
  await field.fill('00:12 인트로\n📍가상의 국숫집\n서울 성동구 왕십리로 115');
  await page.getByRole('button', { name: '가게 찾기' }).click();
  await expect(page.getByText('가상의 국숫집').first()).toBeVisible();
  await page.getByRole('link', { name: '검색해서 등록하기' }).click();

  await open(PAGE_LINKS.blog);
  await expect(page.getByRole('heading', { name: '가져온 3곳을 확인해 주세요' })).toBeVisible();
  await expect(page.getByText('주말에 다녀온 세 곳')).toHaveCount(3);
  await page.getByRole('button', { name: '3곳 담기' }).click();
  await expect(page.getByText(/3곳을 담았어요/).first()).toBeVisible();
  const { restaurants } = await (await page.request.get('/api/my-restaurants')).json();
  await page.goto(`/app/restaurant/${restaurants[0].id}`);
  const source = page.getByRole('link', { name: '주말에 다녀온 세 곳' });
  await expect(source).toHaveAttribute('href', PAGE_LINKS.blog);
  await photograph(page, 'place');

  await expect(page.getByRole('button', { name: '이 글에서 3곳을 담았어요' })).toBeVisible();
  await page.request.patch(`/api/my-restaurants/${restaurants[1].id}`, {
    headers: { origin: new URL(page.url()).origin },
    data: { status: '방문 완료' },
  });
  await page.reload();
  await page.getByRole('button', { name: '이 글의 3곳 중 1곳 다녀왔어요' }).click();
  const places = page.getByRole('dialog', { name: '주말에 다녀온 세 곳' });
  await expect(places.getByRole('link')).toHaveCount(3);
  await expect(places.getByText('방문 완료')).toHaveCount(1);
  await photograph(page, 'same-source');
  await places.getByRole('link', { name: restaurants[1].name }).click();
  await expect(page.getByRole('heading', { level: 1, name: restaurants[1].name })).toBeVisible();
  await expect(places).toBeHidden();
});

test('리스트가 아닌 짧은 링크는 페이지로 읽는다', async ({ page }) => {
  await signUp(page);
  await page.goto(`/app/add?url=${encodeURIComponent(PAGE_LINKS.shortBlog)}`);
  await page.getByRole('button', { name: '리스트 가져오기' }).click();
  await expect(page.getByRole('heading', { name: '가져온 3곳을 확인해 주세요' })).toBeVisible();
  await expect(page.getByText('주말에 다녀온 세 곳')).toHaveCount(3);
});

test('리스트 링크 칸에 넣은 글 링크는 붙여넣기에서 읽는다', async ({ page }) => {
  await signUp(page);
  await page.goto('/app/import');
  await page.getByLabel('리스트 링크').fill(PAGE_LINKS.shortBlog);
  await page.getByRole('button', { name: '리스트 가져오기' }).click();
  await expect(page.getByLabel('붙여넣을 글')).toHaveValue(PAGE_LINKS.blog);
  await page.getByRole('button', { name: '가게 찾기' }).click();
  await expect(page.getByRole('heading', { name: '가져온 3곳을 확인해 주세요' })).toBeVisible();
});

test('다른 글을 담을 때 먼저 읽은 영상은 출처가 되지 않는다', async ({ page }) => {
  await signUp(page);
  const text = page.getByLabel('붙여넣을 글');
  await page.goto(`/app/add?url=${encodeURIComponent(PAGE_LINKS.video)}`);
  await page.getByRole('button', { name: '가게 찾기' }).click();
  await expect(page.getByText('‘성수동 국수 세 곳’에서 본 곳으로 담아요.')).toBeVisible();
  await page.goto(
    `/app/add?text=${encodeURIComponent('가상의 국숫집\n서울 성동구 왕십리로 115\n두 번째 집\n서울 중구 을지로 12')}`,
  );
  await expect(page.getByRole('heading', { name: '가져온 2곳을 확인해 주세요' })).toBeVisible();
  await expect(page.getByText('성수동 국수 세 곳')).toHaveCount(0);
  await expect(text).toHaveCount(0);
});

test('북마크는 열려 있는 페이지와 고른 글을 모먹지로 보낸다', async ({ page, baseURL }) => {
  await signUp(page);
  await page.goto('/app/data');
  await page.getByText('컴퓨터 북마크').click();
  const bookmark = await page.getByLabel('북마크에 넣을 주소').inputValue();
  await page.getByText('아이폰 단축어', { exact: true }).click();
  await photograph(page, 'capture');

  await page.goto('/faq');
  const code = decodeURIComponent(bookmark.replace(/^javascript:/, ''));
  await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('h1')!));
  const [opened] = await Promise.all([page.context().waitForEvent('page'), page.evaluate(code)]);
  await expect(opened.getByLabel('붙여넣을 글')).toHaveValue(new RegExp(`${baseURL}/faq$`));
});
