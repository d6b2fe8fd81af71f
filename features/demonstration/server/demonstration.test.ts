import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Me } from '#features/account/account.contract.ts';
import { cookieFrom, signUpMember, randomIpAddress } from '#features/account/server/account.test-factory.ts';
import type { Journal } from '#features/journal/journal.contract.ts';
import { createPhotoStorage } from '#features/photos/server/photos.public.ts';
import { placesRoutes } from '#features/places/server/places.routes.ts';
import type { ProvidedDocument } from '#features/catalogue/provided.contract.ts';
import type { MyList } from '#features/restaurants/restaurants.contract.ts';
import { listOf, placeInCatalogue } from '#features/restaurants/server/restaurants.test-factory.ts';
import type { Reviews } from '#features/reviews/reviews.contract.ts';
import type { ListShare } from '#features/sharing/sharing.contract.ts';
import { createTestDatabase } from '#server/database/test-database.ts';
import { OWN_ORIGIN, openTestApp, type TestApp } from '#server/http/test-app.ts';
import { demonstrationRoutes } from './demonstration.routes.ts';
import { createDemonstration, removeDemonstration, demonstrationSignIns } from './demonstration.service.ts';

const secret = 'x'.repeat(32);

let DATA_DIR: string;
beforeAll(async () => {
  DATA_DIR = await mkdtemp(path.join(os.tmpdir(), 'momokzi-demonstration-'));
});
afterAll(() => rm(DATA_DIR, { recursive: true, force: true }));
const photoStorage = () => createPhotoStorage({ DATA_DIR, S3_REGION: 'ap-northeast-2' });
const photoFiles = async () =>
  (await readdir(path.join(DATA_DIR, 'photos'), { recursive: true }).catch(() => [])).filter((name) =>
    name.endsWith('.webp'),
  );

/** Starts the server as `npm start` does, and waits for the start-up work. */
async function listen({ app, database }: TestApp): Promise<void> {
  await app.listen({ port: 0 });
  // This function also runs before tests. `expect.poll` works only inside tests and cannot be used here.
  await vi.waitFor(
    async () => expect(await demonstrationSignIns({ database, secret })).toHaveLength(3),
    60_000,
  );
}

