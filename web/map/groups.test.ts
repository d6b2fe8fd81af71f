import { describe, expect, test } from 'vitest';
import { groupNearest, groupToShow, withNeighbours } from './groups.ts';

const CITY_HALL = { lat: 37.5665, lng: 126.978 };
const place = (name: string, lat: number, lng: number) => ({ name, lat, lng });
const seoul = [
  place('성수', 37.544, 127.055),
  place('연남', 37.562, 126.925),
  place('명동', 37.563, 126.985),
];
const busan = [
  place('해운대', 35.163, 129.163),
  place('광안리', 35.153, 129.118),
  place('서면', 35.157, 129.059),
  place('남포', 35.098, 129.03),
];
const jeju = [place('제주시', 33.5, 126.53)];
const names = (places: readonly { name: string }[]) => places.map(({ name }) => name).sort();

describe('지도가 보여 줄 곳', () => {
  test('한 도시 안이면 모두 보인다', () => {
    expect(groupToShow({ places: seoul, userLocation: CITY_HALL })).toEqual(seoul);
  });

  test('전국에 흩어져 있으면 가장 많이 모인 곳이 보인다', () => {
    const places = [...seoul, ...jeju, ...busan];
    expect(names(groupToShow({ places, userLocation: CITY_HALL }))).toEqual(names(busan));
  });

  test('똑같이 모여 있으면 가까운 쪽이 보인다', () => {
    const places = [...busan.slice(0, 3), ...seoul];
    expect(names(groupToShow({ places, userLocation: CITY_HALL }))).toEqual(names(seoul));
  });

  test('어디에도 모여 있지 않으면 모두 보인다', () => {
    const places = [33.4, 34.4, 35.4, 36.4, 37.4, 38.4].map((lat, at) =>
      place(`${at}`, lat, 126.5 + at * 0.4),
    );
    expect(groupToShow({ places, userLocation: CITY_HALL })).toEqual(places);
  });

  test('모인 곳 바로 곁의 다른 곳도 보인다. 반쯤 가려지지 않게', () => {
    const group = [place('서쪽', 37.55, 126.95), place('동쪽', 37.55, 127.05)];
    const others = [
      place('강 건너', 37.51, 127),
      place('먼 동네', 37.4, 127),
      place('먼 서쪽', 37.55, 126.8),
    ];
    expect(names(withNeighbours({ group, others }))).toEqual(['강 건너', '동쪽', '서쪽']);
    const one = [place('한 곳', 37.55, 127)];
    const near = [place('길 건너', 37.551, 127.001), place('다음 역', 37.56, 127)];
    expect(names(withNeighbours({ group: one, others: near }))).toEqual(['길 건너', '한 곳']);
    expect(withNeighbours({ group: [], others })).toEqual([]);
  });

  test('빈 리스트에는 보여 줄 곳이 없다', () => {
    expect(groupToShow({ places: [], userLocation: CITY_HALL })).toEqual([]);
    expect(groupNearest({ places: [], userLocation: CITY_HALL })).toEqual([]);
  });

  test('처음에는 가까운 곳이, 없으면 가장 가까운 도시가 보인다', () => {
    const places = [...busan, ...seoul, ...jeju];
    expect(names(groupNearest({ places, userLocation: CITY_HALL }))).toEqual(names(seoul));
    expect(names(groupNearest({ places: [...busan, ...jeju], userLocation: CITY_HALL }))).toContain('해운대');
    expect(
      names(groupNearest({ places: [...busan, ...jeju], userLocation: { lat: 33.2, lng: 126.6 } })),
    ).toEqual(names(jeju));
  });
});
