import { randomUUID } from 'node:crypto';
import { expect, originOf, test } from './support/test.ts';
import { signInAsAdmin } from './support/admin.ts';
import { checkScreen } from './support/check-screen.ts';
import { grantPaidTier, subscriptionToken, verifyEmail } from './support/database.ts';
import { signUp } from './support/member.ts';
import { mailTo } from './support/sandbox.ts';

// The timeout is long, because the story also checks each of its screens in two languages.
test.setTimeout(240_000);

test('팔로우한 방송의 새 회차가 모음에 보이고, 소식 메일은 고른 것만 받고 로그인 없이 그만 받는다', async ({
  page,
  browser,
}) => {
  const member = await signUp(page);
  await grantPaidTier(member.email);
  const admin = await (await browser.newContext()).newPage();
  await signInAsAdmin(admin);
  const origin = originOf(admin);
  const title = `팔로우한 방송 ${randomUUID().slice(0, 6)}`;
  const sourceId = randomUUID();
  /** Adds episodes to the programme, each with one provided restaurant. */
  const announce = async (...names: string[]) => {
    const episodes = names.map((name) => ({ id: randomUUID(), name, publishedOn: '2026-11-20', link: null }));
    const before = await admin.request.get('/api/admin/sources');
    const known = (await before.json()).sources.find(({ id }: { id: string }) => id === sourceId);
    const put = await admin.request.put(`/api/admin/sources/${sourceId}`, {
      headers: { origin },
      data: { title, kind: 'tv', link: null, episodes: [...(known?.episodes ?? []), ...episodes] },
    });
    expect(put.status(), await put.text()).toBe(200);
    for (const { id, name } of episodes) {
      const added = await admin.request.post('/api/admin/provided-restaurants', {
        headers: { origin, 'idempotency-key': randomUUID() },
        data: {
          place: { from: 'hand', name: `${name} 맛집`, address: '서울 중구 어딘가 3' },
          episodeIds: [id],
        },
      });
      expect(added.status(), await added.text()).toBe(201);
    }
  };
  await announce('1회');

  await page.goto(`/app/sources/${sourceId}`);
  await page.getByRole('button', { name: `〈${title}〉 팔로우` }).click();
  await expect(page.getByText('팔로우했어요. 새 회차는 모음 탭에 표시돼요.')).toBeVisible();
  await announce('2회');

  await page.goto('/app');
  const tab = page.getByRole('navigation', { name: '주요 화면' }).getByRole('link', { name: /^모음/ });
  await expect(tab).toHaveAccessibleName(/새 회차 1개/);
  await checkScreen(page, ['/app/collections']);
  await page.goto('/app/collections');
  const seen = page.waitForResponse((answer) => answer.url().endsWith('/seen'));
  await page
    .getByRole('region', { name: '새 회차' })
    .getByRole('link', { name: new RegExp(title) })
    .click();
  await expect(page.getByText('2회 맛집').first()).toBeVisible();
  await seen;
  await page.goto('/app/collections');
  await expect(page.getByRole('heading', { name: '방송·잡지에 나온 맛집' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '새 회차' })).toHaveCount(0);
  await expect(tab).toHaveAccessibleName('모음');

  await test.step('동의는 미리 켜져 있지 않고, 이메일을 확인해야 할 수 있다', async () => {
    await page.goto('/app/settings');
    await page.getByRole('link', { name: /^알림·메일/ }).click();
    await page.getByRole('link', { name: '소식 메일 설정' }).click();
    const boxes = page.getByRole('checkbox');
    await expect(boxes).toHaveCount(2);
    for (const box of await boxes.all()) {
      await expect(box).not.toBeChecked();
      await expect(box).toBeDisabled();
    }
    await verifyEmail(member.email);
    await checkScreen(page, ['/app/mails']);
    await page.goto('/app/mails');
    await page.getByRole('checkbox', { name: '‘새 회차 소식’ 메일을 받는 데 동의해요 (선택)' }).click();
    await expect(page.getByText(/‘새 회차 소식’ 메일 수신 동의를 처리했어요/)).toBeVisible();
    await mailTo(page, member.email, '‘새 회차 소식’ 메일 수신 동의를 처리했어요');
    await expect(page.getByRole('checkbox', { name: /잊고 있던 맛집/ })).not.toBeChecked();
  });

  await test.step('메일의 링크는 로그인 없이 열고, 버튼을 눌러야 그만 받는다', async () => {
    const token = await subscriptionToken(member.email);
    const visitor = await (await browser.newContext()).newPage();
    await checkScreen(visitor, [`/unsubscribe/${token}`]);
    await visitor.goto(`/unsubscribe/${token}`);
    await page.reload();
    await expect(page.getByRole('checkbox', { name: /새 회차 소식/ })).toBeChecked();
    await visitor.getByRole('button', { name: '수신거부' }).click();
    await expect(visitor.getByText(/‘새 회차 소식’ 메일 수신거부를 처리했어요/)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('checkbox', { name: /새 회차 소식/ })).not.toBeChecked();
    await mailTo(page, member.email, '‘새 회차 소식’ 메일 수신거부를 처리했어요');
  });
});
