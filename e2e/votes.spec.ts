import { expect, originOf, type Page, test } from './support/test.ts';
import { checkScreen } from './support/check-screen.ts';
import { grantPaidTier } from './support/database.ts';
import { jointCollection, newDevice, openVote } from './support/joint-collection.ts';
import { addPlace, newMember, signUp, somePlaces, viewports } from './support/member.ts';
import { coveredBy } from './support/uncovered.ts';

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
    headers: { origin: originOf(page), 'idempotency-key': crypto.randomUUID() },
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

  await test.step('날짜 단추와 그 설명 사이에 틈이 있다', async () => {
    const button = await page.getByRole('button', { name: '날짜 후보 추가' }).boundingBox();
    const hint = await page.getByText('5개까지 추가할 수 있어요', { exact: false }).boundingBox();
    expect(hint!.y - (button!.y + button!.height)).toBeGreaterThanOrEqual(8);
  });

  await test.step('빠진 것을 알려 준다', async () => {
    // The places of a short collection are ticked at first.
    for (const { name } of places) await page.getByRole('checkbox', { name }).uncheck();
    await page.getByRole('button', { name: '투표 시작하기' }).click();
    await expect(page.getByText('모임 이름을 입력해 주세요.')).toBeVisible();
    await expect(page.getByText('날짜를 골라 주세요.')).toBeVisible();
    await expect(page.getByText('후보를 두 곳 이상 골라 주세요.')).toBeVisible();
  });
  await page.getByLabel('모임 이름').fill('토요일 저녁');
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Seoul' }).format(new Date());
  await page.getByLabel('날짜').fill(today);
  await page.getByLabel('시간').fill('18:30');
  for (const { name } of places) await page.getByRole('checkbox', { name }).check();
  await page.getByRole('button', { name: '투표 시작하기' }).click();
  await expect(page.getByRole('heading', { name: '토요일 저녁', level: 1 })).toBeVisible();
  await expect(page.getByText('아직 아무도 답하지 않았어요.', { exact: false })).toBeVisible();
  const link = page.url();

  const friend = await (
    await browser.newContext({ viewport: viewports.phone, reducedMotion: 'reduce' })
  ).newPage();
  const visited = await friend.goto(link);
  await expect(friend.getByText('아직 아무도 답하지 않았어요.', { exact: false })).toBeVisible();
  await expect(friend.getByText('링크를 보내 보세요', { exact: false })).toBeHidden();
  expect(visited?.headers()['x-robots-tag']).toBe('noindex');
  const image = await friend.locator('meta[property="og:image"]').getAttribute('content');
  expect((await friend.request.get(String(image))).headers()['content-type']).toBe('image/png');
  const [a, b, c] = places as [Place, Place, Place];
  const chooseAnswer = (name: string, answer: string) =>
    friend
      .getByRole('group', { name: `${name} 답` })
      .getByText(answer, { exact: true })
      .click();

  const home = await friend.getByRole('banner').getByRole('link', { name: '모먹지' }).boundingBox();
  expect(home?.height).toBeGreaterThanOrEqual(44);

  await test.step('친구가 이름만으로 답하고 바꾼다', async () => {
    // The button must be visible although the end of the form is below the window.
    await friend.setViewportSize({ width: 360, height: 640 });
    await expect(friend.getByLabel('이름')).not.toBeInViewport();
    await expect(friend.getByRole('button', { name: '투표하기' })).toBeInViewport({ ratio: 1 });
    await chooseAnswer(a.name, '다음에 갈래요');
    await friend.getByRole('button', { name: '투표하기' }).click();
    await expect(friend.getByText('모든 후보에 답해 주세요.')).toBeInViewport({ ratio: 1 });
    await expect(
      friend
        .getByRole('group', { name: `${b.name} 답` })
        .getByRole('radio')
        .first(),
    ).toBeFocused();
    await chooseAnswer(b.name, '괜찮아요');
    await chooseAnswer(c.name, '가고 싶어요');
    await expect(friend.getByText('모든 후보에 답해 주세요.')).toBeHidden();
    await friend.getByRole('button', { name: '투표하기' }).click();
    await expect(friend.getByText('이름을 입력해 주세요.')).toBeInViewport({ ratio: 1 });
    await expect(friend.getByLabel('이름')).toBeFocused();
    await friend.getByLabel('이름').fill('지우');
    await expect(friend.getByText('이름을 입력해 주세요.')).toBeHidden();
    await friend.getByRole('button', { name: '투표하기' }).click();
    const best = friend.getByRole('list').last().getByRole('listitem').first();
    await expect(best).toContainText(c.name);
    await expect(best).toContainText('가고 싶어요: 지우');
    await friend.reload();
    await chooseAnswer(b.name, '가고 싶어요');
    await chooseAnswer(c.name, '다음에 갈래요');
    await friend.getByRole('button', { name: '답 바꾸기' }).click();
    await expect(best).toContainText(b.name);
    await expect(friend.getByText('1명 참여')).toBeVisible();
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
    // After the vote, the result shows the addresses and maps instead of the form.
    await expect(friend.getByRole('link', { name: `${b.name} 지도 (네이버지도)` })).toBeVisible();
    await expect(friend.getByRole('link', { name: `${b.name} 일지 쓰기` })).toHaveCount(0);
    await page.getByRole('button', { name: `${c.name}, 여기로 정하기` }).click();
    for (const screen of [page, friend]) {
      if (screen === friend) await friend.reload();
      await expect(screen.getByRole('region', { name: '여기로 정했어요' })).toContainText(c.name);
    }
    await expect(friend.getByRole('button', { name: '여기로 정하기' })).toHaveCount(0);
    await checkScreen(friend, [link]);
    await page.getByRole('link', { name: '모음 보기' }).click();
    await page.getByRole('link', { name: `${c.name} 일지 쓰기` }).click();
    await expect(page).toHaveURL(new RegExp(`/write\\?.*day=${today}`));
    await expect(page.getByRole('combobox', { name: '어디에서 먹었어요?' })).toHaveValue(c.name);
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

test('투표 뒤의 일지는 다른 기기에서 방금 담은 집도, 담지 않은 집도, 연결이 없을 때도 채워져 있다', async ({
  page,
  context,
  browser,
}) => {
  await signUp(page);
  const places = await somePlaces(page, 2);
  const [chosen] = places as [Place, Place];
  const send = async (method: 'post' | 'put', path: string, data: object) => {
    const headers = { origin: originOf(page), 'idempotency-key': crypto.randomUUID() };
    const answer = await page.request[method](path, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const restaurantIds = places.map(({ placeId }) => placeId);
  const looks = { name: '우리 동네', colour: 'pink', icon: 'soup' };
  const { id } = await send('post', '/api/collections', { ...looks, restaurantIds });
  const meetsOn = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Seoul' }).format(new Date());
  const vote = await send('post', `/api/collections/${id}/votes`, {
    title: '점심',
    meetsOn,
    meetsAt: null,
    restaurantIds,
  });
  await send('put', `/api/votes/${vote.id}/answers`, {
    key: 'k'.repeat(32),
    name: '은조',
    answers: restaurantIds.map((restaurantId, nth) => ({
      restaurantId,
      answer: nth === 0 ? 'want' : 'later',
    })),
  });
  const write = page.getByRole('link', { name: `${chosen.name} 일지 쓰기` });
  const field = page.getByRole('combobox', { name: '어디에서 먹었어요?' });
  await page.goto(`/app/collections/${id}`);
  await write.click();
  await expect(field).toHaveValue(chosen.name);
  await expect(page.getByText('내 리스트에 없는 맛집이에요.')).toBeVisible();
  await expect(page.getByLabel('방문 완료로 바꾸기')).toHaveCount(0);

  await page.goBack();
  await expect(write).toBeVisible();
  // Another device adds the place, so the list that this page has read does not contain it.
  await addPlace(page, chosen.placeId);
  await write.click();
  await expect(page.getByLabel('방문 완료로 바꾸기')).toBeVisible();
  await expect(page.getByText('내 리스트에 있는 맛집이에요.')).toBeVisible();

  await page.goBack();
  await expect(write).toBeVisible();
  await context.setOffline(true);
  await write.click();
  await expect(field).toHaveValue(chosen.name);
  await context.setOffline(false);

  // A member who is not in the collection opens the vote by its link.
  const friend = await newDevice(browser);
  await signUp(friend);
  await friend.goto(`/vote/${vote.id}`);
  await friend.getByRole('link', { name: `${chosen.name} 일지 쓰기` }).click();
  await expect(friend).toHaveURL(new RegExp(`/write\\?.*day=${meetsOn}`));
  await expect(friend.getByRole('combobox', { name: '어디에서 먹었어요?' })).toHaveValue(chosen.name);
});

test('여러 날짜 중에서 친구들이 갈 수 있는 날을 고르고, 만든 사람이 곳과 날짜를 함께 정한다', async ({
  page,
  browser,
}) => {
  const joint = await jointCollection([[page, '은조']]);
  const dayIn = (days: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Seoul' }).format(Date.now() + days * 86_400_000);
  const textOf = (days: number, time?: string) => {
    const day = new Intl.DateTimeFormat('ko', {
      timeZone: 'Asia/Seoul',
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      weekday: 'long',
    }).format(Date.now() + days * 86_400_000);
    return time ? `${day} ${time}` : day;
  };
  await page.goto(`${joint.address}/vote`);
  await page.getByLabel('모임 이름').fill('토요일 저녁');
  await page.getByLabel('날짜', { exact: true }).fill(dayIn(3));
  await page.getByLabel('시간').fill('18:30');
  for (const nth of [2, 3, 4, 5]) {
    await page.getByRole('button', { name: '날짜 후보 추가' }).click();
    await expect(page.getByLabel(`날짜 ${nth}`, { exact: true })).toBeFocused();
  }
  await expect(page.getByRole('button', { name: '날짜 후보 추가' })).toHaveCount(0);
  await page.getByRole('button', { name: '날짜 5 삭제' }).click();
  await page.getByLabel('날짜 2', { exact: true }).fill(dayIn(0));
  await page.getByLabel('날짜 4', { exact: true }).fill(dayIn(0));
  await page.getByRole('button', { name: '투표 시작하기' }).click();
  await expect(page.getByText('날짜를 골라 주세요.')).toBeVisible();
  await page.getByRole('button', { name: '날짜 3 삭제' }).click();
  await page.getByRole('button', { name: '투표 시작하기' }).click();
  await expect(page.getByText('같은 날짜와 시간이 이미 있어요.', { exact: false })).toBeVisible();
  await page.getByLabel('시간 3').fill('12:00');
  await page.getByRole('button', { name: '투표 시작하기' }).click();
  await expect(page.getByText('날짜 후보 3개')).toBeVisible();
  await expect(page.getByRole('link', { name: '캘린더에 추가' })).toHaveCount(0);
  const link = page.url();
  const [a, b] = joint.places as [Place, Place];

  const friends = [await newDevice(browser), await newDevice(browser)] as const;
  for (const [nth, friend] of friends.entries()) {
    await friend.goto(link);
    const choose = (name: string, answer: string) =>
      friend
        .getByRole('group', { name: `${name} 답` })
        .getByText(answer, { exact: true })
        .click();
    await choose(a.name, '가고 싶어요');
    await choose(b.name, '괜찮아요');
    await friend.getByLabel('이름').fill(['지우', '민서'][nth] ?? '');
    await friend.getByRole('button', { name: '투표하기' }).click();
    await expect(friend.getByText('모든 후보에 답해 주세요.')).toBeVisible();
    await expect(
      friend
        .getByRole('group', { name: `${textOf(0)} 답` })
        .getByRole('radio')
        .first(),
    ).toBeFocused();
    await choose(textOf(0), '갈 수 있어요');
    await choose(textOf(0, '12:00'), nth === 0 ? '갈 수 있어요' : '못 가요');
    await choose(textOf(3, '18:30'), '못 가요');
    await friend.getByRole('button', { name: '투표하기' }).click();
    await expect(friend.getByText(`${nth + 1}명 참여`)).toBeVisible();
  }
  const [friend] = friends;
  await expect(friend.getByText('갈 수 있어요: 지우, 민서')).toBeVisible();
  await expect(friend.getByText('못 가요: 민서')).toBeVisible();
  await checkScreen(friend, [link]);
  await friend.goto(link);
  await page.goto(joint.address);
  await expect(page.getByText('날짜 후보 3개', { exact: false })).toBeVisible();

  await page.goto(link);
  await page.getByRole('button', { name: `${b.name}, 여기로 정하기` }).click();
  const dialog = page.getByRole('dialog', { name: '언제 만날까요?' });
  await expect(dialog.getByRole('radio', { name: textOf(0) }).first()).toBeChecked();
  await expect(dialog.getByText('2명이 갈 수 있어요')).toBeVisible();
  await dialog.getByRole('radio', { name: textOf(3, '18:30') }).check();
  await dialog.getByRole('button', { name: '이 날짜로 정하기' }).click();
  await expect(dialog).toBeHidden();
  for (const screen of [page, friend]) {
    const decision = screen.getByRole('region', { name: '여기로 정했어요' });
    await expect(decision).toContainText(b.name);
    await expect(decision).toContainText(textOf(3, '18:30'));
  }
  await expect(friend.getByRole('link', { name: '캘린더에 추가' })).toBeVisible();
  await page.getByRole('button', { name: '날짜 바꾸기' }).click();
  await dialog.getByRole('radio', { name: textOf(0, '12:00') }).check();
  await dialog.getByRole('button', { name: '이 날짜로 정하기' }).click();
  await expect(page.getByRole('region', { name: '여기로 정했어요' })).toContainText(textOf(0, '12:00'));
  await page.getByRole('link', { name: `${b.name} 일지 쓰기` }).click();
  await expect(page).toHaveURL(new RegExp(`/write\\?.*day=${dayIn(0)}`));
});

test('두 방문자와 주인의 열린 화면에 서로의 답이 나타나고, 스트림이 막힌 화면에는 물어서 나타난다', async ({
  page: owner,
  browser,
}) => {
  const joint = await jointCollection([[owner, '은조']]);
  const link = await openVote(owner, joint, '토요일 저녁');
  const [first, second, blocked] = [
    await newDevice(browser),
    await newDevice(browser, { isDesktop: true }),
    await newDevice(browser),
  ];
  await blocked.route(/\/changes$/, () => {});
  const opened = [first, second].map((page) =>
    Promise.all([page.waitForResponse(/\/changes$/), page.goto(link)]),
  );
  await Promise.all([...opened, blocked.goto(link)]);
  await Promise.all([owner.waitForResponse(/\/changes$/), owner.goto(joint.address)]);
  await expect(owner.getByText('아직 답한 사람이 없어요', { exact: false })).toBeVisible();
  const answer = async (page: Page, name: string) => {
    for (const place of joint.places)
      await page
        .getByRole('group', { name: `${place.name} 답` })
        .getByText('가고 싶어요', { exact: true })
        .click();
    await page.getByLabel('이름').fill(name);
    await page.getByRole('button', { name: '투표하기' }).click();
    await expect(page.getByRole('button', { name: '답 바꾸기' })).toBeVisible();
  };
  // The answers of other people must not change a half-filled form.
  await second.getByLabel('이름').fill('민서');
  const requests: string[] = [];
  for (const page of [second, owner]) page.on('request', (request) => requests.push(request.url()));
  // The stream delivers the changed vote before the response to the answer arrives.
  await first.route(/\/answers$/, async (route) => {
    const response = await route.fetch();
    await expect(first.getByText('1명 참여')).toBeVisible();
    await route.fulfill({ response });
  });
  await answer(first, '지우');
  await Promise.all([
    expect(second.getByText('1명 참여')).toBeVisible(),
    expect(owner.getByText('1명 참여', { exact: false })).toBeVisible(),
  ]);
  await expect(second.getByText('가고 싶어요: 지우').first()).toBeVisible();
  await expect(second.getByLabel('이름')).toHaveValue('민서');
  // The streams contain the answers, so no screen must read the collection or the vote again.
  expect(requests.filter((url) => /\/api\/(collections|votes)\//.test(url))).toEqual([]);
  await expect(blocked.getByText('1명 참여')).toBeVisible({ timeout: 8_000 });

  await answer(second, '민서');
  await expect(first.getByText('2명 참여')).toBeVisible();
  await owner.goto(link);
  await owner.getByRole('button', { name: '투표 끝내기' }).click();
  await owner.getByRole('alertdialog').getByRole('button', { name: '투표 끝내기' }).click();
  for (const page of [first, second]) {
    await expect(page.getByText('끝난 투표', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: '답 바꾸기' })).toHaveCount(0);
  }
});

test('후보의 지도는 고른 앱으로 열리고, 이 기기에서 마지막에 쓴 앱이 먼저다', async ({ page, browser }) => {
  const joint = await jointCollection([[page, '은조']]);
  const link = await openVote(page, joint, '토요일 저녁');
  const visitor = await newDevice(browser);
  await visitor.goto(link);
  const [a] = joint.places;
  const open = (app: string) => visitor.getByRole('link', { name: `${a.name} 지도 (${app})` });
  await expect(open('네이버지도')).toHaveAttribute('href', /^https:\/\/map\.naver\.com/);
  await visitor.getByLabel('지도 앱').selectOption({ label: '카카오맵' });
  await expect(open('카카오맵')).toHaveAttribute('href', /^https:\/\/map\.kakao\.com/);
  await visitor.reload();
  await expect(open('카카오맵')).toBeVisible();
});

test('자판으로 후보의 지도에 가면 투표하기가 그 링크를 가리지 않는다', async ({ page, browser }) => {
  const joint = await jointCollection([[page, '은조']]);
  const link = await openVote(page, joint, '토요일 저녁');
  const visitor = await newDevice(browser, { isDesktop: true });
  await visitor.goto(link);
  await expect(visitor.getByRole('button', { name: '투표하기' })).toBeVisible();
  // In some of these heights, the link is behind the button until it gets the focus.
  for (let height = 400; height <= 760; height += 40) {
    await visitor.setViewportSize({ width: 1280, height });
    for (const { name } of joint.places) {
      const map = visitor.getByRole('link', { name: `${name} 지도` });
      await map.blur();
      await visitor.evaluate(() => window.scrollTo(0, 0));
      await map.focus();
      expect(await coveredBy(map), `${name} at ${height}`).toEqual([]);
    }
  }
});

test('만든 사람이 고르면 후보에 내 사진이 보이고, 사진이 없으면 종류의 그림이 보인다', async ({
  page,
  browser,
}) => {
  const joint = await jointCollection([[page, '은조']]);
  const [a, b] = joint.places as [Place, Place];
  await page.goto(joint.address);
  const headers = { origin: originOf(page) };
  const uploaded = await page.request.post('/api/photos?purpose=review', {
    headers: { ...headers, 'idempotency-key': crypto.randomUUID(), 'content-type': 'image/jpeg' },
    data: await page.screenshot({ type: 'jpeg' }),
  });
  expect(uploaded.ok(), await uploaded.text()).toBe(true);
  const changed = await page.request.patch(`/api/my-restaurants/${encodeURIComponent(a.placeId)}`, {
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    data: { userPhotoFilenames: [(await uploaded.json()).id] },
  });
  expect(changed.ok(), await changed.text()).toBe(true);
  await page.goto(`${joint.address}/vote`);
  await page.getByLabel('모임 이름').fill('토요일 저녁');
  await page.getByLabel('날짜', { exact: true }).fill('2030-01-05');
  const shows = page.getByRole('checkbox', { name: '내 사진도 함께 보내기' });
  await expect(shows).not.toBeChecked();
  await page.getByRole('checkbox', { name: a.name }).uncheck();
  await expect(shows).toHaveCount(0);
  await page.getByRole('checkbox', { name: a.name }).check();
  await shows.check();
  await page.getByRole('button', { name: '투표 시작하기' }).click();
  await expect(page.getByRole('heading', { name: '토요일 저녁', level: 1 })).toBeVisible();

  const friend = await newDevice(browser);
  await friend.goto(page.url());
  const photo = friend.getByRole('group', { name: `${a.name} 답` }).locator('img');
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(friend.getByRole('group', { name: `${b.name} 답` }).locator('img')).toHaveCount(0);
  await checkScreen(friend, [page.url()]);
});

type Place = Awaited<ReturnType<typeof somePlaces>>[number];
