import { randomUUID } from 'node:crypto';
import { expect, originOf, type Page } from '../support/test.ts';
import { signInAs } from '../support/admin.ts';
import { addImportRows, addPlace, newMember, signUp, somePlaces } from '../support/member.ts';
import { chooseEnding, windowIn } from '../support/portone.ts';

/** Ids of the data of the member that a screenshot shows, for URLs. */
export type KnownIds = {
  restaurantId: string;
  plannedId: string;
  providedId: string;
  /** A place without reviews. */
  unreviewedId: string;
  sourceId: string;
  entryId: string;
  shareId: string;
  sharedEntryId: string;
  collectionId: string;
  jointId: string;
  /** A vote with two answers. The next two ids belong to a vote without answers and to a vote that has ended. */
  voteId: string;
  askedVoteId: string;
  closedVoteId: string;
  inviteId: string;
};

/** The position of every browser of the gallery. */
export const POSITION = { lat: 37.5446, lng: 127.0559 };

const LONG_NAME =
  '할머니가 삼십 년 동안 한자리에서 끓여 온 서울 성수동 서울숲길 원조 얼큰 순대국밥과 모둠수육 전문점';
const LONG_TAG = '비오는날엔역시뜨끈한국물에밥한그릇';

/** The members of the gallery and their preparation. */
export const members = {
  /** A visitor who is not signed in. */
  visitor: async () => {},
  /** The demonstration accounts. */
  free: (page: Page) => signInAs(page, 'free'),
  paid: (page: Page) => signInAs(page, 'paid'),
  admin: (page: Page) => signInAs(page, 'admin'),
  /** A member who has just signed up. */
  newcomer: async (page: Page) => void (await signUp(page, newMember('새내기'))),
  /** A free member who has used all ten slots. */
  full: async (page: Page) => {
    await signUp(page, newMember('열곳다찬사람'));
    for (const { placeId } of await somePlaces(page, 10)) await addPlace(page, placeId);
  },
  /** A member who has imported places that wait for review. */
  importer: async (page: Page) => {
    await signUp(page, newMember('옮기는사람'));
    const places = await somePlaces(page, 6);
    const found = places.map(({ name, address }, at) => ({ name, address: at === 1 ? '' : address }));
    await addImportRows(page, [...found, { name: '지도에 없는 집', address: '서울 중구 없는길 1' }]);
  },
  /** A member who has paid twice and refunded the first payment. */
  payer: async (page: Page) => {
    await signUp(page, newMember('회비낸사람'));
    await pay(page);
    await page.goto('/app/payment-history');
    await page.getByRole('button', { name: '환불하기' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '환불하기' }).click();
    await page.getByText('환불 완료').waitFor();
    await pay(page);
  },
  /** A member whose texts all have their maximum length. */
  longTexts: async (page: Page) => {
    await signUp(page, newMember('이름이아주길어서스무자를다쓰는사람'));
    await post(page, '/api/my-restaurants', {
      place: {
        from: 'hand',
        name: LONG_NAME,
        address: '서울특별시 성동구 서울숲이길 한가운데 붉은 벽돌 건물 지하 1층 안쪽 오른편 셋째 집',
        coordinates: { lat: 37.5446, lng: 127.0459 },
        phoneNumber: '02-0000-0000',
      },
      status: '방문 완료',
      rating: 4.5,
      review: '국물이 끝내준다. '.repeat(60),
      customTags: [LONG_TAG, '해장', '혼밥', '늦게까지', `${LONG_TAG.slice(0, 17)}둘째`],
      sourceKind: 'tv',
      sourceMemo: '예시 방송 〈골목의 한 그릇〉 삼백예순다섯 번째 이야기, 비 오는 날에 생각나는 국물 편',
    });
    const [mine] = (await get<{ restaurants: { id: string }[] }>(page, '/api/my-restaurants')).restaurants;
    await post(page, '/api/journal/entries', {
      restaurantId: mine?.id ?? null,
      restaurantName: LONG_NAME,
      visitDate: Math.floor(Date.now() / 86_400_000) * 86_400_000,
      journalText: '오늘은 정말 길게 써 보려고 한다. '.repeat(40),
      tagsWith: ['가족과', LONG_TAG],
      tagsOccasion: ['기념일/축하', '여행 중'],
    });
  },
} satisfies Record<string, (page: Page) => Promise<void>>;

