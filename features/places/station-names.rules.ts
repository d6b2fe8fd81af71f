/** Metres. Places within this distance count as near a station or landmark. */
export const STATION_REACH = 1500;

const STATION_NICKNAMES = new Map(
  Object.entries({
    홍대: '홍대입구',
    건대: '건대입구',
    이대: '이대',
    숙대: '숙대입구',
    성신여대: '성신여대입구',
    서울대: '서울대입구',
    대학로: '혜화',
    가산: '가산디지털단지',
    가디: '가산디지털단지',
    구디: '구로디지털단지',
    고터: '고속터미널',
    강남터미널: '고속터미널',
    디엠시: '디지털미디어시티',
    DMC: '디지털미디어시티',
    동역사: '동대문역사문화공원',
  }),
);

/**
 * Removes 역 from the name of a station. If the word is a common name of the area around a station, returns the name
 * of the station: 성수역 → 성수, 홍대 → 홍대입구.
 */
export const stationName = (word: string): string =>
  STATION_NICKNAMES.get(word) ?? word.replace(/(?<=.)역$/u, '');

/**
 * Whether a word clearly means a station, for example 성수역 or 홍대. The result is false for 성수, which is also a
 * neighbourhood.
 */
export const namesStation = (word: string): boolean => STATION_NICKNAMES.has(word) || /..역$/u.test(word);
