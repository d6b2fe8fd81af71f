import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openArchive } from './open-archive.ts';
import { restoreArchive, type RestoreResult } from './restore-archive.ts';
import {
  type ArchivedEntry,
  type ArchivedRestaurant,
  findRestored,
  restoreCollections,
  restoreEntries,
  restoreRestaurants,
} from '../archive.contract.ts';

/** The limits of the server, as the specification states them. */
const UNUSED_MAXIMUM = 40;
const FREE_PLACES = 10;

/** A server with the limits of a membership. It refuses a request that does not match the contract. */
let server: ReturnType<typeof createServer>;

function createServer() {
  const state = {
    tier: 'free' as 'free' | 'paid',
    places: [] as { placeId: string; name: string; address: string; phoneNumber: string; photos: string[] }[],
    entries: [] as {
      restaurantId: string | null;
      restaurantName: string;
      amountWon: number | null;
      photos: string[];
    }[],
    unused: new Set<string>(),
    uploads: 0,
  };
  const use = (photos: readonly string[]) => {
    for (const photo of photos) state.unused.delete(photo);
    return [...photos];
  };
  const added = (id: string) => ({ outcome: 'added', code: null, id });
  const limitOf = (free: number) => (state.tier === 'free' ? free : Infinity);

  const answer = (method: string, url: string, body: unknown): [number, object] => {
    if (url === '/api/me') return [200, { me: { accountTier: state.tier } }];
    if (url === '/api/my-restaurants')
      return [
        200,
        { version: 1, restaurants: state.places.map(() => ({ status: '방문 예정', sharedListId: null })) },
      ];
    if (method === 'DELETE') {
      state.unused.delete(url.replace('/api/photos/', ''));
      return [200, { deleted: true }];
    }
    if (url === findRestored.url) {
      const checked = findRestored.schema.body.safeParse(body);
      if (!checked.success) return [400, { code: 'request.invalid' }];
      return [200, { restaurantIds: checked.data.restaurants.map(() => null), entryIds: [] }];
    }
    if (url === restoreRestaurants.url) {
      const checked = restoreRestaurants.schema.body.safeParse(body);
      if (!checked.success) return [400, { code: 'request.invalid' }];
      const rows = checked.data.restaurants.map(({ placeId, place, userPhotoFilenames = [] }) => {
        if (state.places.length >= limitOf(FREE_PLACES))
          return { outcome: 'failed', code: 'restaurants.limit_reached', id: null };
        const { name, address, phoneNumber } = place;
        state.places.push({ placeId, name, address, phoneNumber, photos: use(userPhotoFilenames) });
        return added(placeId);
      });
      return [200, { rows }];
    }
    if (url === restoreEntries.url) {
      const checked = restoreEntries.schema.body.safeParse(body);
      if (!checked.success) return [400, { code: 'request.invalid' }];
      const rows = checked.data.entries.map(({ id, restaurantId, restaurantName, amountWon, photoIds }) => {
        const photos = use(photoIds.slice(0, limitOf(1)));
        state.entries.push({ restaurantId, restaurantName, amountWon, photos });
        return added(id);
      });
      return [200, { rows }];
    }
    if (url === restoreCollections.url) {
      const checked = restoreCollections.schema.body.safeParse(body);
      if (!checked.success) return [400, { code: 'request.invalid' }];
      const rows = checked.data.collections.map(({ places }) => ({
        ...added(crypto.randomUUID()),
        missingPlaces: places.filter(({ address }) => address === '').map(({ name }) => name),
      }));
      return [200, { rows }];
    }
    throw new Error(`${method} ${url} is not expected`);
  };

  const receivePhoto = (content: string): [number, object] => {
    state.uploads += 1;
    if (state.unused.size >= UNUSED_MAXIMUM) return [409, { code: 'photos.too_many_unused' }];
    if (content === 'damaged') return [422, { code: 'photos.unreadable' }];
    const id = crypto.randomUUID();
    state.unused.add(id);
    return [201, { id }];
  };
  return { state, answer, receivePhoto };
}

