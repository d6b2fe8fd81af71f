import { expect, test } from './support/test.ts';
import { lowResolution } from './support/map.ts';
import { newMember, savedRestaurants, viewports } from './support/member.ts';

for (const [name, viewport] of Object.entries(viewports)) {
  test.describe(`${name}에서`, () => {
    // On a desktop, the map is beside the list and covers no part of it.
    test.use({ viewport, hasMap: name === 'phone', ...lowResolution });

    test('가입하고, 초성으로 찾아 담고, 필터를 켜고, 수정하고, 삭제했다가 되돌린다', async ({ page }) => {
      const member = newMember();
      await test.step('첫 화면에서 가입한다', async () => {
        await page.goto('/');
        await page.getByRole('link', { name: '무료로 시작하기' }).first().click();
        await page.getByRole('button', { name: '이메일로 가입하기' }).click();
        await page.getByLabel('닉네임').fill(member.nickname);
        await page.getByLabel('이메일').fill(member.email);
        await page.getByLabel('비밀번호', { exact: true }).fill(member.password);
        await page.getByLabel('비밀번호 확인').fill(member.password);
        await page.getByLabel('만 14세 이상이에요').check();
        await page.getByRole('button', { name: '가입하기', exact: true }).click();
        await expect(page).toHaveURL(/\/app$/);
        await expect(page.getByText('하나만 먼저 담아 볼까요?')).toBeVisible();
      });

      await test.step('자음 세 개로 찾아 고른다', async () => {
        await page.getByRole('link', { name: '맛집 등록' }).last().click();
        await expect(page).toHaveURL(/\/app\/add$/);
        const search = page.getByRole('combobox', { name: '가게 이름' });
        // If Enter is pressed during a search, the page waits for the new results. It must not choose a row of the
        // previous results.
        const pressed = Promise.withResolvers<void>();
        await page.route('**/api/places/autocomplete?*', (route) =>
          pressed.promise.then(() => route.continue()),
        );
        await search.pressSequentially('ㅎㄷㄱ', { delay: 60 });
        await search.press('Enter');
        pressed.resolve();
        const option = page.getByRole('option', { name: /해달골 국밥/ });
        await expect(option).toBeVisible();
        await expect(option).toContainText('예시');
        await option.click();
        // While a route exists, the browser loads each file without its cache.
        await page.unrouteAll();
      });

      await test.step('본 곳과 태그를 적고 담는다', async () => {
        await page.getByText('TV', { exact: true }).click();
        await page.getByLabel('출처 메모').fill('〈새벽을 여는 시장〉 3화');
        await page.getByText('카테고리·태그·모음').click();
        const tags = page.getByLabel('태그', { exact: true });
        await tags.fill('비오는날');
        await tags.press('Enter');
        // The toast of the add screen stays for three seconds.
        const added = page.getByText('해달골 국밥 맛집이 추가되었습니다.').waitFor();
        await page.getByRole('button', { name: '맛집 등록하기' }).click();
        await added;
        await expect(page).toHaveURL(/\/app(\?|$)/);
        await expect(page.getByRole('heading', { name: '내 맛집 1곳' })).toBeVisible();
        await expect(page.getByRole('link', { name: /해달골 국밥/ })).toBeVisible();
      });

      await test.step('새로 고쳐도, 다른 탭에서도 있다', async () => {
        await page.reload();
        await expect(page.getByRole('link', { name: /해달골 국밥/ })).toBeVisible();
        const second = await page.context().newPage();
        await second.goto('/app');
        await expect(second.getByRole('link', { name: /해달골 국밥/ })).toBeVisible();
        await second.close();
      });

      await test.step('필터는 주소에 남고, 뒤로 가면 돌아온다', async () => {
        const filter = page.getByLabel('내 맛집에서 찾기');
        await filter.fill('ㅎㄷㄱ');
        await expect(page.getByRole('link', { name: /해달골 국밥/ })).toBeVisible();
        await filter.fill('없는이름');
        await expect(page.getByText('맞는 집이 없어요')).toBeVisible();
        await expect(page).toHaveURL((url) => url.searchParams.get('q') === '없는이름');
        await page.reload();
        await expect(page.getByText('맞는 집이 없어요')).toBeVisible();
        await page.getByRole('button', { name: '검색어 지우기' }).last().click();
        await expect(page.getByRole('link', { name: /해달골 국밥/ })).toBeVisible();
      });

      await test.step('도장을 찍는다', async () => {
        await page.getByRole('button', { name: /해달골 국밥, 방문 예정/ }).click();
        await expect(page.getByText('도장 찍었어요.')).toBeVisible();
        await expect(page.getByRole('button', { name: /해달골 국밥, 방문 완료/ })).toBeVisible();
      });

      await test.step('고친다', async () => {
        await page.getByRole('link', { name: /해달골 국밥/ }).click();
        await expect(page).toHaveURL(/\/app\/restaurant\//);
        await page.getByRole('link', { name: '수정' }).first().click();
        await page.getByLabel('출처 메모').fill('혜진이 추천');
        await page.getByRole('button', { name: '저장하기' }).click();
        await expect(page).toHaveURL(/\/app\/restaurant\//);
        await expect(page.getByText('혜진이 추천')).toBeVisible();
      });

      await test.step('지웠다가 되돌린다', async () => {
        await page.getByRole('button', { name: '삭제' }).first().click();
        await page
          .getByRole('dialog')
          .or(page.getByRole('alertdialog'))
          .getByRole('button', { name: '삭제' })
          .click();
        // The name is part of the locator, because the toast of the stamp has its own button 되돌리기 and may still be
        // visible.
        const toast = page.locator('.toast', { hasText: '맛집이 내 리스트에서 삭제되었습니다.' });
        // The story uses the keyboard, because the toast may still be moving.
        await toast.getByRole('button', { name: '되돌리기' }).press('Enter');
        await expect(page.getByText('삭제한 맛집을 되돌렸어요.')).toBeVisible();
        await expect(page).toHaveURL(/\/app(\?|$)/);
        await expect(page.getByRole('button', { name: /해달골 국밥, 방문 완료/ })).toBeVisible();
        expect(await savedRestaurants(page)).toMatchObject([{ name: '해달골 국밥', status: '방문 완료' }]);
      });
    });
  });
}
