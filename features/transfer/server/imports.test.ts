import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUpMember } from '#features/account/server/account.test-factory.ts';
import { builtInIndex } from '#features/places/server/places.public.ts';
import { seedPlaces } from '#features/places/server/places.test-factory.ts';
import { listOf, requireNewVersions } from '#features/restaurants/server/restaurants.test-factory.ts';
import type { ImportedPlace, PlaceImport, RowFields } from '#features/transfer/imports.contract.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { matchRows } from './imports.service.ts';
import { importsOf, paidMember } from './imports.test-factory.ts';
import { NO_FIELDS } from '#features/transfer/new-rows.ts';

let on: TestApp;
beforeAll(async () => {
  on = await openTestApp();
  await requireNewVersions(on.database);
  await seedPlaces(on.database, [
    ...Array.from({ length: 600 }, (_, at) => ({
      placeId: `made:${at}`,
      name: nameAt(at),
      address: addressAt(at),
      ...pointAt(at),
    })),
    // Places with the same names elsewhere, so that these names alone are uncertain.
    ...[4, 11, 20, 22].map((at) => ({
      placeId: `namesake:${at}`,
      name: nameAt(at),
      address: `부산광역시 중구 광복로 ${at + 1}`,
    })),
  ]);
});
afterAll(() => on.close());

const nameAt = (at: number) =>
  `${'가나다라마바사아자차카타파하'[at % 14]}${'국밥 면옥 식당 분식 횟집'.split(' ')[at % 5]}${at}호`;
const addressAt = (at: number) => `서울특별시 중구 을지로 ${at + 1}`;
const pointAt = (at: number) => ({ lat: 37.5 + (at % 30) / 1000, lng: 127 + Math.floor(at / 30) / 1000 });
const place = (given: Partial<ImportedPlace> = {}): ImportedPlace => ({
  name: '',
  address: '',
  phoneNumber: '',
  link: '',
  coordinates: null,
  placeId: '',
  ...given,
});
const row = (given: Partial<ImportedPlace>, fields: Partial<RowFields> = {}) => ({
  place: place(given),
  fields: { ...NO_FIELDS, ...fields },
});
const known = (at: number, fields?: Partial<RowFields>) =>
  row({ name: nameAt(at), address: addressAt(at) }, fields);

