import { m } from '#messages';
import { translatedCategory } from '#features/catalogue/category-names.public.ts';
import { monthLabels } from '#features/journal/month-labels.ts';
import { tagName } from '#features/journal/tag-names.ts';
import type { YearlyReview } from '#features/journal/yearly-review.contract.ts';
import {
  box,
  colourBars,
  type DrawingNode,
  drawPng,
  GREEN,
  INK,
  line,
  moMark,
  PAPER,
  PINK,
  SKY,
  SOFT,
  YELLOW,
} from '#server/drawing/drawing.ts';
import type { Locale } from '#server/http/locale.ts';

/** The size of the image in pixels. The format 9:16 is that of stories in social networks. */
const WIDTH = 1080;
const HEIGHT = 1920;

/**
 * The colours and relative widths of the bars. They imitate the television test card 화면 조정. The background of the image
 * is pink.
 */
const BARS = [
  [GREEN, 1],
  [INK, 2],
  [SKY, 1],
  [YELLOW, 0.6],
  [GREEN, 1.4],
] as const;
const TALLEST_BAR = 180;

/** Draws the yearly review (연말 결산 카드) as a PNG image. */
export async function renderYearlyReviewImage({
  yearlyReview,
  nickname,
  categoryNames,
  locale,
}: {
  yearlyReview: YearlyReview;
  nickname: string;
  categoryNames: ReadonlyMap<string, string>;
  locale: Locale;
}): Promise<Buffer> {
  const inLanguage = { locale };
  const { year, entryCount, placeCount, longestStreak, months, companions, categories, places } =
    yearlyReview;
  const labels = monthLabels(inLanguage);
  const meals = m.journal_meals({ count: entryCount }, inLanguage);
  const category = categories.find(({ categoryId }) => categoryId !== null)?.categoryId ?? null;
  const facts = [
    [m.journal_card_places({}, inLanguage), m.journal_card_places_value({ count: placeCount }, inLanguage)],
    [
      m.journal_card_streak({}, inLanguage),
      m.journal_card_streak_value({ count: longestStreak }, inLanguage),
    ],
    companions[0] && [m.journal_card_with({}, inLanguage), tagName(companions[0].tag, inLanguage)],
    category && [
      m.journal_card_category({}, inLanguage),
      (locale === 'en' && translatedCategory(category, inLanguage)) || (categoryNames.get(category) ?? ''),
    ],
  ].filter((fact) => Array.isArray(fact));

  const card = box(
    { width: WIDTH, height: HEIGHT, flexDirection: 'column', backgroundColor: PINK, color: INK },
    [
      colourBars({ bars: BARS, height: 36 }),
      box({ flexDirection: 'column', flexGrow: 1, padding: '72px 72px 64px' }, [
        line(m.journal_card_title({ year, nickname }, inLanguage), { fontSize: 52, fontWeight: 700 }),
        line(meals, {
          fontSize: mealsSize(meals),
          fontWeight: 700,
          letterSpacing: '-0.05em',
          lineHeight: 1.15,
          marginTop: 8,
        }),
        panel([
          line(m.journal_card_months({}, inLanguage), { fontSize: 32, color: SOFT }),
          box(
            {
              height: TALLEST_BAR + 92,
              alignItems: 'flex-end',
              justifyContent: 'space-between',
              marginTop: 12,
            },
            months.map((count, at) =>
              monthBar({ count, most: Math.max(...months), label: labels[at] ?? '' }),
            ),
          ),
        ]),
        panel([
          line(m.journal_card_often({}, inLanguage), { fontSize: 32, color: SOFT }),
          ...places.slice(0, 5).map(({ name, count }) =>
            box({ justifyContent: 'space-between', alignItems: 'center', marginTop: 20 }, [
              line(name, { fontSize: 46, fontWeight: 700, maxWidth: 690 }),
              line(m.journal_card_times({ count }, inLanguage), {
                fontSize: 40,
                color: GREEN,
                fontWeight: 700,
              }),
            ]),
          ),
        ]),
        panel([
          box(
            { flexWrap: 'wrap', rowGap: 28 },
            facts.map(([label, value]) =>
              box({ flexDirection: 'column', width: '50%' }, [
                line(label as string, { fontSize: 30, color: SOFT }),
                line(value as string, { fontSize: 48, fontWeight: 700, maxWidth: 400 }),
              ]),
            ),
          ),
        ]),
        box({ flexGrow: 1 }),
        box({ alignItems: 'center', columnGap: 20 }, [
          moMark({ height: 70 }),
          line(m.journal_card_product({}, inLanguage), { fontSize: 44, fontWeight: 700 }),
        ]),
      ]),
    ],
  );

  return drawPng({ picture: card, width: WIDTH, height: HEIGHT });
}

/**
 * Returns the font size at which the number of meals fits the width of the image. A character is about half as wide as
 * it is high.
 */
const mealsSize = (meals: string) => Math.min(220, Math.floor((WIDTH - 2 * 72) / (0.5 * meals.length)));

const panel = (children: readonly DrawingNode[]): DrawingNode =>
  box(
    {
      flexDirection: 'column',
      marginTop: 32,
      padding: '36px 44px',
      borderRadius: 40,
      backgroundColor: PAPER,
    },
    children,
  );

const monthBar = ({ count, most, label }: { count: number; most: number; label: string }): DrawingNode =>
  box({ flexDirection: 'column', alignItems: 'center', width: 58 }, [
    line(count === 0 ? ' ' : String(count), { fontSize: 26, color: SOFT }),
    box({
      width: 44,
      height: count === 0 ? 6 : Math.max(12, Math.round((TALLEST_BAR * count) / most)),
      marginTop: 6,
      borderRadius: 10,
      backgroundColor: count === 0 ? '#dee2d9' : GREEN,
    }),
    line(label, { fontSize: 28, marginTop: 8 }),
  ]);