describe('처음 켠 모먹지', () => {
  let on: TestApp;
  const lists: Record<
    string,
    { me: Me; list: MyList; mine: ReturnType<typeof listOf>; headers: Record<string, string> }
  > = {};

  beforeAll(async () => {
    on = await openTestApp({
      settings: {
        NODE_ENV: 'development',
        AUTH_SECRET: secret,
        ADMIN_EMAIL: 'admin@momokzi.example',
        DATA_DIR,
      },
    });
    await listen(on);
    for (const { email, password } of await demonstrationSignIns({ database: on.database, secret })) {
      const signIn = await on.app.inject({
        method: 'POST',
        url: '/api/account/sign-in',
        headers: { origin: OWN_ORIGIN },
        remoteAddress: randomIpAddress(),
        payload: { email, password },
      });
      expect([email, signIn.statusCode]).toEqual([email, 200]);
      const headers = { cookie: cookieFrom(signIn.headers['set-cookie']), origin: OWN_ORIGIN };
      const { me } = (await on.app.inject({ url: '/api/me', headers })).json<{ me: Me }>();
      const mine = listOf(on.app, { headers });
      lists[email.split('@')[0] ?? ''] = { me, mine, headers, list: await mine.now() };
    }
  }, 60_000);
  afterAll(() => on.close());

  const of = (name: string) => lists[name] as (typeof lists)[string];

  test('세 사람이 있고, 모두 로그인할 수 있다', () => {
    expect(Object.keys(lists)).toEqual(['free', 'paid', 'admin']);
    expect(Object.values(lists).map(({ me }) => [me.accountTier, me.isAdmin])).toEqual([
      ['free', false],
      ['paid', false],
      ['paid', true],
    ]);
  });

  test('무료 회원은 한 곳만 더 더할 수 있다', async () => {
    expect(of('free').list.restaurants).toHaveLength(9);
    expect((await of('free').mine.addPlace(await placeInCatalogue(on.database))).statusCode).toBe(201);
    expect((await of('free').mine.addPlace(await placeInCatalogue(on.database))).statusCode).toBe(409);
  });

  test('유료 회원의 리스트는 여러 도시에 걸쳐 있고, 다녀온 곳과 갈 곳이 섞여 있다', () => {
    const { restaurants } = of('paid').list;
    expect(restaurants.length).toBeGreaterThanOrEqual(36);
    const cities = new Set(restaurants.map(({ address }) => address.split(' ')[0]));
    expect(cities.size).toBeGreaterThanOrEqual(6);
    const visited = restaurants.filter(({ status }) => status === '방문 완료');
    expect(visited.length).toBeGreaterThan(10);
    expect(visited.length).toBeLessThan(restaurants.length);
    expect(visited.every(({ rating, review }) => rating !== null && review !== '')).toBe(true);
    const months = new Set(restaurants.map(({ linkedAt }) => new Date(linkedAt).toISOString().slice(0, 7)));
    expect(months.size).toBeGreaterThan(6);
  });

  test('유료 회원의 일지는 여러 달에 걸쳐 있고, 다녀온 집의 것이다', async () => {
    const { headers, list } = of('paid');
    const { entries } = (await on.app.inject({ url: '/api/journal', headers })).json<Journal>();
    expect(new Set(entries.map(({ visitDate }) => new Date(visitDate).getUTCMonth())).size).toBeGreaterThan(
      6,
    );
    const visited = list.restaurants.filter(({ status }) => status === '방문 완료').map(({ id }) => id);
    expect(entries.every(({ restaurantId }) => visited.includes(restaurantId ?? ''))).toBe(true);
  });

  test('유료 회원의 일지와 리뷰에는 예시라고 적힌 그림이 있고, 링크 하나를 나누고 있다', async () => {
    const { headers, list } = of('paid');
    const { entries } = (await on.app.inject({ url: '/api/journal', headers })).json<Journal>();
    const photos = entries.flatMap((entry) => entry.photos);
    expect(photos.length).toBeGreaterThan(20);
    expect(photos.every(({ alt }) => alt.startsWith('예시 그림: '))).toBe(true);
    expect(list.restaurants.filter((each) => each.userPhotoFilenames.length > 0).length).toBeGreaterThan(10);
    const photoIds = [photos[0]?.id, list.restaurants.flatMap((each) => each.userPhotoFilenames)[0]];
    for (const photoId of photoIds) {
      const shown = await on.app.inject({ url: `/api/photos/${photoId}/medium`, headers });
      expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp']);
    }
    const { shares } = (await on.app.inject({ url: '/api/list-shares', headers })).json<{
      shares: ListShare[];
    }>();
    expect(shares.map(({ state }) => state)).toEqual(['open']);
  });

  test('다른 회원에게 공개한 곳의 평점은 무료 회원도 읽는다', async () => {
    const shared = of('paid').list.restaurants.filter(({ isShared }) => isShared);
    expect(shared.length).toBeGreaterThan(3);
    for (const { id, rating, review } of shared) {
      const { reviews } = (
        await on.app.inject({
          url: `/api/restaurants/${encodeURIComponent(id)}/reviews`,
          headers: of('free').headers,
        })
      ).json<Reviews>();
      expect(reviews.map(({ rating, reviewText }) => [rating, reviewText])).toEqual([[rating, review]]);
    }
  });

  test('꾸며 낸 두 방송의 맛집을 제공하고, 유료 회원은 그 가운데 몇 곳에 가 보았다', async () => {
    const { restaurants, sources } = (
      await on.app.inject({ url: '/api/provided-restaurants', headers: of('paid').headers })
    ).json<ProvidedDocument>();
    expect(new Set(sources.map(({ episodes }) => episodes.length))).toEqual(new Set([2, 3]));
    expect(sources.every(({ title }) => title.startsWith('예시'))).toBe(true);
    expect(restaurants.length).toBeGreaterThan(15);
    expect(restaurants.every(({ isExample, episodeIds }) => isExample && episodeIds.length > 0)).toBe(true);
    const visited = of('paid').list.restaurants.filter(({ status }) => status === '방문 완료');
    const both = restaurants.filter(({ id }) => visited.some((each) => each.id === id));
    expect(both.length).toBeGreaterThan(2);
    expect(both.length).toBeLessThan(restaurants.length);
  });

  test('모든 곳에 예시라고 적혀 있다', () => {
    for (const { list } of Object.values(lists)) {
      expect(list.restaurants.every(({ isExample }) => isExample)).toBe(true);
    }
    for (const { me } of Object.values(lists)) expect(me.displayName).toContain('예시');
  });

  test('비밀번호는 설치마다 다르다', async () => {
    const [thisInstallation, otherInstallation] = [
      await demonstrationSignIns({ database: on.database, secret }),
      await demonstrationSignIns({ database: on.database, secret: 'y'.repeat(32) }),
    ];
    const passwords = [...thisInstallation, ...otherInstallation].map(({ password }) => password);
    expect(new Set(passwords).size).toBe(6);
  });
});

