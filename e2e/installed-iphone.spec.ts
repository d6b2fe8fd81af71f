import { randomUUID } from 'node:crypto';
import { expect, originOf, type Page, test } from './support/test.ts';
import { addPlace, signUp, somePlaces, viewports } from './support/member.ts';

/* The installed app on an iPhone is simulated: `navigator.standalone` is true, and the share sheet takes files. */

test.use({ viewport: viewports.phone });

async function asInstalledOnIphone(page: Page, outcomes: ('saved' | 'refused' | 'closed')[]) {
  await page.addInitScript((wanted) => {
    const shared: string[] = [];
    Object.assign(window, { shared });
    Object.defineProperty(navigator, 'standalone', { value: true });
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files: [file] }: { files: File[] }) => {
        const outcome = wanted.shift() ?? 'saved';
        if (outcome === 'refused') throw new DOMException('no activation', 'NotAllowedError');
        if (outcome === 'closed') throw new DOMException('closed', 'AbortError');
        shared.push(`${file!.name} ${file!.size > 0}`);
      },
    });
  }, outcomes);
}

const shared = (page: Page) => page.evaluate(() => (window as unknown as { shared: string[] }).shared);

test('설치한 아이폰에서 내보낸 목록은 공유 시트로 저장하고, 화면은 그대로다', async ({ page }) => {
  await asInstalledOnIphone(page, ['refused', 'saved']);
  await signUp(page);
  const [place] = await somePlaces(page, 1);
  await addPlace(page, place!.placeId);
  await page.goto('/app/data');
  await page.getByRole('button', { name: /CSV/ }).click();
  await page.getByRole('button', { name: '저장하기' }).click();
  await expect.poll(() => shared(page)).toEqual(['momokzi.csv true']);
  await expect(page).toHaveURL(/\/app\/data$/);
});

test('설치한 아이폰에서 서버의 파일도 공유 시트로 저장한다', async ({ page }) => {
  await asInstalledOnIphone(page, ['closed', 'saved']);
  await signUp(page);
  await page.request.post('/api/journal/entries', {
    headers: { origin: originOf(page), 'idempotency-key': randomUUID() },
    data: { restaurantName: '골목 국수', visitDate: Date.UTC(2026, 10, 20) },
  });
  await page.goto('/app/momokzi-journal/yearly-review');
  const save = page.getByRole('link', { name: '이미지 저장' });
  await expect(async () => {
    await save.click();
    await expect
      .poll(() => shared(page), { timeout: 2_000 })
      .toEqual([expect.stringMatching(/^momokzi-\d{4}\.png true$/)]);
  }).toPass();
  await expect(page).toHaveURL(/yearly-review$/);
});
