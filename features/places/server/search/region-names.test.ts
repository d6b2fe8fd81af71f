import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlaceSuggestion } from '#features/places/places.contract.ts';
import { openTestApp, type TestApp } from '#server/http/test-app.ts';
import { placesRoutes } from '#features/places/server/places.routes.ts';
import { seedPlaces, type TestPlace } from '#features/places/server/places.test-factory.ts';

/*
 * The names of provinces and districts before and after the reforms up to July 2026. Half of the places have the old
 * address, as in a register that has not been rewritten, and half the new one.
 */

const at = (lat: number, lng: number, address: string, categoryId: string) => ({
  lat,
  lng,
  address,
  categoryId,
});

const PLACES: TestPlace[] = [
  { name: '무등식당', ...at(35.149, 126.918, '전남광주통합특별시 동구 충장로 12 (충장로1가)', 'soup') },
  { name: '금남옥', ...at(35.148, 126.916, '광주광역시 동구 금남로 3 (금남로3가)', 'soup') },
  { name: '월계면옥', ...at(35.215, 126.845, '전남광주통합특별시 광산구 첨단로 5 (월계동)', 'noodles') },
  { name: '치평수산', ...at(35.152, 126.85, '광주광역시 서구 상무대로 7 (치평동)', 'seafood') },
  { name: '죽향면가', ...at(35.3225, 126.985, '전남광주통합특별시 담양군 담양읍 죽향로 9', 'noodles') },
  { name: '객사리화로', ...at(35.321, 126.99, '전라남도 담양군 담양읍 객사리 11', 'grill') },
  { name: '돌산바다', ...at(34.735, 127.74, '전남광주통합특별시 여수시 돌산읍 돌산로 3', 'seafood') },
  { name: '해안선어', ...at(34.79, 126.38, '전라남도 목포시 해안로 1 (중앙동1가)', 'seafood') },
  { name: '산성집', ...at(37.48, 127.18, '경기도 광주시 남한산성면 산성로 5', 'soup') },
  { name: '선린각', ...at(37.4756, 126.618, '인천광역시 제물포구 차이나타운로 4 (선린동)', 'chinese') },
  { name: '신포당', ...at(37.471, 126.628, '인천광역시 중구 신포로 8 (신포동)', 'bunsik') },
  { name: '송현옥', ...at(37.478, 126.636, '인천광역시 동구 송현로 3 (송현동)', 'soup') },
  { name: '화수물산', ...at(37.483, 126.63, '인천광역시 제물포구 화수로 5 (화수동)', 'seafood') },
  { name: '하늘선어', ...at(37.493, 126.57, '인천광역시 중구 은하수로 4 (중산동)', 'seafood') },
  { name: '운서면옥', ...at(37.494, 126.492, '인천광역시 영종구 운서로 5 (운서동)', 'noodles') },
  { name: '마전화로', ...at(37.598, 126.662, '인천광역시 검단구 검단로 6 (마전동)', 'grill') },
  { name: '당하다실', ...at(37.594, 126.674, '인천광역시 서구 원당대로 8 (당하동)', 'cafe') },
  { name: '청라화로', ...at(37.533, 126.643, '인천광역시 서해구 청라대로 2 (청라동)', 'grill') },
  { name: '가정당', ...at(37.525, 126.675, '인천광역시 서구 가정로 9 (가정동)', 'bunsik') },
  { name: '주안면옥', ...at(37.465, 126.68, '인천광역시 미추홀구 주안로 3 (주안동)', 'noodles') },
  { name: '초당집', ...at(37.79, 128.91, '강원특별자치도 강릉시 초당로 2 (초당동)', 'korean') },
  { name: '청초수산', ...at(38.2, 128.59, '강원도 속초시 청초로 3 (교동)', 'seafood') },
  { name: '전동옥', ...at(35.813, 127.148, '전북특별자치도 전주시 완산구 전동로 5 (전동)', 'soup') },
  { name: '월명제과', ...at(35.985, 126.712, '전라북도 군산시 월명로 7 (월명동)', 'bakery') },
  { name: '군위정', ...at(36.24, 128.57, '대구광역시 군위군 군위읍 중앙길 5', 'grill') },
  { name: '화산다실', ...at(36.22, 128.6, '경상북도 군위군 삼국유사면 화산길 3', 'cafe') },
  { name: '심곡반점', ...at(37.486, 126.783, '경기도 부천시 원미구 부천로 3 (심곡동)', 'chinese') },
  { name: '송내초밥', ...at(37.487, 126.757, '경기도 부천시 송내대로 3 (송내동)', 'japanese') },
  { name: '오산동돈카츠', ...at(37.2, 127.095, '경기도 화성시 동탄구 동탄대로 5 (오산동)', 'japanese') },
  { name: '반송돈부리', ...at(37.205, 127.07, '경기도 화성시 동탄반석로 3 (반송동)', 'japanese') },
  { name: '병점족가', ...at(37.207, 127.033, '경기도 화성시 병점중앙로 3 (병점동)', 'grill') },
  { name: '연동면가', ...at(33.49, 126.49, '제주특별자치도 제주시 연동로 3 (연동)', 'noodles') },
  { name: '종로옥', ...at(37.571, 126.98, '서울특별시 종로구 종로 3 (종로1가)', 'soup') },
  { name: '강서면옥', ...at(37.551, 126.85, '서울특별시 강서구 강서로 3 (화곡동)', 'noodles') },
  { name: '충무수산', ...at(35.097, 129.024, '부산광역시 서구 충무대로 3 (충무동1가)', 'seafood') },
  { name: '초량옥', ...at(35.117, 129.04, '부산광역시 동구 초량로 3 (초량동)', 'soup') },
  { name: '남포화로', ...at(35.099, 129.031, '부산광역시 중구 자갈치로 5 (남포동4가)', 'grill') },
  { name: '둔산화로', ...at(36.351, 127.385, '대전광역시 서구 둔산로 5 (둔산동)', 'grill') },
];

