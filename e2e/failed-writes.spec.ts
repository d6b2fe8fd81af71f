import { type Browser, type BrowserContext, expect, type Locator, type Page, test } from './support/test.ts';
import { signInAsAdmin } from './support/admin.ts';
import { grantPaidTier } from './support/database.ts';
import { type Failure, FAILURES, failWrites } from './support/failing-writes.ts';
import { newDevice, send } from './support/joint-collection.ts';
import { addPlace, newMember, signUp, somePlaces } from './support/member.ts';

/*
 * Every write of a member, tried without a network, with a server that fails, with a connection that is reset, and with
 * an answer that never comes. The person reads what happened and what happens next. The report of the run lists what
 * was read (annotations `read`).
 */

test.setTimeout(240_000);
test.use({ actionTimeout: 20_000 });

type Place = { placeId: string; name: string };
/** The places of the member's list, and places that are not in it. */
type World = {
  context: BrowserContext;
  places: readonly Place[];
  unsaved: readonly Place[];
  collectionId: string;
};

/** A write that the device stores and sends later. */
type KeptWrite = {
  isKept: true;
  /** The sentence of the specification for a failure. */
  failed: string;
  /** Whether screens show the waiting change in place, without a message. */
  isMarked?: boolean;
};
/** A write that needs the server. It fails at once. */
type DirectWrite = { isKept: false; failed: string };

type WriteCase = (KeptWrite | DirectWrite) & {
  screen: string;
  write: string;
  /** Opens the screen and prepares the write. `at` counts the failures, so that each uses another place. */
  open: (page: Page, world: World, at: number) => Promise<unknown>;
  target: (page: Page, world: World, at: number) => Locator;
  /** Presses the button of a confirmation. */
  confirm?: (page: Page) => Promise<unknown>;
  /** Whether the button is disabled without a network. The strip of the screen gives the reason. */
  isDisabledOffline?: boolean;
};

const placeAt = ({ places }: World, at: number) => places[at] as Place;
const restaurantPath = (world: World, at: number, path = 'restaurant') =>
  `/app/${path}/${encodeURIComponent(placeAt(world, at).placeId)}`;
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

async function newEntry(page: Page, text: string): Promise<string> {
  const { entry } = await send<{ entry: { id: string } }>(page, 'POST', '/api/journal/entries', {
    ...{ restaurantId: null, restaurantName: '골목집', visitDate: Date.parse('2026-11-20'), visitTime: null },
    ...{ journalText: text, tagsWith: [], tagsOccasion: [], photoIds: [] },
  });
  return entry.id;
}

