import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUpMember, type TestMember } from '#features/account/server/account.test-factory.ts';
import type { AuditLogEntry } from '#features/admin/admin.contract.ts';
import { openAdmin } from '#features/admin/server/admin.test-factory.ts';
import type { ImportedRow, SourceForm } from '#features/catalogue/provided-admin.contract.ts';
import type { ProvidedSource } from '#features/catalogue/provided.contract.ts';
import {
  listOf,
  placeInCatalogue,
  written,
  requireNewVersions,
} from '#features/restaurants/server/restaurants.test-factory.ts';
import { countLockWaits } from '#server/database/test-database.ts';
import { codeOf, openTestApp, type TestApp } from '#server/http/test-app.ts';
import { announcePlaceChanges } from './place-changes.ts';
import { lockPlaces } from './provided-admin.sql.ts';
import { catalogueOf, providedTo } from './provided.test-factory.ts';

let on: TestApp;
let admin: TestMember;
let catalogue: ReturnType<typeof catalogueOf>;
let viewer: ReturnType<typeof providedTo>;
beforeAll(async () => {
  on = await openTestApp({ settings: { ADMIN_EMAIL: 'boss@example.com' } });
  await requireNewVersions(on.database);
  admin = await openAdmin(on);
  catalogue = catalogueOf(on, admin);
  viewer = providedTo(on, await signUpMember(on.app));
});
afterAll(() => on.close());

const actsOn = async (subject: string): Promise<AuditLogEntry[]> =>
  (await catalogue.acts()).json<{ acts: AuditLogEntry[] }>().acts.filter((act) => act.subject === subject);

