import { expect, test } from '@playwright/test';
import { checkScreen } from './support/check-screen.ts';
import { grantPaidTier } from './support/database.ts';
import { addPlace, newMember, signUp, somePlaces, viewports } from './support/member.ts';

test.setTimeout(240_000);

test('후보와 날짜를 고른 투표에 계정이 없는 친구들이 답하고, 결과로 일지를 쓴다', async ({
  page,
  browser,
}) => {
  const owner = await signUp(page, newMember('은조'));
  await grantPaidTier(owner.email);
  const places = await somePlaces(page, 3);
  for (const { placeId } of places) expect((await addPlace(page, placeId)).status()).toBe(201);
  const made = await page.request.post('/api/collections', {
    headers: { origin: new URL(page.url()).origin, 'idempotency-key': crypto.randomUUID() },
    data: {
      name: '우리 동네',
      colour: 'pink',
      icon: 'soup',
      restaurantIds: places.map(({ placeId }) => placeId),
    },
  });
  const { id } = await made.json();
  await page.goto(`/app/collections/${id}`);
  await page.getByRole('link', { name: '투표 만들기' }).click();

  await test.step('빠진 것을 알려 준다', async () => {
    await page.getByRole('button', { name: '투표 시작하기' }).click();
    await expect(page.getByText('모임 이름을 입력해 주세요.')).toBeVisible();
    await expect(page.getByText('날짜를 골라 주세요.')).toBeVisible();
    await expect(page.getByText('후보를 두 곳 이상 골라 주세요.')).toBeVisible();
  });
  await page.getByLabel('모임 이름').fill('토요일 저녁');
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Seoul' }).format(new Date());
  await page.getByLabel('날짜').fill(today);
  await page.getByLabel('시간 (선택)').fill('18:30');
  for (const { name } of places) await page.getByRole('checkbox', { name }).check();
  await page.getByRole('button', { name: '투표 시작하기' }).click();
  await expect(page.getByRole('heading', { name: '토요일 저녁', level: 1 })).toBeVisible();
  await expect(page.getByText('아직 아무도 답하지 않았어요.', { exact: false })).toBeVisible();
  const link = page.url();

  const friend = await (
    await browser.newContext({ viewport: viewports.phone, reducedMotion: 'reduce' })
  ).newPage();
  const visited = await friend.goto(link);
  expect(visited?.headers()['x-robots-tag']).toBe('noindex');
  const [a, b, c] = places as [Place, Place, Place];
  const say = (name: string, answer: string) =>
    friend
      .getByRole('group', { name: `${name} 답` })
      .getByText(answer, { exact: true })
      .click();

  await test.step('친구가 이름만으로 답하고 바꾼다', async () => {
    await say(a.name, '다음에');
    await friend.getByRole('button', { name: '답 보내기' }).click();
    await expect(friend.getByText('모든 곳에 답해 주세요.')).toBeVisible();
    await say(b.name, '괜찮아요');
    await say(c.name, '가고 싶어요');
    await friend.getByRole('button', { name: '답 보내기' }).click();
    await expect(friend.getByText('이름을 입력해 주세요.')).toBeVisible();
    await friend.getByLabel('이름').fill('지우');
    await friend.getByRole('button', { name: '답 보내기' }).click();
    const best = friend.getByRole('list').last().getByRole('listitem').first();
    await expect(best).toContainText(c.name);
    await expect(best).toContainText('지우 가고 싶어 해요');
    await friend.reload();
    await say(b.name, '가고 싶어요');
    await say(c.name, '다음에');
    await friend.getByRole('button', { name: '답 바꾸기' }).click();
    await expect(best).toContainText(b.name);
    await expect(friend.getByText('1명이 답했어요')).toBeVisible();
  });

  await checkScreen(friend, [link]);
  await checkScreen(page, [`/app/collections/${id}/vote`, link]);

  await test.step('만든 사람이 일정을 받고, 끝내고, 일지를 쓴다', async () => {
    await page.goto(link);
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: '캘린더에 추가' }).click();
    expect((await downloading).suggestedFilename()).toBe('momokzi.ics');
    await page.getByRole('button', { name: '투표 끝내기' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '투표 끝내기' }).click();
    await expect(page.getByText('끝난 투표', { exact: true })).toBeVisible();
    await friend.reload();
    await expect(friend.getByRole('button', { name: '답 바꾸기' })).toHaveCount(0);
    await page.getByRole('link', { name: '모음 보기' }).click();
    await page.getByRole('link', { name: `${b.name} 일지 쓰기` }).click();
    await expect(page).toHaveURL(new RegExp(`/write\\?.*day=${today}`));
    await expect(page.getByText(b.name).first()).toBeVisible();
  });

  await test.step('삭제한 투표의 링크는 열리지 않는다', async () => {
    await page.goto(link);
    await page.getByRole('button', { name: '투표 삭제' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '투표 삭제' }).click();
    await expect(page).toHaveURL(new RegExp(`/app/collections/${id}$`));
    await friend.reload();
    await expect(friend.getByText('열 수 없는 투표예요')).toBeVisible();
  });
});

type Place = Awaited<ReturnType<typeof somePlaces>>[number];