export type MemberName = keyof typeof members;

/** Returns ids of the signed-in member's places, entries and links. */
export async function readKnownIds(page: Page): Promise<Partial<KnownIds>> {
  const { restaurants } = await get<{ restaurants: { id: string; status: string; isShared: boolean }[] }>(
    page,
    '/api/my-restaurants',
  );
  const { entries } = await get<{ entries: { id: string; photos: unknown[] }[] }>(page, '/api/journal');
  const { restaurants: provided = [], sources = [] } = await get<{
    restaurants?: { id: string }[];
    sources?: { id: string }[];
  }>(page, '/api/provided-restaurants');
  const mine = new Set(restaurants.map(({ id }) => id));
  return present({
    restaurantId: (restaurants.find(({ isShared }) => isShared) ?? restaurants[0])?.id,
    plannedId: restaurants.find(({ status }) => status === '방문 예정')?.id,
    providedId: provided.find(({ id }) => !mine.has(id))?.id,
    sourceId: sources[0]?.id,
    entryId: (entries.find(({ photos }) => photos.length > 0) ?? entries[0])?.id,
  });
}

/** Creates share links of the paid member for visitors: a link to a list and a link to an entry. */
export async function share(
  page: Page,
  { entryId, providedId }: Partial<KnownIds>,
): Promise<Partial<KnownIds>> {
  const { shares } = await get<{ shares: { id: string }[] }>(page, '/api/list-shares');
  const answer = await page.request.put(`/api/journal/entries/${entryId}/share`, { headers: origin(page) });
  expect(answer.status(), await answer.text()).toBe(200);
  return present({
    shareId: shares[0]?.id,
    sharedEntryId: (await answer.json()).share.id,
    // In the demonstration data, provided places that the paid member has not saved have no reviews.
    unreviewedId: providedId,
  });
}

const degreesAway = ({ lat, lng }: typeof POSITION) => Math.hypot(lat - POSITION.lat, lng - POSITION.lng);

/**
 * Creates a collection with an invitation, a line and three votes, and a collection that two members have joined. If
 * `restaurantId` is set, both members have reviewed this restaurant.
 */
export async function collect(
  page: Page,
  { restaurantId }: Partial<KnownIds> = {},
): Promise<Partial<KnownIds>> {
  const { restaurants } = await get<{ restaurants: { id: string; coordinates: typeof POSITION | null }[] }>(
    page,
    '/api/my-restaurants',
  );
  const restaurantIds = restaurants
    .flatMap(({ id, coordinates }) => (coordinates ? [{ id, ...coordinates }] : []))
    .sort((a, b) => degreesAway(a) - degreesAway(b))
    .slice(0, 5)
    .map(({ id }) => id);
  const collection = await send<{ id: string }>(page, 'POST', '/api/collections', {
    ...{ name: '예시 성수동 점심', note: '한 시간 안에 다녀올 수 있는 곳만', colour: 'cyan', icon: 'soup' },
    restaurantIds,
  });
  const url = `/api/collections/${collection.id}`;
  const { invite } = await send<{ invite: { id: string } }>(page, 'PUT', `${url}/invite`, { role: 'editor' });
  await send(page, 'PATCH', `${url}/places/${encodeURIComponent(restaurantIds[0] ?? '')}`, {
    note: '비 오는 날',
  });
  const voteOn = async (title: string, said: readonly (readonly [string, readonly string[]])[]) => {
    const vote = await send<{ id: string }>(page, 'POST', `${url}/votes`, {
      ...{ title, meetsOn: '2027-01-09', meetsAt: '18:30' },
      restaurantIds: restaurantIds.slice(0, 3),
    });
    for (const [name, answers] of said)
      await send(page, 'PUT', `/api/votes/${vote.id}/answers`, {
        ...{ key: randomUUID(), name },
        answers: answers.map((answer, at) => ({ restaurantId: restaurantIds[at], answer })),
      });
    return vote.id;
  };
  const answers = [
    ['도윤', ['want', 'fine', 'later']],
    ['하린', ['want', 'later', 'fine']],
  ] as const;
  const closedVoteId = await voteOn('예시 팀 회식', answers);
  await send(page, 'POST', `/api/votes/${closedVoteId}/close`, undefined);
  return {
    ...{ collectionId: collection.id, inviteId: invite.id, closedVoteId },
    voteId: await voteOn('예시 토요일 저녁', answers),
    askedVoteId: await voteOn('예시 신년 모임', []),
    jointId: await createJointList(page, { restaurantIds, reviewedId: restaurantId }),
  };
}