beforeEach(() => {
  server = createServer();
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body?: string }) => {
    const [status, answer] = server.answer(method, url, body && JSON.parse(body));
    const type = status < 300 ? 'application/json' : 'application/problem+json';
    return new Response(JSON.stringify(answer), { status, headers: { 'content-type': type } });
  });
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {};
      status = 0;
      responseText = '';
      onload = () => {};
      onloadend = () => {};
      open() {}
      setRequestHeader() {}
      async send(photo: Blob) {
        const [status, answer] = server.receivePhoto(await photo.text());
        Object.assign(this, { status, responseText: JSON.stringify(answer) });
        this.onload();
        this.onloadend();
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

type Rows = {
  restaurants?: Partial<ArchivedRestaurant>[];
  journal?: Partial<ArchivedEntry>[];
  collections?: object[];
};
const files = (name: string, count: number) =>
  Array.from({ length: count }, (_, nth) => ({ file: `photos/${name}-${nth}.webp`, description: '' }));
const time = '2024-01-01T00:00:00.000Z';

async function restore(
  { restaurants = [], journal = [], collections = [] }: Rows,
  contentOf: (file: string) => string = (file) => file,
): Promise<RestoreResult> {
  const document = {
    format: 'momokzi-archive',
    version: 1,
    exportedAt: time,
    restaurants: restaurants.map((given, nth) => ({
      placeId: `place-${nth}`,
      name: `집 ${nth}`,
      address: '서울 중구 어딘가',
      neighbourhood: '',
      coordinates: null,
      phoneNumber: '',
      category: '',
      categoryId: null,
      status: '방문 예정',
      rating: null,
      review: '',
      tags: [],
      sourceKind: null,
      sourceMemo: '',
      savedAt: time,
      visitedAt: null,
      isShared: false,
      isAnonymous: false,
      photos: [],
      ...given,
    })),
    journal: journal.map((given) => ({
      id: crypto.randomUUID(),
      placeId: null,
      restaurantName: '집',
      visitDate: '2024-01-01',
      visitTime: null,
      text: '',
      tagsWith: [],
      tagsOccasion: [],
      createdAt: time,
      updatedAt: time,
      photos: [],
      ...given,
    })),
    collections,
  };
  const zip = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  await zip.add('data.json', new TextReader(JSON.stringify(document)));
  for (const { file } of [...document.restaurants, ...document.journal].flatMap(({ photos }) => photos))
    await zip.add(file, new TextReader(contentOf(file)));
  return restoreArchive(await zip.close(), {
    signal: new AbortController().signal,
    onProgress: () => {},
    open: openArchive,
  });
}

test('유료 회원의 파일을 무료 계정에 불러와도 쓰지 않는 사진을 올리지 않고 끝까지 간다', async () => {
  const { places, entries, failed } = await restore({
    restaurants: Array.from({ length: 30 }, (_, nth) => ({ photos: files(`review-${nth}`, 5) })),
    journal: Array.from({ length: 12 }, (_, nth) => ({ photos: files(`journal-${nth}`, 10) })),
  });
  expect({ places, entries, failed: failed.length }).toEqual({ places: 10, entries: 12, failed: 20 });
  expect(new Set(failed.map(({ code }) => code))).toEqual(new Set(['restaurants.limit_reached']));
  expect(server.state.places.map(({ photos }) => photos.length)).toEqual(Array(10).fill(5));
  expect(server.state.entries.map(({ photos }) => photos.length)).toEqual(Array(12).fill(1));
  expect({ uploads: server.state.uploads, unused: server.state.unused.size }).toEqual({
    uploads: 62,
    unused: 0,
  });
});

test('무료 자리가 없으면 맛집의 사진을 올리지 않는다', async () => {
  await restore({ restaurants: Array.from({ length: 10 }, () => ({})) });
  const { failed } = await restore({ restaurants: [{ photos: files('review', 5) }] });
  expect(failed).toEqual([{ name: '집 0', code: 'restaurants.limit_reached' }]);
  expect(server.state.uploads).toBe(0);
});

test('유료 회원은 열 곳이 넘는 맛집과 일지 하나에 사진 열 장을 불러온다', async () => {
  server.state.tier = 'paid';
  const { places, entries } = await restore({
    restaurants: Array.from({ length: 30 }, () => ({})),
    journal: [{ photos: files('journal', 10) }],
  });
  expect({ places, entries }).toEqual({ places: 30, entries: 1 });
  expect(server.state.entries[0]?.photos).toHaveLength(10);
});

test('거절된 맛집의 사진은 지운다', async () => {
  await restore({ restaurants: Array.from({ length: 9 }, () => ({})) });
  const { answer } = server;
  server.answer = (method, url, body) =>
    url === restoreRestaurants.url
      ? [200, { rows: [{ outcome: 'failed', code: 'restaurants.category_unknown', id: null }] }]
      : answer(method, url, body);
  const { failed } = await restore({ restaurants: [{ photos: files('review', 5) }] });
  expect(failed).toEqual([{ name: '집 0', code: 'restaurants.category_unknown' }]);
  expect({ uploads: server.state.uploads, unused: server.state.unused.size }).toEqual({
    uploads: 5,
    unused: 0,
  });
});

test('카탈로그에서 온 긴 이름과 다른 꼴의 전화번호는 맞춰서 불러온다', async () => {
  const { failed } = await restore({
    restaurants: [
      { phoneNumber: '070.1234.5678' },
      { phoneNumber: '02-123-4567~9' },
      { phoneNumber: '02-123-4567' },
      { name: `${'가'.repeat(99)}🍜🍜`, address: `${'나'.repeat(199)}🍜🍜` },
      { name: '다'.repeat(300), address: '라'.repeat(500) },
    ],
    journal: [{ restaurantName: `${'가'.repeat(99)}🍜` }],
  });
  expect(failed).toEqual([]);
  expect(server.state.places.map(({ phoneNumber }) => phoneNumber)).toEqual(['', '', '02-123-4567', '', '']);
  expect(server.state.places.slice(3).map(({ name, address }) => [name, address])).toEqual([
    ['가'.repeat(99), '나'.repeat(199)],
    ['다'.repeat(100), '라'.repeat(200)],
  ]);
  expect(server.state.entries.map(({ restaurantName }) => restaurantName)).toEqual(['가'.repeat(99)]);
});

test('저장할 수 없는 것은 이름을 알리고, 나머지는 불러온다', async () => {
  const { places, entries, failed } = await restore({
    restaurants: [{}, { name: '어딘지 모르는 집', address: '', photos: files('review', 1) }, {}],
    journal: [{}, { restaurantName: '시간이 틀린 집', visitTime: '25:00', photos: files('journal', 1) }, {}],
  });
  expect({ places, entries, uploads: server.state.uploads }).toEqual({ places: 2, entries: 2, uploads: 0 });
  expect(failed.map(({ name }) => name)).toEqual(['어딘지 모르는 집', '시간이 틀린 집']);
});

test('모음에서 빠진 곳과 읽지 못한 것은 이름을 알린다', async () => {
  const collection = { note: '', colour: 'pink', icon: 'soup', sort: 'manual', createdAt: time };
  const { collections, failed } = await restore({
    collections: [
      {
        ...collection,
        name: '옛 파일',
        places: [
          { placeId: 'old', note: '' },
          { placeId: 'new', note: '', name: '온 집', address: '서울 중구 어딘가' },
        ],
      },
      { ...collection, name: '잘못된 모음', places: 'none' },
    ],
    journal: [{ restaurantName: '잘못된 일지', visitDate: 'yesterday' }],
  });
  expect(collections).toBe(1);
  expect(failed).toEqual([
    { name: '잘못된 일지', code: 'request.invalid' },
    { name: '잘못된 모음', code: 'request.invalid' },
    { name: '옛 파일', code: 'restaurants.place_not_found' },
  ]);
});

test('손상된 사진은 알리고, 나머지는 불러온다', async () => {
  const { places, entries, failed } = await restore(
    {
      restaurants: [{ photos: files('review', 3) }],
      journal: [{ restaurantName: '일지의 집', photos: files('journal', 2) }],
    },
    (file) => (file.endsWith('-0.webp') ? 'damaged' : file),
  );
  expect({ places, entries }).toEqual({ places: 1, entries: 1 });
  expect(failed).toEqual([
    { name: '집 0', code: 'photos.unreadable' },
    { name: '일지의 집', code: 'photos.unreadable' },
  ]);
  expect(server.state.places[0]?.photos).toHaveLength(2);
  expect(server.state.entries[0]?.photos).toHaveLength(1);
});

test('일지의 쓴 돈도 불러오고, 옛 파일의 일지에는 없다', async () => {
  await restore({ journal: [{ amountWon: 12_000 }, {}] });
  expect(server.state.entries.map(({ amountWon }) => amountWon)).toEqual([12_000, null]);
});

test('일지는 파일의 리스트에 없는 곳과도 이어진다', async () => {
  await restore({ journal: [{ placeId: 'elsewhere' }, { placeId: null }] });
  expect(server.state.entries.map(({ restaurantId }) => restaurantId)).toEqual(['elsewhere', null]);
});