const cases: readonly WriteCase[] = [
  {
    ...{ screen: '맛집 등록', write: '등록', isKept: true, failed: '맛집 추가 실패' },
    open: async (page, { unsaved }, at) => {
      const { name } = unsaved[at] as Place;
      await page.goto('/app/add');
      await page.getByRole('combobox', { name: '식당 이름' }).fill(name);
      await page.getByRole('listbox').getByRole('option', { name }).first().click();
    },
    target: (page) => button(page, /등록/).last(),
  },
  {
    ...{ screen: '내 맛집', write: '도장', isKept: true, failed: '맛집 수정 실패', isMarked: true },
    open: (page) => page.goto('/app'),
    target: (page, world, at) =>
      page
        .getByRole('listitem')
        .filter({ hasText: placeAt(world, at).name })
        .getByRole('button', { name: /누르면 방문 완료로/ })
        .first(),
  },
  {
    ...{ screen: '맛집 수정', write: '저장', isKept: true, failed: '맛집 수정 실패', isMarked: true },
    open: async (page, world, at) => {
      await page.goto(restaurantPath(world, at, 'edit'));
      await page.getByLabel('출처 메모').fill('새 메모');
    },
    target: (page) => button(page, /저장/).last(),
  },
  {
    ...{ screen: '맛집', write: '삭제', isKept: true, failed: '맛집 삭제 실패' },
    open: (page, world, at) => page.goto(restaurantPath(world, at)),
    target: (page) => button(page, '삭제').first(),
    confirm: (page) => page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click(),
  },
  {
    ...{ screen: '리뷰', write: '등록', isKept: true, failed: '리뷰 등록 실패' },
    open: async (page, world, at) => {
      await send(page, 'PATCH', `/api/my-restaurants/${encodeURIComponent(placeAt(world, at).placeId)}`, {
        status: '방문 완료',
      });
      await page.goto(`${restaurantPath(world, at)}/reviews`);
      await button(page, '리뷰 남기기').click();
      await page.getByLabel('한 줄', { exact: true }).fill('국물이 맑아요');
    },
    target: (page) => button(page, /저장/).last(),
  },
  {
    ...{ screen: '일지 쓰기', write: '저장', isKept: true, failed: '모먹지 일지 추가 실패' },
    open: async (page) => {
      await page.goto('/app/momokzi-journal/write');
      await page.getByRole('combobox', { name: '어디에서 먹었어요?' }).fill('골목집');
      await page.getByLabel('무엇을 먹었어요?').fill('국밥');
    },
    target: (page) => button(page, /저장/).last(),
  },
  {
    ...{ screen: '일지 수정', write: '저장', isKept: true, failed: '모먹지 일지 수정 실패' },
    open: async (page) => {
      const id = await newEntry(page, '처음 글');
      await page.goto(`/app/momokzi-journal/${id}/edit`);
      await page.getByLabel('무엇을 먹었어요?').fill('고친 글');
    },
    target: (page) => button(page, /저장/).last(),
  },
  {
    ...{ screen: '일지', write: '삭제', isKept: true, failed: '모먹지 일지 삭제 실패' },
    open: async (page) => {
      await newEntry(page, '지울 글');
      await page.goto('/app/momokzi-journal');
    },
    target: (page) => button(page, /일지 삭제$/).first(),
  },
  {
    ...{ screen: '맛집 담기', write: '모음에 담기', isKept: true, failed: '모음 수정 실패' },
    open: async (page, world, at) => {
      await page.goto(`/app/collections/add?collection=${world.collectionId}`);
      await page.getByRole('checkbox', { name: placeAt(world, at).name }).check();
    },
    target: (page) => button(page, '고른 곳 담기'),
  },
  {
    ...{ screen: '모음', write: '가고 싶어요', isKept: true, failed: '모음 수정 실패' },
    open: async (page, { collectionId }, at) => {
      if (at === 0) await inviteFriend(page, collectionId);
      await page.goto(`/app/collections/${collectionId}`);
    },
    target: (page, _world, at) => button(page, /가고 싶어요/).nth(at),
  },
  {
    ...{ screen: '모음', write: '빼기', isKept: true, failed: '모음 수정 실패' },
    open: async (page, { collectionId }) => {
      await page.goto(`/app/collections/${collectionId}`);
      await button(page, '순서·한 줄').click();
    },
    target: (page) => button(page, /모음에서 빼기$/).first(),
  },
  {
    ...{ screen: '모음 만들기', write: '만들기', isKept: false, failed: '' },
    open: async (page) => {
      await page.goto('/app/collections/new');
      await page.getByLabel('모음 이름').fill('을지로 노포');
    },
    target: (page) => button(page, '만들기'),
  },
  {
    ...{ screen: '모음', write: '댓글', isKept: false, failed: '' },
    open: async (page, { collectionId }, at) => {
      if (at === 0) await inviteFriend(page, collectionId);
      await page.goto(`/app/collections/${collectionId}`);
      await button(page, /댓글/).first().click();
      await page.getByLabel('댓글 쓰기').fill('여기 좋아요');
    },
    target: (page) => button(page, '남기기'),
  },
  {
    ...{ screen: '투표 만들기', write: '시작하기', isKept: false, failed: '' },
    open: async (page, { collectionId }) => {
      await page.goto(`/app/collections/${collectionId}/vote`);
      await page.getByLabel('모임 이름').fill('토요일 저녁');
      await page.getByLabel('날짜').fill('2030-01-05');
      for (const at of [0, 1]) await page.getByRole('checkbox').nth(at).check();
    },
    target: (page) => button(page, '투표 시작하기'),
  },
  {
    ...{ screen: '내 리스트 공유', write: '링크 만들기', isKept: false, failed: '' },
    open: async (page) => {
      await page.goto('/app/share-my-list');
      await button(page, '링크 만들기').click();
      await button(page, '리스트 전부').click();
      await page.getByLabel('제목').fill('골목 지도');
    },
    target: (page) => button(page, '링크 만들기'),
  },
  {
    ...{ screen: '내 리스트 공유', write: '멈추기', isKept: false, failed: '' },
    open: async (page) => {
      await sharedList(page);
      await page.goto('/app/share-my-list');
    },
    target: (page) => button(page, /공유 멈추기$/).first(),
  },
  {
    ...{ screen: '일지', write: '공유하기', isKept: false, failed: '' },
    open: async (page) => page.goto(`/app/momokzi-journal/${await newEntry(page, '나눌 글')}`),
    target: (page) => button(page, '공유하기'),
  },
  {
    ...{ screen: '내 데이터', write: '캘린더 주소 만들기', isKept: false, failed: '' },
    open: async (page) => {
      await page.goto('/app/data');
    },
    isDisabledOffline: true,
    target: (page) => button(page, '캘린더 주소 만들기'),
  },
  {
    ...{ screen: '방송', write: '팔로우', isKept: false, failed: '' },
    open: async (page) => {
      const { sources } = await send<{ sources: { id: string }[] }>(page, 'GET', '/api/provided-restaurants');
      await page.goto(`/app/sources/${sources[0]?.id}`);
    },
    target: (page) => button(page, /팔로우$/),
  },
  {
    ...{ screen: '제공 맛집', write: '가져오기', isKept: false, failed: '맛집 전환에 실패했습니다' },
    open: (page) => page.goto('/app?status=provided'),
    target: (page, _world, at) => button(page, /, 내 리스트로 가져오기/).nth(at),
  },
  {
    ...{ screen: '맛집 수정', write: '직접 등록한 곳 저장', isKept: true, failed: '맛집 수정 실패' },
    open: async (page) => {
      const { restaurant } = await send<{ restaurant: { id: string } }>(page, 'POST', '/api/my-restaurants', {
        place: {
          from: 'hand',
          name: '손으로 쓴 집',
          address: '서울 중구 3',
          coordinates: null,
          phoneNumber: '',
        },
      });
      await page.goto(`/app/edit/${encodeURIComponent(restaurant.id)}`);
      await page.getByLabel('이름', { exact: true }).first().fill('손으로 고친 집');
    },
    target: (page) => button(page, /저장/).last(),
  },
  {
    ...{ screen: '맛집', write: '내 맛집으로 바꾸기', isKept: true, failed: '맛집 전환에 실패했습니다' },
    open: async (page, _world, at) => {
      const { shareId, restaurantIds } = await friendsList(page);
      const restaurantId = restaurantIds[at] as string;
      await send(page, 'POST', `/api/shared-lists/${shareId}/taken`, { restaurantIds: [restaurantId] });
      await page.goto(`/app/restaurant/${encodeURIComponent(restaurantId)}`);
    },
    target: (page) => button(page, '내 맛집으로 바꾸기').first(),
  },
  {
    ...{ screen: '공유받은 리스트', write: '담기', isKept: false, failed: '공유 맛집 추가 실패' },
    open: async (page) => page.goto(`/shared/${(await friendsList(page)).shareId}`),
    target: (page) => button(page, /곳 내 리스트에 담기$/).first(),
  },
  {
    ...{ screen: '리뷰', write: '신고하기', isKept: false, failed: '' },
    open: async (page, world, at) => {
      const { placeId } = placeAt(world, at);
      await reviewOfFriend(page, placeId);
      await page.goto(`${restaurantPath(world, at)}/reviews`);
      await button(page, /리뷰 신고하기$/)
        .first()
        .click();
      await page.getByRole('radio', { name: '광고나 홍보예요' }).check();
    },
    target: (page) => page.getByRole('dialog').getByRole('button', { name: '신고하기' }),
  },
  {
    ...{ screen: '모음 수정', write: '저장', isKept: false, failed: '' },
    open: async (page, { collectionId }) => {
      await page.goto(`/app/collections/${collectionId}/edit`);
      await page.getByLabel('모음 이름').fill('새 이름');
    },
    target: (page) => button(page, '저장하기').or(button(page, '저장')).first(),
  },
  {
    ...{ screen: '모음 수정', write: '모음 삭제', isKept: false, failed: '' },
    open: (page, { collectionId }) => page.goto(`/app/collections/${collectionId}/edit`),
    target: (page) => button(page, /모음 삭제/),
  },
  {
    ...{ screen: '모음', write: '초대 링크 만들기', isKept: false, failed: '' },
    open: async (page, { collectionId }) => {
      await page.goto(`/app/collections/${collectionId}`);
      await button(page, '함께할 사람 초대').click();
    },
    target: (page) => button(page, '초대 링크 만들기'),
  },
  {
    ...{ screen: '내 리스트 공유', write: '링크 삭제', isKept: false, failed: '' },
    open: async (page) => {
      await sharedList(page);
      await page.goto('/app/share-my-list');
    },
    target: (page) => button(page, /링크 삭제$/).first(),
    confirm: (page) => page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click(),
  },
  {
    ...{ screen: '회원정보 수정', write: '닉네임 바꾸기', isKept: false, failed: '' },
    open: async (page) => {
      await page.goto('/app/settings');
      await page.getByLabel('닉네임', { exact: true }).fill('새이름');
    },
    isDisabledOffline: true,
    target: (page) => button(page, '닉네임 바꾸기'),
  },
  {
    ...{ screen: '관리자', write: 'CSV 미리 보기', isKept: false, failed: '' },
    open: async (page) => {
      await signInAsAdmin(page);
      await page.goto('/app/admin/provided');
      await page.getByRole('link', { name: 'CSV로 올리기' }).click();
      await page
        .getByLabel('또는 표 붙여넣기')
        .fill('이름,주소,태그,출처,종류,회차\n표 밥집,서울 마포구 1,점심,수첩,방송,1회');
    },
    target: (page) => button(page, '미리 보기'),
  },
];

