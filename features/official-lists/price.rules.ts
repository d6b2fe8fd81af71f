/** Won. `maximum` is Infinity if there is none. */
export type PriceRange = { minimum: number; maximum: number };

const DIGIT = '일이삼사오육칠팔구';
const COUNT = `(?:\\d+|[${DIGIT}])?`;
const AMOUNT = [
  `(?:\\d+(?:\\.\\d+)?|[${DIGIT}])?\\s?만(?:\\s?${COUNT}천)?(?:\\s?${COUNT}백)?`,
  `${COUNT}천(?:\\s?${COUNT}백)?`,
  String.raw`\d{1,3}(?:,\d{3})+|\d{3,7}`,
].join('|');
const COMPARISON =
  '이하|미만|까지|안쪽|이내|아래로?|밑으로|밑|보다\\s?(?:싼|저렴한)|짜리|대|이상|초과|넘는|보다\\s?비싼';

const RANGE = new RegExp(
  `(?:^|\\s)(${AMOUNT})\\s?원?\\s?(?:~|에서|부터)\\s?(${AMOUNT})\\s?원(?:까지)?(?=\\s|$)`,
  'u',
);
const PRICE = new RegExp(`(?:^|\\s)(₩?)(${AMOUNT})(?:\\s?(원))?(?:\\s?(${COMPARISON}))?(?=\\s|$)`, 'gu');

/** Menu prices of official lists are within this range. */
const LEAST = 1000;
const MOST = 1_000_000;

/**
 * Finds a price in the words of a search, and returns the other words. Without a comparison, the price is the maximum,
 * and must be the last word, because 천원 국수 and 만원의 행복 are names. Returns null if there is no price.
 * @example readPrice('성수 칼국수 8천원 이하') // { rest: '성수 칼국수', minimum: 0, maximum: 8000 }
 * @example readPrice('천원국수') // null
 */
export function readPrice(typed: string): ({ rest: string } & PriceRange) | null {
  const text = typed.normalize('NFKC').trim();
  const range = RANGE.exec(text);
  if (range) {
    const [whole, from = '', to = ''] = range;
    const [minimum, maximum] = [wonOf(from), wonOf(to)];
    if (LEAST <= minimum && minimum <= maximum && maximum <= MOST)
      return { rest: without(text, range.index, whole), minimum, maximum };
  }
  for (const { 0: whole, 1: sign, 2: amount = '', 3: unit, 4: comparison, index } of text.matchAll(PRICE)) {
    const won = wonOf(amount);
    const rest = without(text, index, whole);
    const hasUnit = sign === '₩' || unit !== undefined;
    const isLast = index + whole.length === text.length;
    const isPrice = comparison
      ? hasUnit || /\d/.test(amount)
      : hasUnit && isLast && (rest !== '' || /\d/.test(amount));
    if (isPrice && LEAST <= won && won <= MOST) return { rest, ...rangeOf(won, comparison) };
  }
  return null;
}

const without = (text: string, at: number, whole: string): string =>
  `${text.slice(0, at)} ${text.slice(at + whole.length)}`.replaceAll(/\s+/g, ' ').trim();

function rangeOf(won: number, comparison = ''): PriceRange {
  if (comparison === '대') return { minimum: won, maximum: won + roundUnit(won) - 1 };
  if (comparison === '이상') return { minimum: won, maximum: Infinity };
  if (/^(?:초과|넘는|보다\s?비싼)$/.test(comparison)) return { minimum: won + 1, maximum: Infinity };
  const isLess = comparison === '미만' || comparison.startsWith('보다');
  return { minimum: 0, maximum: isLess ? won - 1 : won };
}

/** 8천원대 ends before 9천원, 만원대 before 2만원. */
const roundUnit = (won: number): number => [10_000, 1000].find((unit) => won % unit === 0) ?? 100;

/** Returns the number that an amount such as 8,000, 8천5백 or 만이천 means. */
function wonOf(amount: string): number {
  const text = amount.replaceAll(/[,\s]/g, '');
  if (/^\d+$/.test(text)) return Number(text);
  const [, tenThousands, thousands, hundreds] =
    /^(?:(.*)만)?(?:([^천백]*)천)?(?:([^백]*)백)?$/u.exec(text) ?? [];
  return countOf(tenThousands) * 10_000 + countOf(thousands) * 1000 + countOf(hundreds) * 100;
}

/** The part before a unit. An empty part is one: 만 and 천. */
function countOf(part: string | undefined): number {
  if (part === undefined) return 0;
  if (part === '') return 1;
  return DIGIT.includes(part) ? DIGIT.indexOf(part) + 1 : Number(part);
}

export type Dish = { name: string; price: number };

/**
 * Returns the dish that a search means: among the dishes whose price fits, one that a word names, else the cheapest. If
 * a word names a dish of the place, that dish must fit. Returns null if none fits.
 */
export function dishFor(
  menus: readonly Dish[],
  { words, minimum, maximum }: PriceRange & { words: readonly string[] },
): Dish | null {
  const named = menus.filter(({ name }) => words.some((word) => name.replaceAll(' ', '').includes(word)));
  const [dish] = (named.length > 0 ? named : menus)
    .filter(({ price }) => minimum <= price && price <= maximum)
    .toSorted((a, b) => a.price - b.price);
  return dish ?? null;
}
