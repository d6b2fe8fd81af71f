import { expect, type Page, test } from './support/test.ts';
import { signInAs } from './support/admin.ts';
import { everyPage, idsOf } from './support/pages.ts';
import { waitForStoredCode } from './support/stored-on-device.ts';

test.setTimeout(300_000);

/** Opens only the list. */
async function prepareDevice(page: Page): Promise<void> {
  await page.goto('/app');
  await expect(page.getByText(/마지막으로 확인|내 맛집 \d+곳/).first()).toBeVisible();
  await waitForStoredCode(page);
}

const NOT_KEPT = '오프라인에서는 볼 수 없어요. 인터넷에 연결해 한 번 열어 두면 다음부터 볼 수 있어요.';
const NEEDS_NETWORK = '인터넷에 연결하면 볼 수 있어요.';

test('인터넷 없이 어느 주소를 열어도 머리글이 있고, 볼 수 없는 것은 이유를 그 자리에서 말한다', async ({
  page,
  context,
}) => {
  await signInAs(page, 'paid');
  const ids = await idsOf(page);
  const { member, visitor, admin } = everyPage(ids);
  await prepareDevice(page);
  await context.setOffline(true);
  const reasons: Record<string, string> = {
    '/app/momokzi-journal': NOT_KEPT,
    [`/app/momokzi-journal/${ids.entryId}`]: NOT_KEPT,
    '/app/collections': NOT_KEPT,
    '/app/payment-history': NOT_KEPT,
    '/app/payment': NEEDS_NETWORK,
    '/app/mails': NEEDS_NETWORK,
    '/app/notifications': NOT_KEPT,
    '/app/notifications/settings': NEEDS_NETWORK,
    '/faq': NEEDS_NETWORK,
  };
  const addresses = [...member, ...visitor, ...admin.slice(0, 1)];
  expect(addresses).toEqual(expect.arrayContaining(Object.keys(reasons)));
  const wrong: string[] = [];
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }).first(), address).toBeAttached();
    await expect(page.getByText('불러오고 있어요'), address).toHaveCount(0);
    const frame = page.getByRole('banner').or(page.getByRole('navigation'));
    const isMembers = member.includes(address);
    if (isMembers)
      await frame
        .getByRole('link')
        .or(frame.getByRole('button'))
        .first()
        .waitFor({ state: 'attached', timeout: 10_000 })
        .catch(() => wrong.push(`${address}: no header`));
    // This device has the code of all pages except those that the server renders and those of the admin. All pages of
    // members must open.
    const isFailed = await page.getByRole('heading', { name: '화면을 불러오지 못했어요' }).count();
    if (isFailed && isMembers) wrong.push(`${address}: failed`);
    for (const alert of await page
      .getByRole('alert')
      .filter({ hasText: '인터넷이 끊겼어요' })
      .allInnerTexts())
      if (!/오프라인에서는 볼 수 없어요|인터넷에 연결하면|다시 연결되면|다시 불러오기/.test(alert))
        wrong.push(`${address}: ${alert}`);
    const reason = reasons[address];
    if (reason) await expect(page.getByRole('alert').getByText(reason).first(), address).toBeVisible();
  }
  expect(wrong).toEqual([]);

  await page.goto('/app/data');
  await expect(
    page.getByText(/오프라인이에요. 저장된 내용을 보여 드려요\. 데이터 받기.*연결되면 쓸 수 있어요/),
  ).toBeVisible();
  await expect(page.getByLabel('ZIP 파일 선택')).toBeDisabled();
  await page.getByRole('button', { name: '엑셀 (CSV) 파일 저장' }).click();
  await expect(page.getByText(/곳을 파일로 저장했어요/)).toBeVisible();

  await test.step('한 번 열면 인터넷 없이도 보인다', async () => {
    for (const address of ['/app/momokzi-journal', '/app/payment-history']) {
      await context.setOffline(false);
      await page.goto(address);
      await expect(page.getByText('불러오고 있어요')).toHaveCount(0);
      await expect(page.getByText(NOT_KEPT)).toHaveCount(0);
      // The device stores documents shortly after it has read them.
      await page.waitForTimeout(3_000);
      await context.setOffline(true);
      await page.goto(address);
      await expect(page.getByText(/마지막으로 확인: 오늘/)).toBeVisible();
      await expect(page.getByText(NOT_KEPT)).toHaveCount(0);
    }
  });
});
