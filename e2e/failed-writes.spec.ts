import { type Browser, type Page, test } from './support/test.ts';
import { signInAsAdmin } from './support/admin.ts';
import { grantPaidTier } from './support/database.ts';
import { newDevice, send } from './support/joint-collection.ts';
import { addPlace, newMember, signUp, somePlaces } from './support/member.ts';
import { button, type Place, tryEach, type World, type WriteCase } from './support/try-writes.ts';

/*
 * Every write of a member, tried without a network, with a server that fails, with a connection that is reset, and with
 * an answer that never comes. The person reads what happened and what happens next. The report of the run lists what
 * was read (annotations `read`).
 */

test.setTimeout(240_000);
// With a position, no toast about an unknown position can cover a button.
test.use({
  actionTimeout: 20_000,
  hasMap: false,
  geolocation: { latitude: 37.5663, longitude: 126.9779 },
  permissions: ['geolocation'],
});

const placeAt = ({ places }: World, at: number) => places[at] as Place;
const restaurantPath = (world: World, at: number, path = 'restaurant') =>
  `/app/${path}/${encodeURIComponent(placeAt(world, at).placeId)}`;

async function newEntry(page: Page, text: string): Promise<string> {
  const { entry } = await send<{ entry: { id: string } }>(page, 'POST', '/api/journal/entries', {
    restaurantId: null,
    restaurantName: '골목집',
    visitDate: Date.parse('2026-11-20'),
    visitTime: null,
    journalText: text,
    tagsWith: [],
    tagsOccasion: [],
    photoIds: [],
  });
  return entry.id;
}

