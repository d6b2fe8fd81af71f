import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { placePhotoUrl } from '#features/places/place-details.rules.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { loadExamplePlaces, removeExamplePlaces } from './examples/example-places.ts';
import { placesRoutes } from './places.routes.ts';
import { seedPlaces } from './places.test-factory.ts';

const MYEONGDONG = { lat: 37.5635, lng: 126.984 };

const NOEUL = { lat: 37.577, lng: 126.89, address: '서울특별시 마포구 노을길 8-2 (상암동)' };

let test_: TestApp;

beforeAll(async () => {
  test_ = await openTestApp({ features: [placesRoutes] });
  await seedPlaces(test_.database, [
    { name: '할매국밥집' },
    { name: 'Café Fleur', categoryId: 'cafe', kind: '카페' },
    { name: 'Señor Tacos', lat: 37.57, lng: 126.99 },
    { name: '국밥나라', lat: 37.57, lng: 126.99, address: '서울특별시 종로구 종로 3 (종로1가)' },
    { name: '하동관' },
    {
      name: '하동관 여의도점',
      lat: 37.5219,
      lng: 126.9245,
      address: '서울특별시 영등포구 국제금융로 12 (여의도동)',
    },
    { name: '원조순대국', lat: 37.5606, lng: 126.9904 },
    { name: 'KFC 명동점', categoryId: 'fast-food', kind: '패스트푸드' },
    { name: '갈치조림', lat: 35.0979, lng: 129.0305, address: '부산광역시 중구 자갈치로 5 (남포동4가)' },
    { name: '부산할매국밥', lat: 35.098, lng: 129.03, address: '부산광역시 중구 자갈치로 9 (남포동4가)' },
    { name: '문닫은국밥', businessStatus: 'closed_permanently', closedOn: '2020-01-01' },
    { name: '노을식당', businessStatus: 'closed_permanently', closedOn: '2020-01-01', ...NOEUL },
    { name: '노을식당 둘째집', lat: 35.16, lng: 129.16, address: '부산광역시 해운대구 중동1로 7 (중동)' },
    { name: '새로온찌개', ...NOEUL, address: '서울특별시 마포구 노을길 8-2, 1층 (상암동)' },
    { name: '새로온찻집', ...NOEUL, categoryId: 'cafe', kind: '카페' },
    { name: '옆집백반', lat: 37.5771, lng: 126.8902, address: '서울특별시 마포구 노을길 10 (상암동)' },
    {
      name: '옆집빵집',
      lat: 37.5771,
      lng: 126.8902,
      address: '서울특별시 마포구 노을길 10 (상암동)',
      categoryId: 'bakery',
    },
    { name: '어딘가국밥', lat: null, lng: null, address: '' },
    { name: "100% 칼국수_본점 '정' \\ 집" },
    {
      name: '바다 앞 횟집',
      lat: 37.7519,
      lng: 128.8999,
      address: '강원특별자치도 강릉시 창해로 14 (강문동)',
    },
  ]);
});
afterAll(() => test_.close());

const get = (url: string, headers: Record<string, string> = { 'x-test-person': 'kim' }) =>
  test_.app.inject({ method: 'GET', url, headers });

