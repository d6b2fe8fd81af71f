import { expect, test } from './support/test.ts';
import { signUp } from './support/member.ts';

test('공유한 리스트 링크를 붙여넣으면 리스트를 통째로 가져오고, 안 되는 링크는 이유를 말한다', async ({
  page,
}) => {
  await signUp(page);
  await page.goto('/app');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() =>
    navigator.clipboard.writeText('[네이버지도]\n성수 맛집\nhttps://naver.me/GsbxList'),
  );
  await page.getByRole('button', { name: '붙여넣어서 담기' }).click();
  await page.getByRole('button', { name: '리스트 가져오기' }).click();
  await expect(page.getByRole('heading', { name: '가져온 23곳을 확인해 주세요' })).toBeVisible();
  await expect(page.getByText('#성수 맛집').first()).toBeVisible();
  await page.getByText('건너뛴 1개 보기').click();
  await expect(
    page.getByText('장소가 아니거나 한도를 넘은 1개는 제외했어요.', { exact: true }),
  ).toBeVisible();

  await page.getByRole('button', { name: '더 가져오기' }).click();
  const field = page.getByLabel('리스트 링크');
  await field.fill('https://naver.me/GsbxGone');
  await page.getByRole('button', { name: '리스트 가져오기' }).click();
  await expect(page.getByText(/^리스트를 찾지 못했어요/)).toBeVisible();
  // The Google Maps app copies this text together with the link.
  await field.fill('주말 데이트https://maps.app.goo.gl/GsbxListGsbxList1');
  await page.getByRole('button', { name: '리스트 가져오기' }).click();
  await expect(page.getByRole('heading', { name: '가져온 28곳을 확인해 주세요' })).toBeVisible();
});