const cases: readonly WriteCase[] = [
  {
    screen: '맛집 등록',
    write: '등록',
    isKept: true,
    failed: '맛집 추가 실패',
    open: async (page, { unsaved }, at) => {
      const { name } = unsaved[at] as Place;
      await page.goto('/app/add');
      await page.getByRole('combobox', { name: '가게 이름' }).fill(name);
      await page.getByRole('listbox').getByRole('option', { name }).first().click();
    },
    target: (page) => button(page, /등록/).last(),
  },
  {
    screen: '내 맛집',
    write: '도장',
    isKept: true,
    failed: '맛집 수정 실패',
    isMarked: true,
    open: (page) => page.goto('/app'),
    target: (page, world, at) =>
      page
        .getByRole('listitem')
        .filter({ hasText: placeAt(world, at).name })
        .getByRole('button', { name: /누르면 방문 완료로/ })
        .first(),
  },
  {
    screen: '맛집 수정',
    write: '저장',
    isKept: true,
    failed: '맛집 수정 실패',
    isMarked: true,
    open: async (page, world, at) => {
      await page.goto(restaurantPath(world, at, 'edit'));
      await page.getByLabel('출처 메모').fill('새 메모');
    },
    target: (page) => button(page, /저장/).last(),
  },
  {
    screen: '맛집',
    write: '삭제',
    isKept: true,
    failed: '맛집 삭제 실패',
    open: (page, world, at) => page.goto(restaurantPath(world, at)),
    target: (page) => button(page, '삭제').first(),
    confirm: (page) => page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click(),
  },
  {
    screen: '리뷰',
    write: '등록',
    isKept: true,
    failed: '리뷰 등록 실패',
    open: async (page, world, at) => {
      await send(page, 'PATCH', `/api/my-restaurants/${encodeURIComponent(placeAt(world, at).placeId)}`, {
        status: '방문 완료',
      });
      await page.goto(`${restaurantPath(world, at)}/reviews`);
      await button(page, '리뷰 남기기').click();
      await page.getByLabel('한줄평', { exact: true }).fill('국물이 맑아요');
    },
    target: (page) => button(page, /저장/).last(),
  },
  {
    screen: '일지 쓰기',
    write: '저장',
    isKept: true,
    failed: '모먹지 일지 추가 실패',
    open: async (page) => {
      await page.goto('/app/momokzi-journal/write');
      await page.getByRole('combobox', { name: '어디에서 먹었어요?' }).fill('골목집');
      await page.getByLabel('무엇을 먹었어요?').fill('국밥');
    },
    target: (page) => button(page, /저장/).last(),
  },
  {
    screen: '일지 수정',
    write: '저장',
    isKept: true,
    failed: '모먹지 일지 수정 실패',
    open: async (page) => {
      const id = await newEntry(page, '처음 글');
      await page.goto(`/app/momokzi-journal/${id}/edit`);
      await page.getByLabel('무엇을 먹었어요?').fill('고친 글');
    },
    target: (page) => button(page, /저장/).last(),
  },
  {
    screen: '일지',
    write: '삭제',
    isKept: true,
    failed: '모먹지 일지 삭제 실패',
    open: async (page) => {
      await newEntry(page, '지울 글');
      await page.goto('/app/momokzi-journal');
    },
    target: (page) => button(page, /일지 삭제$/).first(),
  },
  {
    screen: '맛집 담기',
    write: '모음에 담기',
    isKept: true,
    failed: '모음 수정 실패',
    open: async (page, world, at) => {
      await page.goto(`/app/collections/add?collection=${world.collectionId}`);
      await page.getByRole('checkbox', { name: placeAt(world, at).name }).check();
    },
    target: (page) => button(page, '선택한 곳 담기'),
  },
  {
    screen: '모음',
    write: '가고 싶어요',
    isKept: true,
    failed: '모음 수정 실패',
    open: async (page, { collectionId }, at) => {
      if (at === 0) await inviteFriend(page, collectionId);
      await page.goto(`/app/collections/${collectionId}`);
    },
    target: (page, _world, at) => button(page, /가고 싶어요/).nth(at),
  },
  {
    screen: '모음',
    write: '빼기',
    isKept: true,
    failed: '모음 수정 실패',
    open: async (page, { collectionId }) => {
      await page.goto(`/app/collections/${collectionId}`);
      await button(page, '순서·메모 편집').click();
    },
    target: (page) => button(page, /모음에서 빼기$/).first(),
  },
  {
    screen: '모음 만들기',
    write: '만들기',
    isKept: false,
    failed: '',
    open: async (page) => {
      await page.goto('/app/collections/new');
      await page.getByLabel('모음 이름').fill('을지로 노포');
    },
    target: (page) => button(page, '만들기'),
  },
  {
    screen: '모음',
    write: '댓글',
    isKept: false,
    failed: '',
    open: async (page, { collectionId }, at) => {
      if (at === 0) await inviteFriend(page, collectionId);
      await page.goto(`/app/collections/${collectionId}`);
      await button(page, /댓글/).first().click();
      await page.getByLabel('댓글 쓰기').fill('여기 좋아요');
    },
    target: (page) => button(page, '남기기'),
  },
  {
    screen: '투표 만들기',
    write: '시작하기',
    isKept: false,
    failed: '',
    open: async (page, { collectionId }) => {
      await page.goto(`/app/collections/${collectionId}/vote`);
      await page.getByLabel('모임 이름').fill('토요일 저녁');
      await page.getByLabel('날짜').fill('2030-01-05');
      for (const at of [0, 1]) await page.getByRole('checkbox').nth(at).check();
    },
    target: (page) => button(page, '투표 시작하기'),
  },
  {
    screen: '내 리스트 공유',
    write: '링크 만들기',
    isKept: false,
    failed: '',
    open: async (page) => {
      await page.goto('/app/share-my-list');
      await button(page, '링크 만들기').click();
      await button(page, '내 맛집 전체').click();
      await page.getByLabel('제목').fill('골목 지도');
    },
    target: (page) => button(page, '링크 만들기'),
  },
  {
    screen: '내 리스트 공유',
    write: '멈추기',
    isKept: false,
    failed: '',
    open: async (page) => {
      await sharedList(page);
      await page.goto('/app/share-my-list');
    },
    target: (page) => button(page, /공유 일시 중지$/).first(),
  },
  {
    screen: '일지',
    write: '공유하기',
    isKept: false,
    failed: '',
    open: async (page) => page.goto(`/app/momokzi-journal/${await newEntry(page, '나눌 글')}`),
    target: (page) => button(page, '공유하기'),
  },
  {
    screen: '내 데이터',
    write: '캘린더 주소 만들기',
    isKept: false,
    failed: '',
    open: async (page) => {
      await page.goto('/app/data');
    },
    isDisabledOffline: true,
    target: (page) => button(page, '캘린더 주소 만들기'),
  },
  {
    screen: '방송',
    write: '팔로우',
    isKept: false,
    failed: '',
    open: async (page) => {
      const { sources } = await send<{ sources: { id: string }[] }>(page, 'GET', '/api/provided-restaurants');
      await page.goto(`/app/sources/${sources[0]?.id}`);
    },
    target: (page) => button(page, /팔로우$/),
  },
  {
    screen: '제공 맛집',
    write: '가져오기',
    isKept: false,
    failed: '맛집 전환에 실패했습니다',
    open: (page) => page.goto('/app?status=provided'),
    target: (page, _world, at) => button(page, /, 내 리스트로 가져오기/).nth(at),
  },
  {
    screen: '맛집 수정',
    write: '직접 등록한 곳 저장',
    isKept: true,
    failed: '맛집 수정 실패',
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
    screen: '맛집',
    write: '내 맛집으로 바꾸기',
    isKept: true,
    failed: '맛집 전환에 실패했습니다',
    open: async (page, _world, at) => {
      const { shareId, restaurantIds } = await friendsList(page);
      const restaurantId = restaurantIds[at] as string;
      await send(page, 'POST', `/api/shared-lists/${shareId}/taken`, { restaurantIds: [restaurantId] });
      await page.goto(`/app/restaurant/${encodeURIComponent(restaurantId)}`);
    },
    target: (page) => button(page, '내 맛집으로 바꾸기').first(),
  },
  {
    screen: '공유받은 리스트',
    write: '담기',
    isKept: false,
    failed: '공유 맛집 추가 실패',
    open: async (page) => page.goto(`/shared/${(await friendsList(page)).shareId}`),
    target: (page) => button(page, /곳 내 리스트에 담기$/).first(),
  },
  {
    screen: '리뷰',
    write: '신고하기',
    isKept: false,
    failed: '',
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
    screen: '모음 수정',
    write: '저장',
    isKept: false,
    failed: '',
    open: async (page, { collectionId }) => {
      await page.goto(`/app/collections/${collectionId}/edit`);
      await page.getByLabel('모음 이름').fill('새 이름');
    },
    target: (page) => button(page, '저장하기').or(button(page, '저장')).first(),
  },
  {
    screen: '모음 수정',
    write: '모음 삭제',
    isKept: false,
    failed: '',
    open: (page, { collectionId }) => page.goto(`/app/collections/${collectionId}/edit`),
    target: (page) => button(page, /모음 삭제/),
  },
  {
    screen: '모음',
    write: '초대 링크 만들기',
    isKept: false,
    failed: '',
    open: async (page, { collectionId }) => {
      await page.goto(`/app/collections/${collectionId}`);
      await button(page, '함께할 사람 초대').click();
    },
    target: (page) => button(page, '초대 링크 만들기'),
  },
  {
    screen: '내 리스트 공유',
    write: '링크 삭제',
    isKept: false,
    failed: '',
    open: async (page) => {
      await sharedList(page);
      await page.goto('/app/share-my-list');
    },
    target: (page) => button(page, /링크 삭제$/).first(),
    confirm: (page) => page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click(),
  },
  {
    screen: '관리자',
    write: 'CSV 미리보기',
    isKept: false,
    failed: '',
    open: async (page) => {
      await signInAsAdmin(page);
      await page.goto('/app/admin/provided');
      await page.getByRole('link', { name: 'CSV로 올리기' }).click();
      await page
        .getByLabel('또는 표 붙여넣기')
        .fill('이름,주소,태그,출처,종류,회차\n표 밥집,서울 마포구 1,점심,수첩,방송,1회');
    },
    target: (page) => button(page, '미리보기'),
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
    rating: 4,
    review: '맛있어요',
    isShared: true,
    isAnonymous: false,
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

tryEach(cases);
