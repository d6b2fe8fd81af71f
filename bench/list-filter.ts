/**
 * `node bench/list-filter.ts`: measures a search of a member's list on every key press, as on the home screen. For
 * comparison, the same run measures exact matching of the same texts. The limit is 50 ms for 5,000 places.
 */
import { koreanQuery } from '#common/korean.ts';
import { guessCategory } from '#features/places/categories.rules.ts';
import { personalSearch, prepareForSearch } from '#features/places/personal-search.rules.ts';
import {
  type ListEntry,
  listEntries,
  sortEntries,
  viewEntries,
  filtersOf,
} from '#features/restaurants/web/list-view.rules.ts';
import { restaurant } from '#features/restaurants/web/restaurants.test-factory.ts';

const LIMIT_MS = 50;
const REPEATS = 20;

const FAMILIES = [
  '할매',
  '원조',
  '하동',
  '명동',
  '밍글',
  '새뜰',
  '버들',
  '노을',
  '한옥',
  '골목',
  '바다',
  '산들',
];
const DISHES = [
  '국밥',
  '칼국수',
  '파스타',
  '김밥',
  '곰탕',
  '냉면',
  '스시',
  '치킨',
  '갈비',
  '커피',
  '순대국',
  '횟집',
];
const DISTRICTS = ['성동구 성수동2가', '강남구 청담동', '마포구 연남동', '중구 을지로1가', '해운대구 우동'];
const ROADS = ['성수이로', '도산대로', '동교로', '명동길', '구남로', '연무장길', '월드컵북로'];
const pick = (list: readonly string[], n: number) => list[n % list.length] as string;

const entriesOf = (count: number): ListEntry[] => {
  const restaurants = Array.from({ length: count }, (_, n) => {
    const name = `${pick(FAMILIES, n)}${pick(DISHES, n * 7 + (n >> 4))} ${n % 3 === 0 ? `${n % 97}호점` : ''}`;
    const [district = '', neighbourhood = ''] = pick(DISTRICTS, n * 3).split(' ');
    return restaurant({
      id: String(n),
      name: n % 20 === 0 ? `CAFE ${n} ${name}` : name,
      address: `${n % 4 === 0 ? '부산광역시' : '서울특별시'} ${district} ${pick(ROADS, n * 5)}${n % 60}길 ${n % 200}`,
      neighbourhood,
      categoryId: guessCategory({ name, kind: null }),
      customTags: [pick(DISHES, n * 3), `태그 ${n % 40}`],
      linkedAt: n,
    });
  });
  const categoryNames = new Map(restaurants.map(({ categoryId }) => [categoryId ?? 'other', '기타']));
  const userLocation = { lat: 37.5665, lng: 126.978 };
  return sortEntries(listEntries({ restaurants, categoryNames, userLocation }), 'name');
};

const ways: [string, string[]][] = [
  ['one word', ['ㄱ', '구', '국', '국ㅂ', '국바', '국밥', 'ㄲㄲㄲ', 'rnrq']],
  ['several words', ['서울 국밥', '해운대구 국수', '청담동 파스타 맛집', '연남동 뷁뷁']],
  ['nothing found', ['뷁', '뷁뷁뷁', '뷁뷁 쀍쀍']],
  ['Latin letters', ['mingles', 'gimbap', 'gangnam pasta', 'qwxz']],
  ['one mistake', ['하둥국밥', '할매곰탄', '밍글카국수']],
];

const filters = filtersOf({ search: {}, found: null, now: 0 });
/** Returns the CPU time of this thread in milliseconds. Other programs do not affect this time. */
const timed = (act: () => void) => {
  const before = process.threadCpuUsage();
  act();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
};
/** Number of items that the screen prepares in one idle period (personal-search.public.ts). */
const PREPARED_AT_ONCE = 200;

/** Many runs are measured together, because the resolution of the CPU clock is a few milliseconds. */
const average = (act: () => void) =>
  timed(() => {
    for (let n = 0; n < REPEATS; n++) act();
  }) / REPEATS;

console.log(
  '| places | typed | CPU ms, slowest of its kind | first time, prepared | first time, not prepared | of exact matching alone | of the limit |',
);
console.log('|---|---|---|---|---|---|---|');
const preparations: string[] = [];
for (const count of [1000, 5000, 10_000]) {
  const parts: number[] = [];
  for (const [way, typed] of ways) {
    const rows = typed.map((text) => {
      // Each run gets new entries, so that the preparation runs again. In the product it runs once per list.
      const entries = entriesOf(count);
      const search = () => viewEntries(entries, { ...filters, found: personalSearch(entries, text) });
      const unprepared = timed(search);
      const prepared = entriesOf(count);
      const preparing = Array.from({ length: Math.ceil(count / PREPARED_AT_ONCE) }, (_, part) =>
        timed(() => {
          for (const { searched } of prepared.slice(part * PREPARED_AT_ONCE, (part + 1) * PREPARED_AT_ONCE))
            prepareForSearch(searched);
        }),
      );
      parts.push(...preparing);
      const first = timed(() => viewEntries(prepared, { ...filters, found: personalSearch(prepared, text) }));
      const exact = average(() => {
        const query = koreanQuery(text);
        entries.filter(({ searched: { name, address, neighbourhood, labels } }) =>
          query.matches([name, address, neighbourhood, ...labels]),
        );
      });
      return { first, unprepared, exact, time: average(search) };
    });
    const slowest = rows.toSorted((a, b) => b.time - a.time)[0] as (typeof rows)[number];
    const [first, unprepared] = (['first', 'unprepared'] as const).map((key) =>
      Math.max(...rows.map((row) => row[key])).toFixed(1),
    );
    console.log(
      `| ${count} | ${way} | ${slowest.time.toFixed(1)} | ${first} | ${unprepared} | ` +
        `${(slowest.time / slowest.exact).toFixed(1)} | ${((slowest.time / LIMIT_MS) * 100).toFixed(0)} % |`,
    );
  }
  const sorted = parts.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
  preparations.push(`${at(0.5)}, ${at(0.95)} and ${at(1)} ms of ${count} places`);
}
console.log(
  `\npreparing ${PREPARED_AT_ONCE} places, median, 95th percentile and slowest: ${preparations.join('; ')}`,
);