describe('검토', () => {
  test('검토를 버리는 동시에 두 곳을 가져와도 실패하지 않는다', async () => {
    const imports = importsOf(on, await paidMember(on));
    for (let round = 0; round < 40; round += 1) {
      const { id } = await imports.add([known(0)]);
      const answers = await Promise.all([
        imports.send('DELETE', `/${id}`),
        imports.send('POST', '', { rows: [known(1)] }),
        imports.send('POST', '', { rows: [known(2)] }),
      ]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    }
  });

  test('보이지 않는 글자는 이름이 되지 않고, 이름 안의 것은 지운다', async () => {
    const imports = importsOf(on, await paidMember(on));
    const { id } = await imports.add([
      row({ name: '\u3164\u2800', address: '서울 중구 을지로\u200b 1' }),
      row({ name: '온\u200b달\u0007국수 👩\u200d🍳', address: '서울 중구\n을지로 2' }),
    ]);
    expect((await imports.rows(id)).map(({ place: { name, address } }) => [name, address])).toEqual([
      ['', '서울 중구 을지로 1'],
      ['온달국수 👩\u200d🍳', '서울 중구 을지로 2'],
    ]);
  });

  test('찾다가 실패한 곳이 있어도 나머지는 찾고, 다시 하면 이어진다', async () => {
    const member = await paidMember(on);
    const imports = importsOf(on, member);
    const { id } = await imports.add([known(11), known(12), known(13)]);
    const index = builtInIndex(on.database);
    let isFailing = true;
    const failing = {
      ...index,
      autocomplete: (asked: Parameters<typeof index.autocomplete>[0]) =>
        isFailing && asked.query.startsWith(nameAt(11))
          ? Promise.reject(new Error('statement timeout'))
          : index.autocomplete(asked),
    };
    const matchNext = async () => {
      const key = { userId: member.userId, importId: id };
      const { rows } = await matchRows({ database: on.database, index: failing, ...key });
      return rows.map(({ position }) => position);
    };
    expect(await matchNext()).toEqual([1, 2]);
    expect(await imports.now(id)).toMatchObject({ unmatchedCount: 1 });
    await expect(matchNext()).rejects.toThrow('statement timeout');
    isFailing = false;
    expect(await matchNext()).toEqual([0]);
    expect((await imports.rows(id)).map(({ match }) => match?.state)).toEqual(Array(3).fill('certain'));
  });

  test('확실한 곳, 고를 곳, 못 찾은 곳, 이미 있는 곳을 가른다', async () => {
    const member = await paidMember(on);
    const imports = importsOf(on, member);
    await listOf(on.app, member).addPlace('made:3');
    const { id } = await imports.add([
      known(1),
      row({ name: nameAt(2), coordinates: pointAt(2) }),
      known(3),
      row({ name: nameAt(4) }),
      row({ name: nameAt(5), coordinates: { lat: 35.1, lng: 129 } }),
      row({ name: '세상에없는집', address: '부산광역시 중구 광복로 1' }),
      row({ name: nameAt(6), address: addressAt(7) }),
      row({ name: nameAt(7) }),
    ]);
    await imports.match(id);
    const rows = await imports.rows(id);
    expect(rows.map(({ match }) => match?.state)).toEqual([
      'certain',
      'certain',
      'saved',
      'choose',
      'none',
      'none',
      'choose',
      'certain',
    ]);
    expect(rows[0]?.match?.candidates.map(({ placeId }) => placeId)).toEqual(['made:1']);
    expect(rows[2]?.match?.restaurantId).toBe('made:3');
  });

  test('다른 기기에서 이어지고, 같은 자료를 다시 넣어도 늘지 않는다', async () => {
    const member = await paidMember(on);
    const imports = importsOf(on, member);
    const { id } = await imports.add([known(1), known(2)]);
    await imports.match(id);
    await imports.change(id, [{ position: 1, isChecked: false, fields: { customTags: ['냉면'] } }]);
    const again = await imports.add([known(1), known(2), known(8)]);
    expect(again).toMatchObject({ id, rowCount: 3, unmatchedCount: 1, state: 'review' });
    const list = (await imports.send('GET', '')).json().imports as PlaceImport[];
    expect(list.map((each) => each.id)).toEqual([id]);
    expect((await imports.rows(id))[1]).toMatchObject({
      isChecked: false,
      fields: { customTags: ['냉면'] },
      match: { state: 'certain' },
    });
  });

  test('이름을 고치면 다시 찾고, 고른 곳은 남는다', async () => {
    const imports = importsOf(on, await paidMember(on));
    const { id } = await imports.add([row({ name: '틀린이름' })]);
    await imports.match(id);
    const changed = await imports.change(id, [
      { position: 0, place: { name: nameAt(9), address: addressAt(9) } },
    ]);
    expect(changed.json().rows[0]).toMatchObject({ match: null, choice: null });
    await imports.match(id);
    const [found] = await imports.rows(id);
    expect(found?.match?.state).toBe('certain');
    const [candidate] = found?.match?.candidates ?? [];
    await imports.change(id, [{ position: 0, choice: { from: 'maps', place: candidate } }]);
    expect((await imports.rows(id))[0]?.choice).toMatchObject({ place: { placeId: 'made:9' } });
  });

  test('5,000줄을 넘지 못한다', async () => {
    const imports = importsOf(on, await paidMember(on));
    for (let at = 0; at < 5_000; at += 500)
      await imports.add(
        Array.from({ length: 500 }, (_, n) => row({ name: `집 ${at + n}`, address: `길 ${at + n}` })),
      );
    const answer = await imports.send('POST', '', { rows: [row({ name: '하나 더', address: '길' })] });
    expect(answer.json()).toMatchObject({ code: 'transfer.too_many_rows', params: { limit: 5000 } });
    expect(answer.statusCode).toBe(409);
  });

  test('다른 회원의 것은 없는 것과 같다', async () => {
    const owner = importsOf(on, await paidMember(on));
    const other = importsOf(on, await paidMember(on));
    const { id } = await owner.add([known(1)]);
    for (const importId of [id, '018f0000-0000-7000-8000-000000000000'])
      for (const answer of [
        await other.send('GET', `/${importId}`),
        await other.send('GET', `/${importId}/rows`),
        await other.send('POST', `/${importId}/matches`),
        await other.change(importId, [{ position: 0, isChecked: true }]),
        await other.send('PATCH', `/${importId}`, {
          fields: { status: '방문 예정', customTags: [], sourceKind: null, sourceMemo: '' },
        }),
        await other.save(importId, [0]),
        await other.undo(importId),
        await other.send('POST', `/${importId}/cancel`),
        await other.send('DELETE', `/${importId}`),
      ])
        expect([answer.statusCode, answer.json().code]).toEqual([404, 'transfer.import_not_found']);
    expect(await owner.rows(id)).toHaveLength(1);
  });
});

describe('저장', () => {
  test('확실한 곳과 고른 곳만 저장하고, 잘못된 줄은 다른 줄을 막지 않는다', async () => {
    const member = await paidMember(on);
    const imports = importsOf(on, member);
    const { id } = await imports.add([
      known(10, { status: '방문 완료', rating: 4.5, review: '좋다', customTags: ['점심'] }),
      row({ name: nameAt(11) }),
      row({ name: '내가아는집', coordinates: { lat: 35.1, lng: 129 }, link: 'https://naver.me/a' }),
      known(12),
      row({ name: '없어진집', address: '서울 중구 을지로 9999' }),
    ]);
    await imports.match(id);
    await imports.send('PATCH', `/${id}`, {
      fields: { status: '방문 예정', customTags: ['모음'], sourceKind: 'person', sourceMemo: '민지' },
    });
    await imports.change(id, [
      { position: 2, choice: { from: 'hand' } },
      {
        position: 4,
        choice: {
          from: 'maps',
          place: { placeId: 'made:gone', name: '없음', address: '', kind: null, businessStatus: null },
        },
      },
    ]);
    const answer = await imports.save(id, [0, 1, 2, 3, 4]);
    expect(answer.json()).toMatchObject({ state: 'saving', waitingCount: 4 });
    expect((await imports.change(id, [{ position: 0, isChecked: false }])).json().code).toBe(
      'transfer.import_busy',
    );
    await on.jobs.runDue();
    expect(await imports.now(id)).toMatchObject({ state: 'review', savedCount: 3, waitingCount: 0 });
    const rows = await imports.rows(id);
    expect(rows.map(({ restaurantId }) => restaurantId !== null)).toEqual([true, false, true, true, false]);
    expect(rows[4]?.problem).toBe('restaurants.place_not_found');
    const { restaurants } = await listOf(on.app, member).now();
    expect(restaurants.find(({ id: placeId }) => placeId === 'made:10')).toMatchObject({
      status: '방문 완료',
      rating: 4.5,
      review: '좋다',
      customTags: ['점심', '모음'],
      sourceKind: 'person',
      sourceMemo: '민지',
    });
    expect(restaurants.find(({ name }) => name === '내가아는집')).toMatchObject({
      isManual: true,
      coordinates: { lat: 35.1, lng: 129 },
      sourceMemo: '민지 · https://naver.me/a',
    });
    // Imports the same data again.
    await imports.send('DELETE', `/${id}`);
    const again = await imports.add([
      known(10),
      known(12),
      row({ name: '내가아는집', coordinates: { lat: 35.1, lng: 129 } }),
    ]);
    await imports.match(again.id);
    expect((await imports.rows(again.id)).map(({ match }) => match?.state)).toEqual([
      'saved',
      'saved',
      'saved',
    ]);
  });

  test('골라서 저장한 곳은 같은 자료를 다시 넣으면 이미 있다고 하고, 목록에서 지우면 다시 묻는다', async () => {
    const member = await paidMember(on);
    const imports = importsOf(on, member);
    const data = [
      // The rows are a place of a Google Takeout list, a pin that is too far away, a row of a table of names, a place
      // with another name, and a place that is missing in the index.
      row({ name: nameAt(20), link: 'https://www.google.com/maps/place/x/data=!4m2' }),
      row({ name: nameAt(21), coordinates: { ...pointAt(21), lat: pointAt(21).lat + 0.005 } }),
      row({ name: nameAt(22) }),
      row({ name: nameAt(23).replace(/호$/, ''), address: addressAt(23) }),
      row({ name: '이름만아는집' }),
    ];
    const { id } = await imports.add(data);
    await imports.match(id);
    const rows = await imports.rows(id);
    expect(rows.map(({ match }) => match?.state)).toEqual(['choose', 'choose', 'choose', 'choose', 'none']);
    const candidateOf = (position: number) => {
      const found = rows[position]?.match?.candidates.find(
        ({ placeId }) => placeId === `made:${20 + position}`,
      );
      return { position, choice: { from: 'maps', place: found } };
    };
    await imports.change(id, [...[0, 1, 2, 3].map(candidateOf), { position: 4, choice: { from: 'hand' } }]);
    // The member enters the place by hand at an address that the file does not contain.
    await imports.change(id, [
      { position: 4, place: { name: '직접쓴집', address: '서울 중구 을지로 9998' } },
    ]);
    await imports.match(id);
    await imports.save(id, [0, 1, 2, 3, 4]);
    await on.jobs.runDue();
    expect(await imports.now(id)).toMatchObject({ state: 'done', savedCount: 5 });

    const again = await imports.add(data);
    await imports.match(again.id);
    const repeated = (await imports.rows(again.id)).map(({ match }) => match);
    expect(repeated.map((match) => match?.state)).toEqual(Array(5).fill('saved'));
    expect(repeated.slice(0, 4).map((match) => match?.restaurantId)).toEqual([
      'made:20',
      'made:21',
      'made:22',
      'made:23',
    ]);
    await imports.send('DELETE', `/${again.id}`);

    await imports.undo(id);
    await on.jobs.runDue();
    await imports.send('DELETE', `/${id}`);
    const third = await imports.add(data);
    await imports.match(third.id);
    expect((await imports.rows(third.id)).map(({ match }) => match?.state)).toEqual([
      ...Array(4).fill('choose'),
      'none',
    ]);
  });

  test('무료 회원은 남은 자리만큼 저장하고, 더 고르면 거절된다', async () => {
    const member = await signUpMember(on.app);
    const list = listOf(on.app, member);
    for (let at = 100; at < 108; at += 1) await list.addPlace(`made:${at}`);
    const imports = importsOf(on, member);
    const { id } = await imports.add([known(120), known(121), known(122)]);
    await imports.match(id);
    const refused = await imports.save(id, [0, 1, 2]);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'transfer.not_enough_room', params: { room: 2, more: 1 } });
    await imports.save(id, [0, 2]);
    // Another device adds a restaurant before the job starts, so the list has room for only one more.
    await list.addPlace('made:130');
    await on.jobs.runDue();
    const rows = await imports.rows(id);
    expect(rows.map(({ restaurantId, problem }) => [restaurantId, problem])).toEqual([
      ['made:120', null],
      [null, null],
      [null, 'restaurants.limit_reached'],
    ]);
    expect((await list.now()).restaurants).toHaveLength(10);
  });

  test('하루 동안 통째로 되돌리고, 그 사이에 고친 곳은 남는다', async () => {
    const member = await paidMember(on);
    const list = listOf(on.app, member);
    const imports = importsOf(on, member);
    const { id } = await imports.add(Array.from({ length: 205 }, (_, at) => known(at)));
    await imports.match(id);
    await imports.save(
      id,
      Array.from({ length: 205 }, (_, at) => at),
    );
    await on.jobs.runDue();
    expect(await imports.now(id)).toMatchObject({ state: 'done', savedCount: 205 });
    await list.change('made:5', { rating: 5 });
    await list.remove('made:6');
    await list.addPlace('made:6');
    expect((await imports.undo(id)).json().state).toBe('undoing');
    await on.jobs.runDue();
    const left = (await list.now()).restaurants.map(({ id: placeId }) => placeId);
    expect(left.toSorted()).toEqual(['made:5', 'made:6']);
    expect(await imports.now(id)).toMatchObject({ state: 'review', savedCount: 2, undoUntil: null });
    expect((await imports.undo(id)).json().code).toBe('transfer.undo_expired');
    await imports.save(id, [0, 1]);
    await on.jobs.runDue();
    expect((await list.now()).restaurants).toHaveLength(4);
  }, 60_000);

  test('내보낸 날짜와 공개 상태가 돌아오고, 되돌리면 공개도 거둔다', async () => {
    const member = await paidMember(on);
    const list = listOf(on.app, member);
    const imports = importsOf(on, member);
    const past = { savedAt: Date.UTC(2024, 2, 5), visitedAt: Date.UTC(1965, 3, 1) };
    const shared = { rating: 4, review: '국물이 맑아요', isShared: true, isAnonymous: true };
    const { id } = await imports.add([
      known(60, { status: '방문 완료', ...past, ...shared }),
      known(61, { savedAt: Date.now() + 86_400_000 }),
    ]);
    await imports.match(id);
    await imports.save(id, [0, 1]);
    await on.jobs.runDue();
    const saved = (await list.now()).restaurants;
    expect(saved.find((each) => each.id === 'made:60')).toMatchObject({
      linkedAt: past.savedAt,
      visitedAt: past.visitedAt,
      ...shared,
    });
    // A date in the future is replaced by the time of the import.
    expect(saved.find((each) => each.id === 'made:61')?.linkedAt).toBeLessThanOrEqual(Date.now());
    const reviews = () =>
      on.app.inject({ method: 'GET', url: '/api/restaurants/made:60/reviews', headers: member.headers });
    expect((await reviews()).body).toContain('국물이 맑아요');
    await imports.undo(id);
    await on.jobs.runDue();
    expect((await list.now()).restaurants).toEqual([]);
    expect((await reviews()).body).not.toContain('국물이 맑아요');
  });

  test('새로 가져오는 동안에도 앞서 저장한 것을 되돌린다', async () => {
    const member = await paidMember(on);
    const list = listOf(on.app, member);
    const imports = importsOf(on, member);
    const first = await imports.add([known(50), known(51)]);
    await imports.match(first.id);
    await imports.save(first.id, [0, 1]);
    await on.jobs.runDue();
    const second = await imports.add([known(52)]);
    expect(second.id).not.toBe(first.id);
    expect((await imports.undo(first.id)).json().state).toBe('undoing');
    expect((await imports.send('POST', '', { rows: [known(53)] })).json().code).toBe('transfer.import_busy');
    await on.jobs.runDue();
    expect((await list.now()).restaurants).toEqual([]);
    expect((await imports.now(first.id)).state).toBe('done');
    expect((await imports.now(second.id)).state).toBe('review');
  });

  test('하루가 지나면 되돌릴 수 없다', async () => {
    const imports = importsOf(on, await paidMember(on));
    const { id } = await imports.add([known(20)]);
    await imports.match(id);
    await imports.save(id, [0]);
    await on.jobs.runDue();
    await on.database
      .updateTable('member_import_rows')
      .set({ saved_at: new Date(Date.now() - 86_401_000) })
      .where('import_id', '=', id)
      .execute();
    expect((await imports.undo(id)).json().code).toBe('transfer.undo_expired');
  });

  test('멈추면 저장한 곳은 남고, 이어서 저장한다', async () => {
    const member = await paidMember(on);
    const imports = importsOf(on, member);
    const { id } = await imports.add([known(30), known(31)]);
    await imports.match(id);
    await imports.save(id, [0, 1]);
    expect((await imports.send('POST', `/${id}/cancel`)).json().state).toBe('review');
    await on.jobs.runDue();
    expect(await imports.now(id)).toMatchObject({ state: 'review', savedCount: 0, waitingCount: 2 });
    await imports.save(id, [0, 1]);
    await on.jobs.runDue();
    expect(await imports.now(id)).toMatchObject({ state: 'done', savedCount: 2, waitingCount: 0 });
  });

  test('오래된 것은 사라지고, 탈퇴하면 함께 지워진다', async () => {
    const member = await paidMember(on);
    const imports = importsOf(on, member);
    const { id } = await imports.add([known(40)]);
    await on.database
      .updateTable('member_imports')
      .set({ expires_at: new Date(0) })
      .where('id', '=', id)
      .execute();
    await on.jobs.add(on.database, 'transfer.delete_expired_imports', {});
    await on.jobs.runDue();
    expect((await imports.send('GET', `/${id}`)).statusCode).toBe(404);
    await imports.add([known(40)]);
    await on.database.deleteFrom('users').where('id', '=', member.userId).execute();
    const left = await on.database
      .selectFrom('member_imports')
      .where('user_id', '=', member.userId)
      .selectAll()
      .execute();
    expect(left).toEqual([]);
  });
});