/** Creates a collection that two other members have joined. */
async function createJointList(
  page: Page,
  { restaurantIds, reviewedId }: { restaurantIds: readonly string[]; reviewedId: string | undefined },
): Promise<string> {
  const { id } = await send<{ id: string }>(page, 'POST', '/api/collections', {
    ...{ name: '예시 부모님 모시고', note: '계단이 없는 곳만', colour: 'yellow', icon: 'users' },
    restaurantIds,
  });
  const url = `/api/collections/${id}`;
  const { invite } = await send<{ invite: { id: string } }>(page, 'PUT', `${url}/invite`, { role: 'editor' });
  const places = restaurantIds.map((placeId) => `${url}/places/${encodeURIComponent(placeId)}`);
  for (const [nth, nickname] of ['예시 도윤', '예시 하린'].entries()) {
    const context = await page
      .context()
      .browser()!
      .newContext({ baseURL: originOf(page) });
    const joined = await context.newPage();
    await signUp(joined, newMember(nickname));
    await send(joined, 'POST', `/api/collection-invites/${invite.id}/members`, undefined);
    await send(joined, 'PUT', `${places[0]}/reaction`, { wants: true });
    await send(joined, 'PUT', `${places[1]}/reaction`, { wants: nth === 0, visitedOn: '2026-11-12' });
    const review =
      nth === 0 ? '점심에는 줄이 길어요. 열한 시 반에 가면 바로 앉아요.' : '국물이 맑고 짜지 않아요.';
    if (reviewedId !== undefined)
      await addPlace(joined, reviewedId, {
        ...{ status: '방문 완료', rating: nth === 0 ? 4 : 5, review },
        ...{ isShared: true, isAnonymous: nth === 1 },
      });
    if (nth === 0) await send(joined, 'POST', `${places[1]}/comments`, { text: '주차는 뒤쪽 골목이 편해요' });
    await context.close();
  }
  await send(page, 'PUT', `${places[0]}/reaction`, { wants: true });
  await send(page, 'PATCH', places[0] ?? '', { note: '창가 자리를 부탁해요' });
  return id;
}

async function pay(page: Page): Promise<void> {
  await page.goto('/app/payment');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: /결제하기/ }).click();
  await chooseEnding(windowIn(page), '결제하기');
  await page.getByRole('heading', { name: '이제 몇 곳이든 담을 수 있어요.' }).waitFor();
}

async function get<T>(page: Page, url: string): Promise<T> {
  const answer = await page.request.get(url);
  expect(answer.status(), `${url} ${await answer.text()}`).toBe(200);
  return answer.json();
}

const post = <T>(page: Page, url: string, data: unknown): Promise<T> => send(page, 'POST', url, data);

async function send<T>(page: Page, method: string, url: string, data: unknown): Promise<T> {
  const answer = await page.request.fetch(url, {
    method,
    headers: { ...origin(page), 'idempotency-key': randomUUID() },
    data,
  });
  expect(answer.status(), `${url} ${await answer.text()}`).toBeLessThan(300);
  return answer.json();
}

const origin = (page: Page) => ({ origin: originOf(page) });

const present = (known: { [K in keyof KnownIds]?: KnownIds[K] | undefined }): Partial<KnownIds> =>
  Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