describe('제공 맛집', () => {
  test('더하고, 고치고, 거두면 무엇이 어떻게 바뀌었는지 남는다', async () => {
    const placeId = await placeInCatalogue(on.database, { name: '버들식당' });
    const place = { from: 'maps', placeId } as const;
    expect((await catalogue.provide({ place, memo: '새벽 방송', tags: ['해장'] })).statusCode).toBe(201);
    expect(codeOf(await catalogue.provide({ place }))).toEqual([409, 'catalogue.already_provided']);
    expect((await catalogue.change(placeId, { memo: '', categoryId: 'soup' })).statusCode).toBe(200);
    expect((await catalogue.remove(placeId)).json().restaurant).toMatchObject({
      providedAt: null,
      memo: '',
      tags: [],
      categoryId: 'soup',
    });
    expect(codeOf(await catalogue.remove(placeId))).toEqual([404, 'catalogue.not_found']);
    expect((await viewer.now()).restaurants.map(({ id }) => id)).not.toContain(placeId);

    const acts = await actsOn(placeId);
    expect(acts.map(({ act }) => act)).toEqual(['provided.removed', 'provided.changed', 'provided.added']);
    expect(acts[1]).toMatchObject({
      before: { memo: '새벽 방송', categoryId: 'noodles' },
      after: { memo: '', categoryId: 'soup' },
    });
  });

  test('바뀐 카테고리는 그곳을 가진 회원의 리스트에도 보인다', async () => {
    const member = await signUpMember(on.app);
    const mine = listOf(on.app, member);
    const placeId = await placeInCatalogue(on.database);
    await catalogue.provide({ place: { from: 'maps', placeId } });
    await mine.addPlace(placeId);
    const before = await mine.now();
    await catalogue.change(placeId, { categoryId: 'cafe' });
    const after = await mine.now();
    expect(after.version).toBeGreaterThan(before.version);
    expect(after.restaurants[0]?.categoryId).toBe('cafe');
  });

  test('모르는 카테고리와 회차는 칸마다 말한다', async () => {
    const placeId = await placeInCatalogue(on.database);
    const given = { place: { from: 'maps', placeId } } as const;
    const unknown = await catalogue.provide({ ...given, episodeIds: [randomUUID()] });
    expect(unknown.json().errors).toEqual([{ path: 'episodeIds.0', code: 'catalogue.episode_unknown' }]);
    const category = await catalogue.provide({ ...given, categoryId: 'no-such' });
    expect(category.json().errors).toEqual([{ path: 'categoryId', code: 'restaurants.category_unknown' }]);
  });

  test('회원이 직접 입력한 곳은 공개해야 제공할 수 있고, 공개하면 모두의 것이다', async () => {
    const member = await signUpMember(on.app);
    const mine = listOf(on.app, member);
    const added = await mine.addByHand({ name: '골목 끝 밥집', address: '서울 종로구 예시길 9' });
    const id = written(added).restaurant?.id ?? '';
    const { restaurants } = (await catalogue.search('?shelf=private')).json();
    expect(restaurants.map((each: { id: string }) => each.id)).toContain(id);
    const place = { from: 'maps', placeId: id } as const;
    expect(codeOf(await catalogue.provide({ place }))).toEqual([404, 'restaurants.place_not_found']);

    expect((await catalogue.publish(id)).json().restaurant.isPrivate).toBe(false);
    expect((await catalogue.publish(id)).statusCode).toBe(200);
    expect(await actsOn(id)).toHaveLength(1);
    expect((await mine.now()).restaurants[0]?.isManual).toBe(false);
    expect((await catalogue.provide({ place })).statusCode).toBe(201);
    const changed = await catalogue.change(id, {
      place: { name: '골목끝밥집', address: '서울 종로구 예시길 10' },
    });
    expect(changed.json().restaurant.name).toBe('골목끝밥집');
    expect((await mine.now()).restaurants[0]?.name).toBe('골목끝밥집');
  });

  test('지도 서비스가 알려 준 사실은 고칠 수 없다', async () => {
    const placeId = await placeInCatalogue(on.database);
    await catalogue.provide({ place: { from: 'maps', placeId } });
    const answer = await catalogue.change(placeId, { place: { name: '다른 이름', address: '어디' } });
    expect(codeOf(answer)).toEqual([409, 'catalogue.place_not_editable']);
  });

  test('이름과 주소로 찾는다', async () => {
    const placeId = await placeInCatalogue(on.database, { name: '100%_맛집' });
    const found = async (q: string) =>
      (await catalogue.search(`?q=${encodeURIComponent(q)}`))
        .json()
        .restaurants.map((each: { id: string }) => each.id);
    expect(await found('100%_')).toEqual([placeId]);
    expect(await found('예시로 1')).toContain(placeId);
    expect(await found('100%x')).toEqual([]);
  });

  test('네이버 지도에서 온 곳도 찾는다', async () => {
    const placeId = await placeInCatalogue(on.database, { name: '네이버에서 온 집' });
    await sql`update restaurants_public set provider = 'naver' where id = ${placeId}`.execute(on.database);
    const answer = await catalogue.search(`?q=${encodeURIComponent('네이버에서 온 집')}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().restaurants).toMatchObject([{ id: placeId, provider: 'naver' }]);
  });
});

describe('출처', () => {
  const episode = (name: string) => ({ id: randomUUID(), name, publishedOn: '2026-03-02', link: null });

  test('프로그램과 회차를 적고, 장소를 달고, 회차를 지워도 장소는 남는다', async () => {
    const id = randomUUID();
    const [first, second] = [episode('1회'), episode('2회')];
    const form = {
      title: '전국 국물 지도',
      kind: 'tv',
      link: 'https://example.com',
      episodes: [first, second],
    } as const;
    const put = await catalogue.putSource(id, { ...form, episodes: [...form.episodes] });
    expect([put.statusCode, put.body]).toEqual([200, put.body]);
    const placeId = await placeInCatalogue(on.database);
    await catalogue.provide({
      place: { from: 'maps', placeId },
      episodeIds: [first.id, second.id],
    });
    const seen = async () => (await viewer.now()).restaurants.find((each) => each.id === placeId)?.episodeIds;
    expect(await seen()).toHaveLength(2);

    await catalogue.putSource(id, { ...form, episodes: [second] });
    expect(await seen()).toEqual([second.id]);
    const source = (await viewer.now()).sources.find((each) => each.id === id);
    expect(source).toMatchObject({
      title: '전국 국물 지도',
      episodes: [{ name: '2회', publishedOn: '2026-03-02' }],
    });

    expect((await catalogue.deleteSource(id)).statusCode).toBe(200);
    expect(await seen()).toEqual([]);
    expect(codeOf(await catalogue.deleteSource(id))).toEqual([404, 'catalogue.source_not_found']);
    expect((await actsOn(id)).map(({ act }) => act)).toEqual([
      'source.removed',
      'source.changed',
      'source.added',
    ]);
  });

  test('두 창에서 고쳐도 먼저 고친 것을 덮어쓰지 않고, 답을 못 받아 다시 보낸 것은 그대로 받는다', async () => {
    const id = randomUUID();
    const first: SourceForm = {
      title: '두 창의 지도',
      kind: 'guide',
      link: null,
      episodes: [episode('1호')],
    };
    const put = (form: SourceForm, seen?: ProvidedSource | null) =>
      catalogue.putSource(id, { ...form, ...(seen !== undefined && { seen }) });
    const made = await put(first, null);
    const seen = made.json().source;
    expect((await put(first, null)).json()).toEqual(made.json());
    const longer = { ...first, episodes: [...first.episodes, episode('2호')] };
    expect((await put(longer, seen)).statusCode).toBe(200);
    expect((await put(longer, seen)).statusCode).toBe(200);
    expect(codeOf(await put({ ...first, title: '낡은 창의 지도' }, seen))).toEqual([
      409,
      'catalogue.edit_conflict',
    ]);
    expect((await actsOn(id)).map(({ act }) => act)).toEqual(['source.changed', 'source.added']);
    // A request without `seen` replaces any stored version.
    expect((await put({ ...first, title: '낡은 창의 지도' })).json().source.episodes).toHaveLength(1);
  });

  test('같은 제목은 두 번 쓸 수 없고, 남의 회차는 가져올 수 없다', async () => {
    const taken = episode('1회');
    await catalogue.putSource(randomUUID(), {
      title: '맛의 지도',
      kind: 'guide',
      link: null,
      episodes: [taken],
    });
    const again = await catalogue.putSource(randomUUID(), {
      title: '맛의 지도',
      kind: 'guide',
      link: null,
      episodes: [],
    });
    expect(again.json().errors).toEqual([{ path: 'title', code: 'catalogue.source_title_taken' }]);
    const stolen = await catalogue.putSource(randomUUID(), {
      title: '다른 지도',
      kind: 'guide',
      link: null,
      episodes: [{ ...taken, name: '남의 것' }],
    });
    expect(stolen.json().errors).toEqual([{ path: 'episodes', code: 'catalogue.episode_unknown' }]);
  });
});

describe('CSV', () => {
  const csv = [
    '이름,주소,위도,경도,카테고리,태그,출처,종류,회차,날짜,링크',
    '달목 칼국수,서울 마포구 예시로 11,37.55,126.91,면·국수,"국물, 점심",골목 한 바퀴,방송,12회,2026.03.02,https://example.com/12',
    '솔내 곰탕,서울 마포구 예시로 12,37.56,126.92,국밥·탕,,골목 한 바퀴,,13회,,',
    ',서울 마포구 예시로 13,,,,,,,,,',
    '어디 있는 집,,,,,,,,,,',
    '북쪽 집,서울,91,126,없는것,,새 출처,,,,',
    '달목 칼국수,서울 마포구 예시로 11,,,,노포,월간 골목밥,잡지,봄호,,',
  ].join('\r\n');

  const rowsOf = (answer: { json: () => { rows: ImportedRow[] } }) =>
    answer
      .json()
      .rows.map(({ line, outcome, errors }) => [
        line,
        outcome,
        ...errors.map(({ column, code }) => `${column} ${code}`),
      ]);

  const countNamed = async (name: string) =>
    (await catalogue.search(`?q=${encodeURIComponent(name)}`)).json().restaurants.length;

  test('미리 보기는 아무것도 바꾸지 않고 올린 것과 똑같이 말하며, 다시 올리면 바뀌는 것이 없다', async () => {
    const before = await viewer.now();
    const preview = await catalogue.import(csv, true);
    expect([preview.statusCode, preview.body]).toEqual([200, preview.body]);
    expect(await viewer.now()).toEqual(before);

    const imported = await catalogue.import(csv);
    expect(imported.json()).toEqual(preview.json());
    expect(rowsOf(imported)).toEqual([
      [2, 'added'],
      [3, 'added'],
      [4, 'refused', 'name restaurants.name_missing'],
      [5, 'refused', 'address restaurants.address_or_pin_missing'],
      [6, 'refused', 'lat invalid', 'category restaurants.category_unknown'],
      [7, 'added'],
    ]);
    expect(imported.json().newSources.sort()).toEqual(['골목 한 바퀴', '월간 골목밥']);

    const { restaurants, sources, version } = await viewer.now();
    const noodles = restaurants.filter(({ name }) => name === '달목 칼국수');
    expect(noodles).toMatchObject([{ categoryId: 'noodles', tags: ['국물', '점심', '노포'] }]);
    expect(noodles[0]?.episodeIds).toHaveLength(2);
    const tour = sources.find(({ title }) => title === '골목 한 바퀴');
    expect(tour?.episodes.map(({ name, publishedOn }) => [name, publishedOn])).toEqual([
      ['12회', '2026-03-02'],
      ['13회', null],
    ]);

    const again = await catalogue.import(csv);
    expect(rowsOf(again).filter(([, outcome]) => outcome === 'unchanged')).toHaveLength(3);
    expect((await viewer.now()).version).toBe(version);

    const dated = await catalogue.import(csv.replace('13회,,', '13회,2026-03-09,'));
    expect(rowsOf(dated)).toContainEqual([3, 'updated']);
    expect(dated.json().places).toBe(1);
    const episodes = (await viewer.now()).sources.find(({ title }) => title === '골목 한 바퀴')?.episodes;
    expect(episodes?.find(({ name }) => name === '13회')?.publishedOn).toBe('2026-03-09');
  });

  test('구글의 장소 id로 적은 곳은 그 id로 남아, 나중에 더한 사람과 한 곳이 된다', async () => {
    const id = `ChIJ${randomUUID()}`;
    const answer = await catalogue.import(`place_id\tname\taddress\n${id}\t예시 만두\t서울 중구 예시로 3`);
    expect(rowsOf(answer)).toEqual([[2, 'added']]);
    const [place] = (await catalogue.search(`?q=${encodeURIComponent('예시 만두')}`)).json().restaurants;
    expect(place).toMatchObject({ id, provider: 'google' });
  });

  test('지도 서비스가 적는 대로의 주소와 전화도 우리 식으로 남고, 두 줄에 나온 한 곳은 한 곳으로 센다', async () => {
    const id = `ChIJ${randomUUID()}`;
    const [title, other] = [`골목 ${id}`, `새벽 ${id}`];
    const row = (source: string) =>
      `${id}\t예시 솥밥\t대한민국 서울 중구 예시로 5\t+82 2-000-0005\t${source}\t방송`;
    const file = ['장소 id\t이름\t주소\t전화\t출처\t종류', row(title), row(other)].join('\n');
    const answer = await catalogue.import(file);
    expect([rowsOf(answer), answer.json().places]).toEqual([
      [
        [2, 'added'],
        [3, 'added'],
      ],
      1,
    ]);
    const [place] = (await catalogue.search(`?q=${encodeURIComponent('예시 솥밥')}`)).json().restaurants;
    expect(place).toMatchObject({ address: '서울 중구 예시로 5', phoneNumber: '02-000-0005' });
    expect(place.episodeIds).toHaveLength(2);
    expect((await catalogue.import(file)).json().places).toBe(0);
  });

  test('새 출처는 종류를 말해야 한다', async () => {
    const answer = await catalogue.import('name,address,source\n예시 우동,서울 중구 예시로 4,처음 보는 방송');
    expect(rowsOf(answer)).toEqual([[2, 'refused', 'source_kind required']]);
    expect((await viewer.now()).sources.map(({ title }) => title)).not.toContain('처음 보는 방송');
  });

  test('거절한 줄의 가게는 카탈로그에 남지 않는다', async () => {
    const [good, refused] = [`받은 집 ${randomUUID()}`, `거절한 집 ${randomUUID()}`];
    const answer = await catalogue.import(
      `name,address,source\n${good},서울 중구 예시로 10,\n${refused},서울 중구 예시로 11,종류 없는 방송`,
    );
    expect(rowsOf(answer)).toEqual([
      [2, 'added'],
      [3, 'refused', 'source_kind required'],
    ]);
    expect(await countNamed(good)).toBe(1);
    expect(await countNamed(refused)).toBe(0);
  });

  test('맥에서 저장한 풀어쓴 한글(NFD)도 같은 가게, 카테고리와 출처로 읽는다', async () => {
    const name = `맥에서 적은 집 ${randomUUID()}`;
    const file = `이름,주소,카테고리,출처,종류,회차\n${name},서울 중구 예시로 12,면·국수,맥 방송,방송,1회`;
    expect(rowsOf(await catalogue.import(file))).toEqual([[2, 'added']]);
    expect(rowsOf(await catalogue.import(file.normalize('NFD')))).toEqual([[2, 'unchanged']]);
  });

  /**
   * Locks the list of a member who has the place, and starts `write`, which waits for this lock. Returns whether
   * `write` has not locked the place yet.
   */
  async function isPlaceFreeWhileListIsLocked(
    write: (placeId: string) => Promise<unknown>,
  ): Promise<boolean> {
    const member = await signUpMember(on.app);
    const placeId = await placeInCatalogue(on.database);
    await listOf(on.app, member).addPlace(placeId);
    let writing: Promise<unknown> | undefined;
    const isFree = await on.database.transaction().execute(async (transaction) => {
      await sql`select from restaurant_lists where user_id = ${member.userId} for update`.execute(
        transaction,
      );
      writing = write(placeId);
      await expect.poll(() => countLockWaits(on.database)).toBe(1);
      const place = sql`select 1 from restaurants_public where id = ${placeId} for key share skip locked`;
      return (await place.execute(transaction)).rows.length === 1;
    });
    await writing;
    return isFree;
  }

  test('올리는 동안 리스트를 가게보다 먼저 잠근다', async () => {
    const isFree = await isPlaceFreeWhileListIsLocked((id) =>
      catalogue.import(`place_id,name\n${id},온달국수`),
    );
    expect(isFree).toBe(true);
  });

  test('대조: 가게를 먼저 잠그면, 그 가게를 담는 회원과 서로 기다린다', async () => {
    const isFree = await isPlaceFreeWhileListIsLocked((id) =>
      on.database.transaction().execute(async (transaction) => {
        await lockPlaces(transaction, [id]);
        await announcePlaceChanges(transaction, [id]);
      }),
    );
    expect(isFree).toBe(false);
  });

  test.each([
    ['', 'catalogue.csv_unreadable'],
    ['"', 'catalogue.csv_unreadable'],
    ['address\n서울', 'catalogue.csv_unreadable'],
    ['name', 'catalogue.csv_empty'],
    ['name,address\n\n , \n', 'catalogue.csv_empty'],
  ])('읽을 수 없는 파일 %j', async (text, code) => {
    expect(codeOf(await catalogue.import(text))).toEqual([400, code]);
  });

  test('짝이 맞지 않는 따옴표는 그 줄만 거절한다', async () => {
    const name = `따옴표집 ${randomUUID()}`;
    const file = [
      'name,address,tags',
      '"열린 따옴표,서울 중구 예시로 1,점심',
      `${name},서울 중구 예시로 2, "점심, 저녁"`,
      '"반"반집,서울 중구 예시로 3,',
      '3"피자,"서울 중구\n예시로 4",',
      '없는 줄,서울 중구 예시로 5,"점심',
    ].join('\n');
    expect(rowsOf(await catalogue.import(file))).toEqual([
      [2, 'refused', 'name catalogue.csv_quote'],
      [3, 'added'],
      [4, 'refused', 'name catalogue.csv_quote'],
      [5, 'added'],
      [7, 'refused', 'tags catalogue.csv_quote'],
    ]);
    const [place] = (await catalogue.search(`?q=${encodeURIComponent(name)}`)).json().restaurants;
    expect(place.tags).toEqual(['점심', '저녁']);
  });

  test('어느 칸에 무엇이 적혀 있어도 그 줄만 거절하고 나머지를 받는다', async () => {
    const columns = [
      'name',
      'address',
      'place_id',
      'lat',
      'lng',
      'phone',
      'category',
      'memo',
      'tags',
      'source',
      'source_kind',
      'episode',
      'date',
      'link',
    ];
    const good = `멀쩡한 집 ${randomUUID()}`;
    const texts = ['x'.repeat(101), '가'.repeat(5000), '1e999', '-0', '\u202e', '2026-02-30', '../..', '{}'];
    const lineOf = (cells: Record<string, string>) => columns.map((column) => cells[column] ?? '').join('\t');
    const rows = columns.flatMap((column) =>
      texts.map((text) => lineOf({ name: '집', address: '서울 중구 예시로 6', [column]: text })),
    );
    const file = [columns.join('\t'), ...rows, lineOf({ name: good, address: '서울 중구 예시로 7' })];
    const answer = await catalogue.import(file.join('\n'));
    expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
    const outcomes = answer.json<{ rows: ImportedRow[] }>().rows;
    expect(outcomes[0]).toMatchObject({
      line: 2,
      outcome: 'refused',
      errors: [{ column: 'name', code: 'too_long', params: { maximum: 100 } }],
    });
    expect(outcomes.at(-1)).toMatchObject({ name: good, outcome: 'added', errors: [] });
  });

  describe('같은 파일을 한꺼번에 두 번', () => {
    const files = () => {
      const name = `겹친 집 ${randomUUID()}`;
      return { name, file: `name,address\n${name},서울 중구 예시로 8\n${name} 2,서울 중구 예시로 9` };
    };
    test('두 창에서 올려도 한 번만 제공한다', async () => {
      for (let round = 0; round < 5; round++) {
        const { name, file } = files();
        const answers = await Promise.all(Array.from({ length: 4 }, () => catalogue.import(file)));
        expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
        expect(answers.map((answer) => answer.json().places).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 2]);
        expect(await countNamed(name)).toBe(2);
      }
    });

    test('답을 못 받아 다시 누르면 첫 답을 그대로 받는다', async () => {
      const { name, file } = files();
      const key = randomUUID();
      const first = await catalogue.import(file, false, key);
      const again = await catalogue.import(file, false, key);
      expect([again.body, again.headers['idempotency-replayed']]).toEqual([first.body, 'true']);
      expect(again.json().places).toBe(2);
      expect(await countNamed(name)).toBe(2);
    });
  });
});

test('카테고리의 차례와 이름을 바꾸고, 지운 것은 미분류가 된다', async () => {
  const read = async () => (await on.app.inject({ url: '/api/categories' })).json().categories;
  const before: { id: string; name: string }[] = await read();
  const placeId = await placeInCatalogue(on.database, { categoryId: 'bar' });
  await catalogue.provide({ place: { from: 'maps', placeId } });
  const wanted = [
    { id: 'vegan', name: '채식' },
    ...before
      .filter(({ id }) => id !== 'bar')
      .map(({ id, name }) => ({ id, name }))
      .reverse(),
  ];
  const answer = await catalogue.putCategories(wanted);
  expect(answer.statusCode).toBe(200);
  expect((await read()).map(({ id, name }: { id: string; name: string }) => ({ id, name }))).toEqual(wanted);
  expect((await viewer.now()).restaurants.find((each) => each.id === placeId)?.categoryId).toBeNull();
  expect((await actsOn('categories'))[0]?.before).toMatchObject({ categories: before });

  const seen = before.map(({ id, name }) => ({ id, name }));
  const stale = await catalogue.putCategories(seen.toReversed(), seen);
  expect(codeOf(stale)).toEqual([409, 'catalogue.edit_conflict']);
  expect((await catalogue.putCategories(wanted, seen)).statusCode).toBe(200);
});
