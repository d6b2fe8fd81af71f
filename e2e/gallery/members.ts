import { randomUUID } from 'node:crypto';
import { expect, originOf, type Page } from '../support/test.ts';
import { addPlace, newMember, signUp } from '../support/member.ts';

/** Ids of the data of the example member, by their names in URLs. */
export type KnownIds = {
  restaurantId: string;
  entryId: string;
  collectionId: string;
  jointId: string;
  /** A vote with two answers. */
  voteId: string;
  inviteId: string;
};

/** The position of every browser of the gallery. */
export const POSITION = { lat: 37.5446, lng: 127.0559 };

/** Returns ids of a place and an entry of the signed-in member: the place with a review, the entry with photos. */
export async function readKnownIds(page: Page): Promise<Partial<KnownIds>> {
  const { restaurants } = await get<{ restaurants: { id: string; isShared: boolean }[] }>(
    page,
    '/api/my-restaurants',
  );
  const { entries } = await get<{ entries: { id: string; photos: unknown[] }[] }>(page, '/api/journal');
  const restaurant = restaurants.find(({ isShared }) => isShared) ?? restaurants[0];
  const entry = entries.find(({ photos }) => photos.length > 0) ?? entries[0];
  return { ...(restaurant && { restaurantId: restaurant.id }), ...(entry && { entryId: entry.id }) };
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
    name: '예시 성수동 점심',
    note: '한 시간 안에 다녀올 수 있는 곳만',
    colour: 'cyan',
    icon: 'soup',
    restaurantIds,
  });
  const url = `/api/collections/${collection.id}`;
  const { invite } = await send<{ invite: { id: string } }>(page, 'PUT', `${url}/invite`, { role: 'editor' });
  await send(page, 'PATCH', `${url}/places/${encodeURIComponent(restaurantIds[0] ?? '')}`, {
    note: '비 오는 날',
  });
  const voteOn = async (
    title: string,
    said: readonly (readonly [string, readonly string[]])[],
    otherDates: readonly { meetsOn: string; meetsAt: string }[] = [],
  ) => {
    const vote = await send<{ id: string; dates: { id: string }[] }>(page, 'POST', `${url}/votes`, {
      title,
      meetsOn: '2027-01-09',
      meetsAt: '18:30',
      otherDates,
      restaurantIds: restaurantIds.slice(0, 3),
    });
    for (const [name, answers] of said)
      await send(page, 'PUT', `/api/votes/${vote.id}/answers`, {
        key: randomUUID(),
        name,
        answers: answers.map((answer, at) => ({ restaurantId: restaurantIds[at], answer })),
        dates: vote.dates.map(({ id: dateId }, at) => ({ dateId, canCome: at === 0 || name === '하린' })),
      });
    return vote.id;
  };
  const answers = [
    ['도윤', ['want', 'fine', 'later']],
    ['하린', ['want', 'later', 'fine']],
  ] as const;
  const closedVoteId = await voteOn('예시 팀 회식', answers);
  await send(page, 'POST', `/api/votes/${closedVoteId}/close`, undefined);
  await voteOn('예시 신년 모임', []);
  return {
    collectionId: collection.id,
    inviteId: invite.id,
    voteId: await voteOn('예시 토요일 저녁', answers, [{ meetsOn: '2027-01-16', meetsAt: '18:30' }]),
    jointId: await createJointList(page, { restaurantIds, reviewedId: restaurantId }),
  };
}

/** Creates a collection that two other members have joined. */
async function createJointList(
  page: Page,
  { restaurantIds, reviewedId }: { restaurantIds: readonly string[]; reviewedId: string | undefined },
): Promise<string> {
  const { id } = await send<{ id: string }>(page, 'POST', '/api/collections', {
    name: '예시 부모님 모시고',
    note: '계단이 없는 곳만',
    colour: 'yellow',
    icon: 'users',
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
        status: '방문 완료',
        rating: nth === 0 ? 4 : 5,
        review,
        isShared: true,
        isAnonymous: nth === 1,
      });
    if (nth === 0) await send(joined, 'POST', `${places[1]}/comments`, { text: '주차는 뒤쪽 골목이 편해요' });
    await context.close();
  }
  await send(page, 'PUT', `${places[0]}/reaction`, { wants: true });
  await send(page, 'PATCH', places[0] ?? '', { note: '창가 자리를 부탁해요' });
  return id;
}

async function get<T>(page: Page, url: string): Promise<T> {
  const answer = await page.request.get(url);
  expect(answer.status(), `${url} ${await answer.text()}`).toBe(200);
  return answer.json();
}

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