/** A list that another member shares, with a place for each failure. None of them is in the member's list. */
async function friendsList(page: Page): Promise<{ shareId: string; restaurantIds: string[] }> {
  const friend = await newDevice(page.context().browser() as Browser);
  const member = await signUp(friend, newMember('도윤'));
  await grantPaidTier(member.email);
  const found = (await somePlaces(friend, 16)).slice(12);
  for (const { placeId } of found) await addPlace(friend, placeId);
  const shareId = await sharedList(friend);
  await friend.context().close();
  return { shareId, restaurantIds: found.map(({ placeId }) => placeId) };
}

async function reviewOfFriend(page: Page, placeId: string): Promise<void> {
  const friend = await newDevice(page.context().browser() as Browser);
  await signUp(friend, newMember('도윤'));
  await addPlace(friend, placeId, { status: '방문 완료', rating: 4 });
  await send(friend, 'PUT', `/api/restaurants/${encodeURIComponent(placeId)}/my-review`, {
    ...{ rating: 4, review: '맛있어요', isShared: true, isAnonymous: false },
  });
  await friend.context().close();
}

/** Comments need a collection with two members. */
async function inviteFriend(page: Page, collectionId: string): Promise<void> {
  const { invite } = await send<{ invite: { id: string } }>(
    page,
    'PUT',
    `/api/collections/${collectionId}/invite`,
    { role: 'editor' },
  );
  const friend = await newDevice(page.context().browser() as Browser);
  await signUp(friend, newMember('도윤'));
  await send(friend, 'POST', `/api/collection-invites/${invite.id}/members`);
  await friend.context().close();
}