async function suggest(
  q: string,
  near: { lat: number; lng: number } | null = MYEONGDONG,
): Promise<PlaceSuggestion[]> {
  const query = new URLSearchParams({ q, ...(near && { lat: String(near.lat), lng: String(near.lng) }) });
  const answer = await get(`/api/places/autocomplete?${query.toString()}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().suggestions;
}
const names = async (...given: Parameters<typeof suggest>) =>
  (await suggest(...given)).map(({ name }) => name);

test('악센트가 있는 이름을 악센트 없이 찾는다', async () => {
  for (const typed of ['cafe', 'cafe fleur', 'CAFÉ FLE', 'cafe\u0301 fleur'])
    expect(await names(typed), typed).toContain('Café Fleur');
  expect(await names('senor')).toEqual(['Señor Tacos']);
});

describe('고른 곳이 문을 닫았으면', () => {
  const POINT = { lat: '37.577', lng: '126.89' };
  const currentStatus = async (
    placeId: string,
    name: string,
    { address = NOEUL.address, ...point }: { address?: string; lat?: string; lng?: string } = POINT,
  ) => {
    const query = { name, address, categoryId: 'korean', ...point };
    const answer = await get(
      `/api/places/${encodeURIComponent(placeId)}/status?${new URLSearchParams(query).toString()}`,
    );
    expect(answer.statusCode, answer.body).toBe(200);
    const { businessStatus, tenants, similar } = answer.json();
    const namesOf = (places: PlaceSuggestion[]) => places.map((place) => place.name).toSorted();
    return { businessStatus, tenants: namesOf(tenants), similar: namesOf(similar) };
  };
  const instead = {
    businessStatus: 'closed_permanently',
    tenants: ['새로온찌개', '새로온찻집'],
    similar: ['옆집백반'],
  };

  test('그 주소의 열린 집과, 가까운 비슷한 집을 알린다', async () => {
    expect(await currentStatus('test:노을식당:37.577', '노을식당')).toEqual(instead);
  });

  test('다른 지도 서비스에서 찾은 곳도 이름과 자리로 알아본다', async () => {
    expect(await currentStatus('kakao:123', '노을식당')).toEqual(instead);
  });

  test('자리를 알려 주지 않는 서비스에서 고른 곳은 이름과 주소로 알아본다', async () => {
    expect(await currentStatus('ChIJnoeul', '노을식당', {})).toEqual(instead);
    const address = NOEUL.address.replace(/\d+/, '999');
    expect((await currentStatus('ChIJother', '노을식당', { address })).businessStatus).toBeNull();
  });

  test('열려 있거나 모르는 곳에는 아무것도 권하지 않는다', async () => {
    const nothing = { tenants: [], similar: [] };
    expect(await currentStatus('test:새로온찻집:37.577', '새로온찻집')).toEqual({
      businessStatus: 'operational',
      ...nothing,
    });
    expect(await currentStatus('kakao:456', '없는집')).toEqual({ businessStatus: null, ...nothing });
  });
});

describe('식당 이름을 치는 대로 찾는다', () => {
  test.each([
    ['할매국밥', '할매국밥집'],
    ['국밥', '할매국밥집'],
    ['국ㅂ', '할매국밥집'],
    ['국바', '할매국밥집'],
    ['ㄱㅂㅈ', '할매국밥집'],
    ['ㅎㅁㄱㅂ', '할매국밥집'],
    ['rnrqkq', '할매국밥집'],
    ['RNRQKQ', '할매국밥집'],
    ['rqw', '할매국밥집'],
    ['순댁', '원조순대국'],
    ['국ㅂㅈ', '할매국밥집'],
    ['할매 국밥', '할매국밥집'],
    ['kfc', 'KFC 명동점'],
    ['바다앞횟집', '바다 앞 횟집'],
    ['ㅂㄷㅇㅎㅈ', '바다 앞 횟집'],
  ])('%s → %s', async (typed, expected) => {
    expect(await names(typed)).toContain(expected);
  });

  test.each(['국밤', '뷁', 'ㄲㄲㄲ', 'zzzz', '🍜', '漢字'])('%s: 없는 것은 없다', async (typed) => {
    expect(await names(typed)).toEqual([]);
  });

  test('KFC를 갈치와 섞지 않는다', async () => {
    expect(await names('kfc')).toEqual(['KFC 명동점']);
  });

  test('앞에서 맞는 집, 가까운 집, 열린 집이 먼저다', async () => {
    expect(await names('국밥')).toEqual(['국밥나라', '할매국밥집', '어딘가국밥', '부산할매국밥']);
    const inBusan = await names('국밥', { lat: 35.0979, lng: 129.03 });
    expect(inBusan[0]).toBe('부산할매국밥');
  });

  test('문 닫은 집은 이름의 처음부터 쳐야 나오고, 닫았다고 알린다', async () => {
    const [closed] = await suggest('문닫은');
    expect(closed).toMatchObject({ name: '문닫은국밥', businessStatus: 'closed_permanently' });
  });

  test('문 닫은 집은 코앞이어도 먼 열린 집 다음이다', async () => {
    expect(await names('노을식당', NOEUL)).toEqual(['노을식당 둘째집', '노을식당']);
  });

  test('이름과 동네를 함께 치면, 차례나 띄어쓰기와 상관없이 그 동네의 집이 나온다', async () => {
    for (const typed of [
      '하동관 명동',
      '명동 하동관',
      '하동관명동',
      '명동하동관',
      '하동관 을지로',
      'gkehdrhks audehd',
    ])
      expect((await names(typed))[0], typed).toBe('하동관');
    expect((await names('하동관 여의도'))[0]).toBe('하동관 여의도점');
    expect((await names('여의도점 하동관'))[0]).toBe('하동관 여의도점');
    expect((await names('국밥 부산'))[0]).toBe('부산할매국밥');
    expect((await names('국밥 부산 중구 남포동'))[0]).toBe('부산할매국밥');
    expect((await names('부산 할매 국밥 중구 남포동 자갈치로'))[0]).toBe('부산할매국밥');
    expect((await names('하동관 명동점'))[0]).toBe('하동관');
  });

  test.each([
    ['하동관 맛집', '하동관'],
    ['하동관 곰탕', '하동관'],
    ['하동관 강릉', '하동관'],
    ['바다앞횟집 미쉐린가이드', '바다 앞 횟집'],
    ['강릉 횟집 추천', '바다 앞 횟집'],
    ['창해로 14', '바다 앞 횟집'],
    ['창해로14', '바다 앞 횟집'],
    ['강릉시 창해로 14 2층', '바다 앞 횟집'],
    ['종로 3', '국밥나라'],
    ['wonjo sundaeguk', '원조순대국'],
    ['weonjo soondaegook', '원조순대국'],
    ['케이에프씨 명동점', 'KFC 명동점'],
  ])('%s → %s', async (typed, expected) => {
    expect((await names(typed))[0]).toBe(expected);
  });

  test('라틴 글자의 이름을 한글로 적은 집, 소리로 적은 음식 종류도 찾는다', async () => {
    await seedPlaces(test_.database, [
      { name: '비에이치씨 방이점', lat: 37.515, lng: 127.11, address: '서울특별시 송파구 오금로 1 (방이동)' },
      {
        name: '솔밭길',
        lat: 37.515,
        lng: 127.111,
        address: '서울특별시 송파구 오금로 3 (방이동)',
        categoryId: 'western',
      },
    ]);
    const near = { lat: 37.515, lng: 127.11 };
    expect((await names('bhc', near))[0]).toBe('비에이치씨 방이점');
    expect((await names('방이동 pasta', near))[0]).toBe('솔밭길');
    expect((await names('pasta', near))[0]).toBe('솔밭길');
  });

  test('한자로 적은 이름과 소리가 같은 이름에도 맞은 곳을 표시한다', async () => {
    await seedPlaces(test_.database, [{ name: '樂園食堂' }, { name: '밍글스' }]);
    expect((await suggest('낙원식'))[0]).toMatchObject({ name: '樂園食堂', nameMatches: [[0, 3]] });
    expect((await suggest('mingles'))[0]).toMatchObject({ name: '밍글스', nameMatches: [[0, 3]] });
  });

  test('Caps Lock이 켜져 있어도 여러 낱말을 한글로 읽는다', async () => {
    expect((await names('RNRQKQSKFK AUDEHD'))[0]).toBe('국밥나라');
  });

  test('낱말 중간에서 시작하는 첫소리는 다음 낱말로 이어지지 않는다', async () => {
    await seedPlaces(test_.database, [{ name: '너구리 포차' }]);
    expect(await names('ㄴㄱㄹㅍㅊ')).toContain('너구리 포차');
    expect(await names('ㄱㄹㅍㅊ')).not.toContain('너구리 포차');
  });

  test.each([
    ['할메국밥집', '할매국밥집'],
    ['하둥관', '하동관'],
    ['원조순데국', '원조순대국'],
    ['원조대순국', '원조순대국'],
    ['원원조순대국', '원조순대국'],
    ['부산할매국박', '부산할매국밥'],
  ])('잘못 친 %s은 %s일 수 있다고 알린다', async (typed, expected) => {
    const [found] = await suggest(typed);
    expect(found).toMatchObject({ name: expected, isGuess: true });
  });

  test('잘못 쳤을 수 있는 집은 친 그대로 맞는 집보다 뒤다', async () => {
    await seedPlaces(test_.database, [
      { name: '거북갈비', lat: 35.1, lng: 129.03, address: '부산광역시 중구 자갈치로 11 (남포동4가)' },
      { name: '거복갈비' },
    ]);
    const found = await suggest('거북갈비');
    expect(found.map(({ name, isGuess }) => [name, isGuess])).toEqual([
      ['거북갈비', false],
      ['거복갈비', true],
    ]);
  });

  test.each([
    ['하동관맛집', '하동관'],
    ['강릉맛집', '바다 앞 횟집'],
    ['강릉맛집 횟집', '바다 앞 횟집'],
    ['여의도근처맛집', '하동관 여의도점'],
    ['솔내음맛집', '솔내음맛집'],
  ])('붙여 친 맛집과 근처는 떼어 읽는다: %s → %s', async (typed, expected) => {
    await seedPlaces(test_.database, [{ name: '솔내음' }, { name: '솔내음맛집', lat: 35.1, lng: 129.03 }]);
    expect((await names(typed))[0]).toBe(expected);
  });

  test('맛집이 이름의 가운데에 있는 집도 찾는다', async () => {
    const near = { lat: 37.751, lng: 128.876 };
    const address = '강원특별자치도 강릉시 경강로 1 (홍제동)';
    await seedPlaces(test_.database, [
      ...Array.from({ length: 12 }, (_, n) => ({ name: `달비골 ${n}호점`, address, ...near })),
      { name: '달비골맛집 둘째집', address, lat: 37.77, lng: 128.9 },
    ]);
    expect((await names('달비골맛집', near))[0]).toBe('달비골맛집 둘째집');
  });

  test('경기 광주는 광주광역시가 아니다', async () => {
    const western = { categoryId: 'western' };
    await seedPlaces(test_.database, [
      { name: '너른뜰', lat: 37.41, lng: 127.26, address: '경기도 광주시 파발로 1 (경안동)', ...western },
      {
        name: '무등뜰',
        lat: 35.146,
        lng: 126.92,
        address: '광주광역시 동구 금남로 1 (금남로1가)',
        ...western,
      },
    ]);
    expect((await names('경기 광주 파스타'))[0]).toBe('너른뜰');
    expect((await names('경기도 광주 파스타', { lat: 35.15, lng: 126.9 }))[0]).toBe('너른뜰');
    expect((await names('광주 파스타', { lat: 37.44, lng: 127.14 }))[0]).toBe('너른뜰');
    expect((await names('광주 파스타', { lat: 35.3, lng: 127 }))[0]).toBe('무등뜰');
    expect((await names('광주 파스타'))[0]).toBe('무등뜰');
  });

  test('라틴 글자로 친 이름은 같은 자판의 첫소리로 된 먼 집보다 먼저다', async () => {
    await seedPlaces(test_.database, [
      { name: '하가무초당', lat: 35.1, lng: 129.03, address: '부산광역시 중구 자갈치로 15 (남포동4가)' },
      { name: 'GRACE 다이닝' },
    ]);
    expect(await names('grace')).toEqual(['GRACE 다이닝', '하가무초당']);
  });

  test('문 닫은 집이 열 곳이어도 잘못 쳤을 수 있는 집을 알린다', async () => {
    await seedPlaces(test_.database, [
      ...Array.from({ length: 12 }, (_, n) => ({
        name: `나릿골둥지 ${n}호점`,
        businessStatus: 'closed_permanently' as const,
      })),
      { name: '나릿골동지' },
    ]);
    const found = await suggest('나릿골둥지');
    expect(found).toHaveLength(10);
    expect(found.filter(({ isGuess }) => isGuess).map(({ name }) => name)).toEqual(['나릿골동지']);
  });

  test('같은 말을 두 번 쓰는 이름도 온전한 이름이다', async () => {
    await seedPlaces(test_.database, [
      { name: '두메' },
      { name: '두메두메', lat: 33.5, lng: 126.53, address: '제주특별자치도 제주시 관덕로 7' },
    ]);
    expect((await names('두메 두메'))[0]).toBe('두메두메');
  });

  test('자모를 나누어 적은 주소와 이름도 찾는다', async () => {
    expect((await names('창해로 14'.normalize('NFD')))[0]).toBe('바다 앞 횟집');
    expect((await names('하동관'.normalize('NFD')))[0]).toBe('하동관');
  });

  test('전각으로 적은 글자도 찾는다', async () => {
    await seedPlaces(test_.database, [{ name: 'ＷＯＷ９통닭' }]);
    expect(await names('wow9')).toEqual(['ＷＯＷ９통닭']);
    expect((await suggest('ｗｏｗ９'))[0]).toMatchObject({ name: 'ＷＯＷ９통닭', nameMatches: [[0, 4]] });
    expect((await names('하동관（명동）'))[0]).toBe('하동관');
    expect((await names('창해로 １４'))[0]).toBe('바다 앞 횟집');
  });

  test('여러 도시에 있는 동네는 가까운 도시의 동네다', async () => {
    const lotOf = (city: string) => (n: number) => ({
      name: `${city.slice(0, 2)}별솔 ${n}`,
      address: `${city} 별솔동 ${n}`,
      lotAddress: `${city} 별솔동 ${n}`,
      categoryId: 'western',
    });
    const numbers = (length: number) => Array.from({ length }, (_, n) => n + 1);
    await seedPlaces(test_.database, [
      ...numbers(30)
        .map(lotOf('대전광역시 중구'))
        .map((place) => ({ ...place, lat: 36.325, lng: 127.42 })),
      ...numbers(5)
        .map(lotOf('서울특별시 양천구'))
        .map((place) => ({ ...place, lat: 37.52, lng: 126.87 })),
    ]);
    expect((await names('별솔동 파스타'))[0]).toMatch(/^서울/);
    expect((await names('별솔동 파스타', { lat: 36.35, lng: 127.38 }))[0]).toMatch(/^대전/);
    // The city with more places, if both are far away.
    expect((await names('별솔동 파스타', { lat: 35.16, lng: 129.16 }))[0]).toMatch(/^대전/);
  });

  test('이름이 꼭 맞는 집은 아무리 멀어도 먼저다', async () => {
    await seedPlaces(test_.database, [
      { name: '미르식탁 명동점' },
      { name: '미르식탁', lat: 33.5, lng: 126.53, address: '제주특별자치도 제주시 관덕로 5' },
    ]);
    expect(await names('미르식탁')).toEqual(['미르식탁', '미르식탁 명동점']);
  });

  test('한 글자만 남게 쪼개지 않는다: 별마루관은 별마루군의 아무 관이 아니다', async () => {
    await seedPlaces(test_.database, [{ name: '먼바다회관', address: '경상남도 별마루군 바다로 5' }]);
    expect(await names('별마루관')).not.toContain('먼바다회관');
    expect(await names('별마루회관')).toContain('먼바다회관');
  });

  test('맞은 곳, 주소, 종류, 거리, 예시인지를 알린다', async () => {
    const [found] = await suggest('ㄱㅂㅈ');
    expect(found).toEqual({
      placeId: 'test:할매국밥집:',
      name: '할매국밥집',
      nameMatches: [[2, 5]],
      address: '서울특별시 중구 명동9길 12 (을지로1가)',
      kind: '한식',
      categoryId: 'korean',
      coordinates: { lat: 37.5645, lng: 126.982 },
      distanceMetres: 208,
      businessStatus: 'operational',
      isExample: false,
      isGuess: false,
    });
    expect((await suggest('하동관명동'))[0]?.nameMatches).toEqual([[0, 3]]);
  });

  test('내 자리를 모르면 거리는 없다', async () => {
    const [found] = await suggest('할매국밥', null);
    expect(found).toMatchObject({ name: '할매국밥집', distanceMetres: null });
  });

  test('외국이나 바다 한가운데에서도 찾는다', async () => {
    for (const near of [
      { lat: 35.68, lng: 139.76 },
      { lat: -33.9, lng: -70 },
      { lat: 36, lng: 124 },
    ])
      expect(await names('할매국밥', near)).toContain('할매국밥집');
  });

  test.each([
    '%',
    '_',
    '\\',
    "'",
    "'; drop table places; --",
    '" or 1=1',
    '(((',
    '[a-z',
    '$^',
    '\u0000',
    '\u{10ffff}',
    '　',
  ])('%j 때문에 탈나지 않는다', async (typed) => {
    const answer = await get(`/api/places/autocomplete?${new URLSearchParams({ q: typed }).toString()}`);
    expect([200, 400]).toContain(answer.statusCode);
    if (answer.statusCode === 200) expect(answer.json().suggestions.length).toBeLessThan(2);
  });

  test('문장 부호를 섞어 쳐도 찾는다', async () => {
    expect(await names('100% 칼국수_본점')).toEqual(["100% 칼국수_본점 '정' \\ 집"]);
  });

  test('너무 긴 검색어와 빈 검색어는 받지 않는다', async () => {
    for (const typed of ['가'.repeat(101), 'a'.repeat(10_000), '', '   ']) {
      const answer = await get(`/api/places/autocomplete?${new URLSearchParams({ q: typed }).toString()}`);
      expect(answer.statusCode).toBe(400);
      expect(answer.headers['content-type']).toMatch('application/problem+json');
    }
    const manyWords = Array.from({ length: 50 }, (_, n) => String.fromCharCode(0xac00 + 28 * n)).join(' ');
    expect(await names(manyWords)).toEqual([]);
  });
});

describe('자세한 정보', () => {
  test('지도 서비스가 아는 것을 모두 알린다', async () => {
    const answer = await get(`/api/places/${encodeURIComponent('test:KFC 명동점:')}`);
    expect(answer.json()).toMatchObject({
      provider: 'local',
      name: 'KFC 명동점',
      categoryId: 'fast-food',
      website: null,
    });
  });

  test('모르는 것은 모른다고 한다: 아니라고 하지 않는다', async () => {
    const answer = await get(`/api/places/${encodeURIComponent('test:KFC 명동점:')}`);
    expect(answer.json()).toMatchObject({
      rating: null,
      priceLevel: null,
      openingHours: null,
      allowsDogs: null,
    });
  });

  test('사진이 없으면 없다고 한다', async () => {
    const placeId = 'test:KFC 명동점:';
    expect((await get(`/api/places/${encodeURIComponent(placeId)}/photos`)).json()).toEqual({ photos: [] });
    const answer = await get(placePhotoUrl({ placeId, reference: 'places/x/photos/y', width: 800 }));
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'places.photo_expired']);
  });

  test('모르는 곳은 404', async () => {
    const answer = await get('/api/places/nowhere');
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'places.not_found']);
  });

  test('로그인한 사람에게만', async () => {
    for (const url of [
      '/api/places/nowhere',
      '/api/places/autocomplete?q=a',
      '/api/places/nearby?lat=37&lng=127',
    ])
      expect((await get(url, {})).statusCode).toBe(401);
  });
});

describe('주변', () => {
  const nearby = async (query: string): Promise<PlaceSuggestion[]> =>
    (await get(`/api/places/nearby?${query}`)).json().places;

  test('3km 안의 열린 집을 가까운 차례로', async () => {
    const found = await nearby('lat=37.5645&lng=126.982');
    expect(found.map(({ name }) => name)).not.toContain('문닫은국밥');
    expect(found.map(({ name }) => name)).not.toContain('하동관 여의도점');
    const distances = found.map(({ distanceMetres }) => distanceMetres ?? Infinity);
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    expect(distances.at(-1)).toBeLessThanOrEqual(3000);
  });

  test('반경을 넓히면 더 나온다', async () => {
    expect((await nearby('lat=37.5645&lng=126.982&radius=10000')).map(({ name }) => name)).toContain(
      '하동관 여의도점',
    );
  });

  test('달라는 만큼, 말이 없으면 스무 곳', async () => {
    await seedPlaces(
      test_.database,
      Array.from({ length: 30 }, (_, n) => ({ name: `많은집 ${n}`, lat: 33.25 + n / 10_000, lng: 126.56 })),
    );
    expect(await nearby('lat=33.25&lng=126.56')).toHaveLength(20);
    expect(await nearby('lat=33.25&lng=126.56&limit=25')).toHaveLength(25);
    expect((await get('/api/places/nearby?lat=33.25&lng=126.56&limit=1001')).statusCode).toBe(400);
  });
});

describe('주소 알아보기', () => {
  const address = async (lat: number, lng: number) => {
    const answer = await get(`/api/places/address?lat=${lat}&lng=${lng}`);
    return answer.statusCode === 200 ? answer.json().address : answer.json().code;
  };

  test('아는 집이 코앞이면 그 주소, 가까우면 동네까지', async () => {
    expect(await address(37.5219, 126.9246)).toBe('서울특별시 영등포구 국제금융로 12 (여의도동)');
    expect(await address(37.5225, 126.93)).toBe('서울특별시 영등포구 여의도동');
  });

  test('아는 집이 멀면 없다고 한다', async () => {
    expect(await address(38.2, 128)).toBe('places.address_not_found');
  });
});

describe('주소 찾기', () => {
  const find = async (typed: string) => {
    const answer = await get(`/api/places/addresses?q=${encodeURIComponent(typed)}`);
    return answer.statusCode === 200 ? answer.json().addresses : answer.statusCode;
  };

  test('아는 번지는 그 자리에, 시와 구 없이 적거나 층을 덧붙여도', async () => {
    const house = { address: '서울특별시 영등포구 국제금융로 12', precision: 'house' };
    for (const typed of ['서울 영등포구 국제금융로 12', '국제금융로12', '국제금융로 12, 지하 1층'])
      expect(await find(typed)).toMatchObject([house]);
    expect(await find('국제금융로 12'.normalize('NFD'))).toMatchObject([house]);
    expect(await find('부산광역시 국제금융로 12')).not.toMatchObject([house]);
  });

  test('모르는 번지는 길이나 동네의 가운데라고 알린다', async () => {
    expect(await find('영등포구 국제금융로 999')).toMatchObject([
      { address: '영등포구 국제금융로', precision: 'area' },
    ]);
  });

  test('역은 역 자리, 같은 이름의 역은 모두', async () => {
    expect(await find('성수 역')).toEqual([
      { address: '성수역', coordinates: { lat: 37.5446, lng: 127.056 }, precision: 'area' },
    ]);
    expect(await find('시청역')).toHaveLength(3);
  });

  test('모르는 주소는 비어 있고, 빈 글과 너무 긴 글은 받지 않는다', async () => {
    expect(await find('없는도 없는시 없는길 1')).toEqual([]);
    expect(await find('가'.repeat(200))).toEqual([]);
    expect(await find(' ')).toBe(400);
    expect(await find('가'.repeat(201))).toBe(400);
  });
});

describe('예시 식당', () => {
  test('처음에 한 번 들어오고, 거두면 다시 들어오지 않는다', async () => {
    await loadExamplePlaces(test_.database);
    await loadExamplePlaces(test_.database);
    const found = await suggest('ㅎㄷㄱ', { lat: 37.5665, lng: 126.978 });
    const examples = found.filter(({ isExample }) => isExample).map(({ name }) => name);
    expect(examples).toEqual(expect.arrayContaining(['해달골 국밥', '한들 국수', '호두과원']));
    expect(await removeExamplePlaces(test_.database)).toBeGreaterThan(400);
    await loadExamplePlaces(test_.database);
    expect((await suggest('해달골')).length).toBe(0);
    expect(
      await test_.database.selectFrom('places').where('letters', 'like', 'goekfrhf%').select('id').execute(),
    ).toEqual([]);
  });
});
