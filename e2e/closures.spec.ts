import { randomUUID } from 'node:crypto';
import { addClosedPlace } from './support/database.ts';
import { addPlace, signUp } from './support/member.ts';
import { expect, type Page, test } from './support/test.ts';

/** Saves a closed place with this name. */
async function saveClosed(page: Page, name: string): Promise<string> {
  const id = `kr:story:${randomUUID()}`;
  await addClosedPlace({ id, name, closedOn: '2026-11-20' });
  expect((await addPlace(page, id)).status()).toBe(201);
  return id;
}

test('폐업 신고된 곳을 홈에서 한 번 묻고, 그대로 두거나 지운다', async ({ page }) => {
  await signUp(page);
  await saveClosed(page, '닫은 국밥');
  await page.goto('/app');
  const notice = page.getByRole('region', { name: '영업 여부' });
  await expect(notice).toContainText('폐업 신고된 곳이에요 · 2026.11.20');
  await notice.getByRole('button', { name: '그대로 두기' }).click();
  await expect(notice).toBeHidden();
  const ticket = page.getByRole('listitem').filter({ hasText: '닫은 국밥' });
  await expect(ticket).toContainText('폐업 신고된 곳이에요 · 2026.11.20');
  await page.reload();
  await expect(ticket).toBeVisible();
  await expect(notice).toBeHidden();

  await saveClosed(page, '또 닫은 국밥');
  await page.reload();
  await expect(notice).toContainText('또 닫은 국밥');
  await notice.getByRole('button', { name: '삭제' }).click();
  await expect(notice).toBeHidden();
  await expect(page.getByText('또 닫은 국밥')).toBeHidden();
});

test.describe('옮긴 곳', () => {
  test.use({ serviceWorkers: 'block' });

  test('같은 이름의 열린 곳을 옮긴 곳인지 묻고, 바로 등록한다', async ({ page }) => {
    await signUp(page);
    const id = await saveClosed(page, '옮긴 국밥');
    const moved = `kr:story:${randomUUID()}`;
    await addClosedPlace({ id: moved, name: '옮긴 국밥', closedOn: '2026-11-20' });
    const place = { placeId: moved, name: '옮긴 국밥', address: '서울특별시 중구 을지로 3 (을지로2가)' };
    await page.route('**/api/places/*/status?*', (route) =>
      route.fulfill({
        json: {
          businessStatus: 'closed_permanently',
          tenants: [],
          similar: [],
          successors: [
            {
              ...place,
              nameMatches: [],
              kind: '한식',
              categoryId: 'soup',
              coordinates: null,
              distanceMetres: 420,
              businessStatus: 'operational',
              isExample: false,
              isGuess: false,
            },
          ],
        },
      }),
    );
    await page.goto(`/app/restaurant/${id}`);
    await expect(page.getByText('폐업 신고된 곳이에요 · 2026.11.20')).toBeVisible();
    await expect(page.getByRole('heading', { name: '옮긴 곳인가요?' })).toBeVisible();
    await page.getByRole('button', { name: '옮긴 국밥 등록' }).click();
    await expect(page.getByRole('heading', { name: '옮긴 곳인가요?' })).toBeHidden();
  });
});
