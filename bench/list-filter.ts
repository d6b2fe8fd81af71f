/**
 * Filtering one's own list at every key, as the home screen does it. Limit: 50 ms at 5,000 places.
 * `node bench/list-filter.ts`
 */
import { koreanQuery } from '#common/korean.ts';
import { listEntries, sortEntries, viewEntries } from '#features/restaurants/web/list-view.rules.ts';
import { restaurant } from '#features/restaurants/web/restaurants.test-factory.ts';

const LIMIT_MS = 50;
const REPEATS = 20;
const syllables = [...'가나다라마바사아자국밥집곰탕면수칼순대냉하동관'];
const word = (seed: number) => [1, 7, 13].map((step) => syllables[(seed * step) % syllables.length]).join('');

const entriesOf = (count: number) => {
  const restaurants = Array.from({ length: count }, (_, n) =>
    restaurant({
      id: String(n),
      name: `${word(n)} ${word(n + 3)}`,
      address: `서울특별시 ${word(n % 25)}구 ${word(n)}로 ${n % 200}`,
      customTags: [word(n), word(n + 1)],
      linkedAt: n,
    }),
  );
  const knownCategoryIds = new Set(['soup', 'noodles']);
  const reader = { lat: 37.5665, lng: 126.978 };
  return sortEntries(listEntries({ restaurants, knownCategoryIds, reader }), 'name');
};

const typed = ['ㄱ', '구', '국', '국ㅂ', '국바', '국밥', 'ㄲㄲㄲ', 'rnrq', '없는 글자'];

console.log('| places | slowest key, median ms | slowest key, worst ms | of the limit at 5,000 |');
console.log('|---|---|---|---|');
for (const count of [1000, 5000, 10_000]) {
  const entries = entriesOf(count);
  const times = typed.map((text) =>
    Array.from({ length: REPEATS }, () => {
      const start = performance.now();
      viewEntries(entries, {
        text: koreanQuery(text),
        categoryId: null,
        status: null,
        tag: null,
        within: null,
        area: null,
      });
      return performance.now() - start;
    }).sort((a, b) => a - b),
  );
  const median = Math.max(...times.map((sorted) => sorted[REPEATS / 2] as number));
  const worst = Math.max(...times.map((sorted) => sorted.at(-1) as number));
  console.log(
    `| ${count} | ${median.toFixed(1)} | ${worst.toFixed(1)} | ${((median / LIMIT_MS) * 100).toFixed(0)} % |`,
  );
}