/** A place in Seoul for each place, with the same name. It must not come before the place in the typed region. */
const NAMESAKES: TestPlace[] = PLACES.map((place, index) => ({
  ...place,
  placeId: `test:namesake:${index}`,
  ...at(37.57, 126.97, `서울특별시 종로구 한마음로 ${index + 1} (필운동)`, place.categoryId ?? ''),
}));

const SEOUL = { lat: 37.5663, lng: 126.978 };
const MOKPO = { lat: 34.81, lng: 126.39 };
const INCHEON = { lat: 37.4563, lng: 126.7052 };
const BUSAN = { lat: 35.1, lng: 129.03 };
const GWANGJU_OF_GYEONGGI = { lat: 37.43, lng: 127.256 };

/** A typed text, the places that come first in any order, and the place of the search. */
type Search = [typed: string, first: string[], near?: { lat: number; lng: number }];

const SEARCHES: Search[] = [
  // 전남광주통합특별시, by the name of 광주
  ['광주 국밥', ['무등식당', '금남옥']],
  ['광주 국밥', ['무등식당', '금남옥'], MOKPO],
  ['광주 국밥', ['무등식당', '금남옥'], BUSAN],
  ['광주광역시 국밥', ['무등식당', '금남옥']],
  ['광주시 국밥', ['산성집'], GWANGJU_OF_GYEONGGI],
  ['광주 국밥', ['산성집'], GWANGJU_OF_GYEONGGI],
  ['광주 동구 국밥', ['무등식당', '금남옥']],
  ['광주광역시 동구 국밥', ['무등식당', '금남옥']],
  ['전남광주 동구 국밥', ['무등식당', '금남옥']],
  ['전남광주통합특별시 동구 국밥', ['무등식당', '금남옥']],
  ['광주 광산구 국수', ['월계면옥']],
  ['광주 무등식당', ['무등식당']],
  ['광주광역시 무등식당', ['무등식당']],
  ['전남광주 금남옥', ['금남옥']],
  ['전남광주통합특별시 치평수산', ['치평수산']],
  ['광주 서구 횟집', ['치평수산']],
  ['전남광주 서구 치평수산', ['치평수산']],
  // 전남광주통합특별시, by the name of 전남
  ['전남 담양', ['죽향면가', '객사리화로']],
  ['전라남도 담양', ['죽향면가', '객사리화로']],
  ['전남광주 담양', ['죽향면가', '객사리화로']],
  ['전남광주통합특별시 담양군', ['죽향면가', '객사리화로']],
  ['담양 국수', ['죽향면가']],
  ['전라남도 죽향면가', ['죽향면가']],
  ['전남 죽향면가', ['죽향면가']],
  ['전남 여수 횟집', ['돌산바다']],
  ['전라남도 여수시 돌산바다', ['돌산바다']],
  ['전남광주 목포 해안선어', ['해안선어']],
  ['전남 목포 횟집', ['해안선어']],
  ['전남광주통합특별시 목포 횟집', ['해안선어']],
  // 인천, before July 2026
  ['인천 서구', ['마전화로', '당하다실', '청라화로', '가정당']],
  ['인천 서구', ['마전화로', '당하다실', '청라화로', '가정당'], INCHEON],
  ['인천 서구 청라화로', ['청라화로'], BUSAN],
  ['인천 서구 마전화로', ['마전화로']],
  ['인천 중구 중국집', ['선린각']],
  ['인천 중구 선린각', ['선린각'], BUSAN],
  ['인천 중구 운서면옥', ['운서면옥']],
  ['인천 동구 화수물산', ['화수물산']],
  ['인천 동구 국밥', ['송현옥'], BUSAN],
  ['인천광역시 남구 주안면옥', ['주안면옥']],
  // 인천, after July 2026
  ['인천 서해구', ['청라화로', '가정당']],
  ['서해구 가정당', ['가정당']],
  ['인천 검단구', ['마전화로', '당하다실']],
  ['검단구 카페', ['당하다실']],
  ['인천 제물포구 신포당', ['신포당']],
  ['제물포구 국밥', ['송현옥']],
  ['인천 영종구', ['운서면옥', '하늘선어']],
  ['영종구 하늘선어', ['하늘선어']],
  // The same names in other cities
  ['부산 서구 횟집', ['충무수산']],
  ['부산 동구 국밥', ['초량옥'], INCHEON],
  ['대전 서구 고깃집', ['둔산화로']],
  // 강원, 전북, 제주, 군위
  ['강원도 강릉 초당집', ['초당집']],
  ['강원특별자치도 속초 청초수산', ['청초수산']],
  ['강원 속초 횟집', ['청초수산']],
  ['전라북도 전주 국밥', ['전동옥']],
  ['전북특별자치도 군산 월명제과', ['월명제과']],
  ['전북 군산 빵집', ['월명제과']],
  ['제주도 국수', ['연동면가']],
  ['경북 군위 군위정', ['군위정']],
  ['대구 군위 화산다실', ['화산다실']],
  // New districts of 부천 and 화성
  ['부천 소사구 송내초밥', ['송내초밥']],
  ['화성시 동탄구 반송돈부리', ['반송돈부리']],
  ['병점구 병점족가', ['병점족가']],
];

let on: TestApp;

beforeAll(async () => {
  on = await openTestApp({ features: [placesRoutes] });
  await seedPlaces(on.database, [...PLACES, ...NAMESAKES]);
});
afterAll(() => on.close());

test('바뀌기 전 이름으로도 바뀐 뒤 이름으로도 같은 곳을 찾는다', async () => {
  expect(SEARCHES.length).toBeGreaterThanOrEqual(60);
  const wrong: string[] = [];
  for (const [typed, first, near = SEOUL] of SEARCHES) {
    const query = new URLSearchParams({ q: typed, lat: String(near.lat), lng: String(near.lng) });
    const answer = await on.app.inject({
      url: `/api/places/autocomplete?${query.toString()}`,
      headers: { 'x-test-person': 'kim' },
    });
    const { suggestions } = answer.json<{ suggestions: PlaceSuggestion[] }>();
    const names = suggestions.map(({ name, placeId }) =>
      placeId.startsWith('test:namesake') ? `${name} in Seoul` : name,
    );
    const isRight = first.toSorted().join() === names.slice(0, first.length).toSorted().join();
    if (!isRight) wrong.push(`${typed}: ${names.slice(0, 5).join(', ')}`);
  }
  expect(wrong).toEqual([]);
});
