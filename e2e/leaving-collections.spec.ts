import { expect, type Page, test } from './support/test.ts';
import { checkScreen } from './support/check-screen.ts';
import { endMembership, grantPaidTier } from './support/database.ts';
import {
  COLLECTION_NAME,
  isKept,
  jointCollection,
  keepOnDevice,
  LINE,
  newDevice,
  openVote,
  secondDevice,
  send,
  SHARE_TITLE,
  shareLink,
  waitForWorker,
} from './support/joint-collection.ts';
import { openScreen } from './support/pages.ts';

test.setTimeout(240_000);

/* What everyone sees when a member of a joint collection is removed, leaves, or deletes the account. */

const GONE = '볼 수 없는 모음이에요';
const REFUSED = '이 모음은 없거나 지금은 볼 수 없어요.';
const LIVE = /\/changes$/;

/** Simulates that the person returns to the window. */
const returnTo = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

test('내보낸 사람의 열린 화면, 저장된 사본, 보낼 것, 초대 링크가 모두 닫히고, 다시 초대하면 돌아온다', async ({
  page: owner,
  browser,
}) => {
  const [editor, removed, anyone] = [
    await newDevice(browser, { isDesktop: true }),
    await newDevice(browser),
    await newDevice(browser),
  ];
  const joint = await jointCollection([
    [owner, '은조'],
    [editor, '도윤'],
    [removed, '하린'],
  ]);
  const [a, b] = joint.places;
  const link = await shareLink(owner, joint.id);
  const vote = await openVote(removed, joint, '토요일 저녁');
  const placeUrl = `${joint.url}/places/${encodeURIComponent(a.placeId)}`;
  await send(removed, 'PUT', `${placeUrl}/reaction`, { wants: true });
  await send(removed, 'POST', `${placeUrl}/comments`, { text: '점심에 가요' });

  // This device has a copy, and an action that was never sent.
  const tablet = await secondDevice(browser, removed);
  await keepOnDevice(tablet, joint.address, LINE);
  await waitForWorker(tablet);
  await tablet.context().setOffline(true);
  await tablet.getByRole('button', { name: `${b.name} 가고 싶어요` }).click();
  await expect(tablet.getByRole('button', { name: `${b.name} 가고 싶어요 1` })).toBeVisible();

  const detail = await removed.context().newPage();
  await detail.goto(`/app/restaurant/${encodeURIComponent(b.placeId)}`);
  await expect(detail.getByRole('button', { name: '모음에 담기' })).toContainText(COLLECTION_NAME);
  await Promise.all([removed.waitForResponse(LIVE), removed.goto(joint.address)]);
  await expect(removed.getByText(LINE)).toBeVisible();
  await editor.goto(joint.address);
  await expect(editor.getByRole('button', { name: `${a.name} 가고 싶어요 1` })).toBeVisible();

  await test.step('내보내기 전에 무엇이 없어지는지 알린다', async () => {
    await owner.goto(joint.address);
    await owner.getByRole('button', { name: '멤버 3명' }).click();
    const dialog = owner.getByRole('dialog', { name: '멤버' });
    await expect(dialog.getByRole('button', { name: '초대 링크 보내기' })).toBeVisible();
    await dialog.getByRole('button', { name: '하린님 내보내기' }).click();
    const question = owner.getByRole('alertdialog');
    await expect(question.getByText('지금 쓰는 초대 링크는 삭제돼요', { exact: false })).toBeVisible();
    await question.getByRole('button', { name: '내보내기' }).click();
    await expect(dialog.getByRole('button', { name: '초대 링크 만들기' })).toBeVisible();
    await owner.keyboard.press('Escape');
  });

  await test.step('내보낸 사람: 열려 있던 화면과 그 집 화면', async () => {
    await expect(removed.getByText(GONE)).toBeVisible();
    await expect(removed.getByText(LINE)).toHaveCount(0);
    await expect(removed.getByText(a.name)).toHaveCount(0);
    await removed.getByRole('link', { name: '모음으로 가기' }).click();
    await expect(removed.getByRole('link', { name: '새 모음' })).toBeVisible();
    await expect(removed.getByText(COLLECTION_NAME)).toHaveCount(0);
    await returnTo(detail);
    await expect(detail.getByRole('button', { name: '모음에 담기' })).not.toContainText(COLLECTION_NAME);
    await expect(detail.getByRole('heading', { name: b.name })).toBeVisible();
  });

  await test.step('내보낸 사람: 보내지 못한 것은 이유를 말하고, 기기의 사본은 지워진다', async () => {
    await tablet.context().setOffline(false);
    await openScreen(tablet, '/app/outbox');
    await expect(tablet.getByText(`동기화하지 못했어요: ${REFUSED}`)).toBeVisible();
    // The reason is still shown after a reload, because it is stored with the action.
    await tablet.reload();
    await expect(tablet.getByText(`동기화하지 못했어요: ${REFUSED}`)).toBeVisible();
    await openScreen(tablet, joint.address);
    await expect(tablet.getByText(GONE)).toBeVisible();
    await expect.poll(() => isKept(tablet, LINE)).toBe(false);
    await tablet.context().setOffline(true);
    await tablet.reload();
    await expect(tablet.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(tablet.getByText(LINE)).toHaveCount(0);
    await tablet.context().setOffline(false);
  });

  await test.step('내보낸 사람: 가지고 있던 초대 링크와 투표', async () => {
    await removed.goto(joint.invitation);
    await expect(removed.getByText('쓸 수 없는 초대 링크예요')).toBeVisible();
    // Everyone who has the link of a vote may answer. Only the people of the collection may use the other actions.
    await removed.goto(vote);
    await expect(removed.getByRole('button', { name: '투표하기' })).toBeVisible();
    await expect(removed.getByRole('link', { name: '모음 보기' })).toHaveCount(0);
    await expect(removed.getByRole('button', { name: /^투표 (끝내기|삭제)$/ })).toHaveCount(0);
  });

  await test.step('주인, 편집자, 링크로 보는 사람', async () => {
    for (const page of [owner, editor]) {
      await expect(page.getByRole('button', { name: `${a.name} 가고 싶어요`, exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: `${a.name} 댓글 1` })).toBeVisible();
    }
    await editor.getByRole('button', { name: `${a.name} 댓글 1` }).click();
    await expect(editor.getByRole('dialog').getByText('하린')).toBeVisible();
    await anyone.goto(link);
    await expect(anyone.getByText(LINE)).toBeVisible();
    for (const secret of ['하린', '도윤', '점심에 가요'])
      await expect(anyone.getByText(secret)).toHaveCount(0);
  });

  await test.step('다시 초대받으면 돌아오고, 지워진 표시는 돌아오지 않는다', async () => {
    const { invite } = await send<{ invite: { id: string } }>(owner, 'PUT', `${joint.url}/invite`, {
      role: 'reader',
    });
    await removed.goto(`/app/collections/join/${invite.id}`);
    await removed.getByRole('button', { name: '함께하기' }).click();
    await expect(removed.getByText(LINE)).toBeVisible();
    await expect(removed.getByRole('button', { name: `${a.name} 가고 싶어요`, exact: true })).toBeVisible();
    await expect(removed.getByRole('link', { name: '맛집 담기' })).toHaveCount(0);
    await removed.getByRole('button', { name: `${a.name} 댓글 1` }).click();
    await expect(removed.getByRole('button', { name: '하린님의 댓글 삭제' })).toBeVisible();
  });
});

test('나간 사람의 다른 기기에도 사본이 남지 않고, 받아 둔 초대 링크로 다시 들어올 수 있다', async ({
  page: owner,
  browser,
}) => {
  const leaver = await newDevice(browser);
  const joint = await jointCollection([
    [owner, '은조'],
    [leaver, '도윤'],
  ]);
  const [a] = joint.places;
  const tablet = await secondDevice(browser, leaver);
  await keepOnDevice(tablet, joint.address, LINE);
  await owner.goto(joint.address);
  await leaver.goto(joint.address);
  await leaver.getByRole('button', { name: `${a.name} 가고 싶어요` }).click();
  await expect(owner.getByRole('button', { name: `${a.name} 가고 싶어요 1` })).toBeVisible();

  await leaver.getByRole('button', { name: '멤버 2명' }).click();
  await leaver.getByRole('button', { name: '모음에서 나가기' }).click();
  const question = leaver.getByRole('alertdialog');
  await expect(question.getByText('‘가고 싶어요’와 ‘다녀왔어요’는 삭제돼요', { exact: false })).toBeVisible();
  await question.getByRole('button', { name: '모음에서 나가기' }).click();
  await expect(leaver).toHaveURL(/\/app\/collections$/);
  await expect(leaver.getByText(COLLECTION_NAME)).toHaveCount(0);
  await leaver.goBack();
  await expect(leaver.getByText(LINE)).toHaveCount(0);

  await test.step('다른 기기는 그 모음을 열지 않아도, 목록을 읽으면 사본을 지운다', async () => {
    await expect(tablet.getByText(GONE)).toBeVisible();
    await openScreen(tablet, '/app/collections');
    await expect(tablet.getByRole('link', { name: '새 모음' })).toBeVisible();
    await expect.poll(() => isKept(tablet, LINE)).toBe(false);
  });

  await test.step('주인의 화면에는 혼자 남고, 나간 사람은 초대 링크로 다시 들어온다', async () => {
    await expect(owner.getByRole('button', { name: '함께할 사람 초대' })).toBeVisible();
    await leaver.goto(joint.invitation);
    await leaver.getByRole('button', { name: '함께하기' }).click();
    await expect(leaver.getByText(LINE)).toBeVisible();
    await returnTo(owner);
    await expect(owner.getByRole('button', { name: '멤버 2명' })).toBeVisible();
  });
});

test('탈퇴한 사람의 이름과 댓글, 투표는 사라지고, 주인이 탈퇴하면 다음 사람이 주인이 된다', async ({
  page: owner,
  browser,
}) => {
  const [heir, leaver, friend] = [
    await newDevice(browser, { isDesktop: true }),
    await newDevice(browser),
    await newDevice(browser),
  ];
  const joint = await jointCollection([
    [owner, '은조'],
    [heir, '도윤'],
    [leaver, '하린'],
  ]);
  const [first, second, third] = joint.members;
  await grantPaidTier(second!.email);
  const [a] = joint.places;
  const placeUrl = `${joint.url}/places/${encodeURIComponent(a.placeId)}`;
  await send(leaver, 'PUT', `${placeUrl}/reaction`, { wants: true });
  await send(leaver, 'POST', `${placeUrl}/comments`, { text: '점심에 가요' });
  const othersVote = await openVote(heir, joint, '저녁 모임');
  // The newest vote is shown first.
  const vote = await openVote(leaver, joint, '점심 모임');
  const link = await shareLink(owner, joint.id);
  const deleteAccount = (page: Page, password: string) =>
    send(page, 'POST', '/api/account/deletion/now', { reason: '', password, phrase: '탈퇴합니다' });
  await friend.goto(link);
  await expect(friend.getByText(LINE)).toBeVisible();
  for (const page of [owner, heir]) {
    await page.goto(joint.address);
    await expect(page.getByRole('button', { name: `${a.name} 댓글 1` })).toBeVisible();
    await expect(page.getByText('점심 모임')).toBeVisible();
  }

  await test.step('함께하던 사람이 탈퇴한다', async () => {
    await deleteAccount(leaver, third!.password);
    for (const page of [owner, heir]) {
      await expect(page.getByRole('button', { name: '멤버 2명' })).toBeVisible();
      await expect(page.getByRole('button', { name: `${a.name} 댓글`, exact: true })).toBeVisible();
      await expect(page.getByText('하린')).toHaveCount(0);
      await returnTo(page);
      await expect(page.getByText('점심 모임')).toHaveCount(0);
      await expect(page.getByText('저녁 모임')).toBeVisible();
    }
    await friend.goto(vote);
    await expect(friend.getByText('열 수 없는 투표예요')).toBeVisible();
    await friend.goto(othersVote);
    await expect(friend.getByRole('heading', { name: '저녁 모임' })).toBeVisible();
  });

  await test.step('주인이 탈퇴한다', async () => {
    await deleteAccount(owner, first!.password);
    await expect(heir.getByRole('button', { name: '함께할 사람 초대' })).toBeVisible();
    await expect(heir.getByRole('link', { name: '맛집 담기' })).toBeVisible();
    await expect(heir.getByText(LINE)).toBeVisible();
    await expect(heir.getByText('은조')).toHaveCount(0);
    await friend.goto(link);
    await expect(friend.getByText('지금은 볼 수 없는 링크예요')).toBeVisible();
    await expect(friend.getByText(LINE)).toHaveCount(0);
    await friend.goto(othersVote);
    await expect(friend.getByRole('heading', { name: '저녁 모임' })).toBeVisible();
    await owner.goto(joint.address);
    await expect(owner).toHaveURL(/\/login/);
  });
});

test('주인의 유료 기간이 끝나면 모두 읽기만 하고, 다시 결제하면 보내지 못한 것까지 이어진다', async ({
  page: owner,
  browser,
}) => {
  const [editor, anyone] = [await newDevice(browser), await newDevice(browser)];
  const joint = await jointCollection([
    [owner, '은조'],
    [editor, '도윤'],
  ]);
  const [a] = joint.places;
  const [first] = joint.members;
  const link = await shareLink(owner, joint.id);
  const vote = await openVote(owner, joint, '토요일 저녁');
  const placeUrl = `${joint.url}/places/${encodeURIComponent(a.placeId)}`;
  await send(editor, 'POST', `${placeUrl}/comments`, { text: '점심에 가요' });
  const tablet = await secondDevice(browser, editor);
  await keepOnDevice(tablet, link, SHARE_TITLE);
  await keepOnDevice(tablet, joint.address, LINE);
  await waitForWorker(tablet);
  await tablet.context().setOffline(true);
  await tablet.getByRole('button', { name: `${a.name} 가고 싶어요` }).click();
  await expect(tablet.getByRole('button', { name: `${a.name} 가고 싶어요 1` })).toBeVisible();
  await endMembership(first!.email);

  await test.step('주인과 편집자는 읽기만 한다', async () => {
    for (const page of [owner, editor]) {
      await page.goto(joint.address);
      await expect(page.getByText(/지금은 (모두 )?보기만 할 수 있어요/)).toBeVisible();
      await expect(page.getByText(LINE)).toBeVisible();
      await expect(page.getByRole('link', { name: /맛집 담기|투표 만들기/ })).toHaveCount(0);
      await expect(page.getByRole('button', { name: /가고 싶어요|다녀왔어요|순서·메모 편집/ })).toHaveCount(
        0,
      );
      await page.getByRole('button', { name: `${a.name} 댓글 1` }).click();
      await expect(page.getByText('점심에 가요')).toBeVisible();
      await expect(page.getByLabel('댓글 쓰기')).toHaveCount(0);
      await page.keyboard.press('Escape');
    }
    const renew = owner.getByRole('main').getByRole('link', { name: '다시 결제하기' });
    const ofMembers = '모음을 만든 사람의 유료 회원 기간이 끝나';
    await expect(owner.getByText(ofMembers, { exact: false })).toHaveCount(0);
    await expect(editor.getByText(ofMembers, { exact: false })).toBeVisible();
    await expect(editor.getByRole('link', { name: '다시 결제하기' })).toHaveCount(0);
    await checkScreen(owner, [joint.address, `${joint.address}/edit`]);
    await owner.goto(`${joint.address}/edit`);
    await expect(owner.getByLabel('모음 이름')).toHaveCount(0);
    await renew.click();
    await expect(owner).toHaveURL(/\/upgrade/);
  });

  await test.step('보내려던 것은 이유와 함께 남고, 링크로 보는 사람은 잠시 멈췄다고 듣는다', async () => {
    await tablet.context().setOffline(false);
    await openScreen(tablet, '/app/outbox');
    await expect(
      tablet.getByText('모음을 만든 사람의 유료 회원 기간이 끝나 지금은 보기만 할 수 있어요.', {
        exact: false,
      }),
    ).toBeVisible();
    // After a shorter wait, the screen shows its stored copy.
    await tablet.route('**/api/shared-lists/*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      await route.continue();
    });
    for (const page of [anyone, tablet]) {
      await page.goto(link);
      await expect(page.getByText('공유가 일시 중지된 리스트예요')).toBeVisible();
    }
    await expect.poll(() => isKept(tablet, SHARE_TITLE)).toBe(false);
    // A member who may read the collection keeps the copy for reading without a network.
    expect(await isKept(tablet, LINE)).toBe(true);
    await anyone.goto(vote);
    await expect(anyone.getByRole('button', { name: '투표하기' })).toBeVisible();
  });

  await test.step('다시 결제하면 그대로 이어진다', async () => {
    await grantPaidTier(first!.email);
    await openScreen(tablet, '/app/outbox');
    await tablet.getByRole('button', { name: '다시 동기화' }).click();
    await expect(tablet.getByText('동기화할 내용이 없어요')).toBeVisible();
    await editor.reload();
    await expect(editor.getByRole('link', { name: '맛집 담기' })).toBeVisible();
    await expect(editor.getByRole('button', { name: `${a.name} 가고 싶어요 1` })).toBeVisible();
    await anyone.goto(link);
    await expect(anyone.getByText(LINE)).toBeVisible();
  });
});
