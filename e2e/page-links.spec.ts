import { PAGE_LINKS } from '../tools/sandbox/list-links/pages.ts';
import { expect, test } from './support/test.ts';
import { signUp } from './support/member.ts';

test('블로그 글의 링크에서 세 곳을, 영상은 설명을 붙여넣어 찾고, 읽지 못하는 링크는 이유를 말한다', async ({
  page,
}) => {
  await signUp(page);
  const field = page.getByLabel('붙여넣을 글');
  const open = async (link: string) => {
    await page.goto(`/app/add?url=${encodeURIComponent(link)}`);
    await expect(field).toHaveValue(link);
    await page.getByRole('button', { name: '식당 찾기' }).click();
  };

  await open(PAGE_LINKS.privateVideo);
  await expect(page.getByText(/^로그인해야 보이거나/)).toBeVisible();
  await expect(field).toHaveValue(PAGE_LINKS.privateVideo);

  await open('https://www.instagram.com/p/Cabc123/');
  await expect(page.getByText(/^이 앱은 링크만으로는 읽을 수 없어요/)).toBeVisible();

  await open(`${PAGE_LINKS.video}?t=83`);
  await expect(page.getByText(/^‘성수동 국수 세 곳’ 영상이에요/)).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('video.png') });
  await field.fill('00:12 인트로\n📍가상의 국숫집\n서울 성동구 왕십리로 115');
  await page.getByRole('button', { name: '식당 찾기' }).click();
  await expect(page.getByText('가상의 국숫집').first()).toBeVisible();
  await page.getByRole('link', { name: '검색해서 등록하기' }).click();

  await open(PAGE_LINKS.blog);
  await expect(page.getByRole('heading', { name: '가져온 3곳을 확인해 주세요' })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('blog.png'), fullPage: true });
});

test('북마크는 열려 있는 페이지와 고른 글을 모먹지로 보낸다', async ({ page, baseURL }) => {
  await signUp(page);
  await page.goto('/app/data');
  await page.getByText('컴퓨터 북마크').click();
  const bookmark = await page.getByLabel('북마크에 넣을 주소').inputValue();
  await page.getByText('아이폰 단축어', { exact: true }).click();
  for (const [name, size] of Object.entries({ phone: [390, 844], desktop: [1280, 800] }))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width: size[0]!, height: size[1]! });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: test.info().outputPath(`${name}-${colorScheme}.png`), fullPage: true });
    }

  await page.goto('/faq');
  const code = decodeURIComponent(bookmark.replace(/^javascript:/, ''));
  await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('h1')!));
  const [opened] = await Promise.all([page.context().waitForEvent('page'), page.evaluate(code)]);
  await expect(opened.getByLabel('붙여넣을 글')).toHaveValue(new RegExp(`${baseURL}/faq$`));
});