describe('만들기와 지우기', () => {
  const now = Date.UTC(2026, 10, 20);
  const emails = async (database: TestApp['database']) =>
    (await demonstrationSignIns({ database, secret })).map(({ email }) => email);

  test('두 프로세스가 함께 켜져도 한 번만 만든다', async () => {
    const opened = await createTestDatabase();
    const make = () =>
      createDemonstration({ database: opened.database, storage: photoStorage(), secret, now });
    await Promise.all([make(), make(), make()]);
    await make();
    expect(await emails(opened.database)).toHaveLength(3);
    const links = await opened.database.selectFrom('my_restaurants').select('user_id').execute();
    expect(links.length).toBeGreaterThan(40);
    await opened.close();
  }, 60_000);

  test('만드는 동안 끄면 다 만들고 나서 꺼진다', async () => {
    const on = await openTestApp({ settings: { NODE_ENV: 'development', AUTH_SECRET: secret, DATA_DIR } });
    await on.app.listen({ port: 0 });
    await on.app.close();
    expect(await emails(on.database)).toHaveLength(3);
    await on.close();
  }, 60_000);

  test('이미 쓰는 사람이 있으면 만들지 않는다', async () => {
    const on = await openTestApp();
    await signUpMember(on.app);
    await createDemonstration({ database: on.database, storage: photoStorage(), secret, now });
    expect(await emails(on.database)).toEqual([]);
    await on.close();
  });

  // The row `development` is the control: there the accounts exist when the last hook runs. In the other rows the mode
  // prevents them.
  test.each([
    ['production', 0],
    ['test', 0],
    ['development', 3],
  ] as const)('%s에서는 계정을 %d개 만든다', async (NODE_ENV, count) => {
    const { promise: listening, resolve } = Promise.withResolvers<void>();
    const on = await openTestApp({
      settings: { NODE_ENV, AUTH_SECRET: secret, DATA_DIR },
      features: [
        (app, dependencies) => {
          // This hook is registered last, because hooks of one scope run in the order of their registration.
          void placesRoutes(app, dependencies);
          void demonstrationRoutes(app, dependencies);
          app.addHook('onListen', async () => resolve());
        },
      ],
    });
    await on.app.listen({ port: 0 });
    await listening;
    expect(await emails(on.database)).toHaveLength(count);
    await on.close();
  });

  test('한 번에 모두 지우고, 다른 사람의 것은 남기고, 다시 켜도 돌아오지 않는다', async () => {
    const on = await openTestApp({
      settings: { NODE_ENV: 'development', AUTH_SECRET: secret, DATA_DIR },
    });
    await listen(on);
    const member = await signUpMember(on.app);
    const kept = (await on.database.selectFrom('my_restaurants').select('restaurant_id').executeTakeFirst())
      ?.restaurant_id;
    expect((await listOf(on.app, member).addPlace(kept ?? '')).statusCode).toBe(201);

    expect((await photoFiles()).length).toBeGreaterThan(0);
    expect(await removeDemonstration({ database: on.database, storage: photoStorage() })).toEqual({
      accounts: 3,
    });

    const left = async (
      table: 'users' | 'restaurants_public' | 'my_restaurants' | 'demonstration_accounts' | 'sources',
    ) => (await on.database.selectFrom(table).selectAll().execute()).length;
    expect(await photoFiles()).toEqual([]);
    expect(await left('users')).toBe(1);
    expect(await left('restaurants_public')).toBe(1);
    expect(await left('my_restaurants')).toBe(1);
    expect(await left('demonstration_accounts')).toBe(0);
    expect(await left('sources')).toBe(0);
    const found = await on.app.inject({
      url: '/api/places/nearby?lat=37.5665&lng=126.978&radius=50000',
      headers: member.headers,
    });
    expect(found.json()).toEqual({ places: [] });

    await on.database.deleteFrom('users').execute();
    await createDemonstration({ database: on.database, storage: photoStorage(), secret, now });
    expect(await emails(on.database)).toEqual([]);
    expect(await removeDemonstration({ database: on.database, storage: photoStorage() })).toEqual({
      accounts: 0,
    });
    await on.close();
  }, 60_000);
});