async function sharedList(page: Page): Promise<string> {
  const { id } = await send<{ id: string }>(page, 'POST', '/api/list-shares', {
    title: '골목 지도',
    selection: { of: 'all' },
    shows: { ratings: false, reviews: false, memos: true },
  });
  return id;
}

const NEXT: Record<'kept' | 'direct', Record<Failure, RegExp>> = {
  kept: {
    offline: /이 기기에 저장했어요\. 인터넷에 연결되면 보내요\./,
    server: /서버에 문제가 있어 잠시 뒤 다시 보내요\./,
    reset: /이 기기에 저장했어요\. 잠시 뒤 다시 보내요\./,
    slow: /이 기기에 저장했어요\. 잠시 뒤 다시 보내요\./,
  },
  direct: {
    offline: /인터넷이 끊겼어요\. 연결을 확인해 주세요\./,
    server: /서버에 문제가 생겼어요\. 잠시 후 다시 시도해 주세요\./,
    reset: /연결이 끊겼어요\. 다시 시도해 주세요\./,
    slow: /응답이 너무 늦어요\. 연결을 확인하고 다시 시도해 주세요\./,
  },
};

for (const each of cases)
  test(`${each.screen}, ${each.write}: 실패하면 무엇이 어떻게 됐는지 읽을 수 있다`, async ({
    page,
    context,
  }) => {
    const member = await signUp(page, newMember('은조'));
    await grantPaidTier(member.email);
    const found = await somePlaces(page, 12);
    const [places, unsaved] = [found.slice(0, 8), found.slice(8)];
    for (const { placeId } of places) expect((await addPlace(page, placeId)).status()).toBe(201);
    const { id: collectionId } = await send<{ id: string }>(page, 'POST', '/api/collections', {
      ...{ name: '우리 동네', colour: 'pink', icon: 'soup' },
      restaurantIds: places.slice(4).map(({ placeId }) => placeId),
    });
    const world = { context, places, unsaved, collectionId };
    for (const [at, failure] of FAILURES.entries())
      await test.step(failure, () => tryWrite(each, { world, at, failure }));
  });

async function tryWrite(
  each: WriteCase,
  { world, at, failure }: { world: World; at: number; failure: Failure },
) {
  const page = await world.context.newPage();
  if (failure === 'slow') await page.clock.install();
  await each.open(page, world, at);
  const target = each.target(page, world, at);
  await expect(target).toBeVisible();
  const failing = await failWrites(page, failure);
  if (failure === 'offline' && each.isDisabledOffline) await expect(target).toBeDisabled();
  else {
    await target.click();
    await each.confirm?.(page);
    await failing.sent();
  }
  const wanted = NEXT[each.isKept ? 'kept' : 'direct'][failure];
  const isQuiet = each.isKept && each.isMarked === true && failure !== 'server';
  const read =
    failure === 'offline' && each.isDisabledOffline
      ? page.getByRole('status').filter({ hasText: /연결되면 (할|바꿀) 수 있어요/ })
      : isQuiet
        ? page.getByText('보낼 예정').or(page.getByRole('link', { name: /^보낼 것 \d/ }))
        : page.locator('.toast, [role=alert], [role=status]').filter({ hasText: wanted });
  const start = Date.now();
  await expect(read.first()).toBeVisible();
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  if (failure === 'server' && each.failed) await expect(read.first()).toContainText(each.failed);
  await expect(
    page.locator('.toast').filter({ hasText: /되었습니다|삭제했어요|담았어요|뺐어요/ }),
  ).toHaveCount(0);
  const text = (await page.locator('.toast, [role=alert]:visible, [role=status]:visible').allInnerTexts())
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join(' | ');
  test.info().annotations.push({
    type: 'read',
    description: [each.screen, each.write, failure, `${seconds} s`, text].join('\t'),
  });
  await failing.end();
  if (each.isKept) {
    await page.goto('/app/outbox');
    await button(page, '지금 보내기')
      .click({ timeout: 3_000 })
      .catch(() => undefined);
    await expect(page.getByText('보낼 것이 없어요')).toBeVisible();
  }
  await page.close();
}
