import { m } from '#messages';
import { translatedCategory } from '#features/catalogue/category-names.public.ts';
import { monthLabels } from '#features/journal/month-labels.ts';
import { tagName } from '#features/journal/tag-names.ts';
import type { YearlyReview } from '#features/journal/yearly-review.contract.ts';
import {
  box,
  colourBars,
  cutPhoto,
  type DrawingNode,
  drawPng,
  GREEN,
  INK,
  line,
  moMark,
  PAPER,
  photo,
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

/** The places of the photos, in pixels, by the number of photos. The widths and heights leave gaps of 6 pixels. */
const HALF = (WIDTH - 6) / 2;
const THIRD = (WIDTH - 12) / 3;
const PHOTOS_HEIGHT = 930;
const ROW = (PHOTOS_HEIGHT - 6) / 2;
const COLLAGES: Readonly<Record<number, readonly (readonly [width: number, height: number])[]>> = {
  1: [[WIDTH, PHOTOS_HEIGHT]],
  2: Array(2).fill([HALF, PHOTOS_HEIGHT]),
  4: Array(4).fill([HALF, ROW]),
  6: Array(6).fill([THIRD, ROW]),
};
/** The numbers of photos that make a collage. The largest number comes first. */
export const COLLAGE_SIZES = [6, 4, 2, 1] as const;

type CardContent = {
  yearlyReview: YearlyReview;
  nickname: string;
  categoryNames: ReadonlyMap<string, string>;
  locale: Locale;
};

/**
 * Draws the yearly review (연말 결산 카드) as a PNG image.
 * @param photos a number of `COLLAGE_SIZES`, in any format. With photos, the collage replaces the months.
 */
export async function renderYearlyReviewImage({
  photos,
  ...content
}: CardContent & { photos: readonly Uint8Array[] }): Promise<Buffer> {
  const { yearlyReview, nickname, locale } = content;
  const { year, entryCount } = yearlyReview;
  const meals = m.journal_meals({ count: entryCount }, { locale });
  const hasPhotos = photos.length > 0;
  const card = box(
    { width: WIDTH, height: HEIGHT, flexDirection: 'column', backgroundColor: PINK, color: INK },
    [
      colourBars({ bars: BARS, height: 36 }),
      ...(hasPhotos ? [await collage(photos)] : []),
      box(
        { flexDirection: 'column', flexGrow: 1, padding: hasPhotos ? '36px 72px 48px' : '72px 72px 64px' },
        [
          line(m.journal_card_title({ year, nickname }, { locale }), { fontSize: 52, fontWeight: 700 }),
          line(meals, {
            fontSize: Math.min(hasPhotos ? 150 : 220, widestSize(meals)),
            fontWeight: 700,
            letterSpacing: '-0.05em',
            lineHeight: 1.15,
            marginTop: 8,
          }),
          ...(hasPhotos ? [] : [monthsPanel(content)]),
          oftenPanel(content, { most: hasPhotos ? 3 : 5 }),
          factsPanel(content, { columns: hasPhotos ? 4 : 2 }),
          box({ flexGrow: 1 }),
          box({ alignItems: 'center', columnGap: 20 }, [
            moMark({ height: 70 }),
            line(m.journal_card_product({}, { locale }), { fontSize: 44, fontWeight: 700 }),
          ]),
        ],
      ),
    ],
  );
  return drawPng({ picture: card, width: WIDTH, height: HEIGHT });
}

async function collage(photos: readonly Uint8Array[]): Promise<DrawingNode> {
  const sizes = COLLAGES[photos.length] ?? [];
  const cut = sizes.map(async ([width, height], at) =>
    photo({ jpeg: await cutPhoto(photos[at] as Uint8Array, { width, height }), width, height }),
  );
  return box({ width: WIDTH, height: PHOTOS_HEIGHT, flexWrap: 'wrap', gap: 6 }, await Promise.all(cut));
}

const monthsPanel = ({ yearlyReview: { months }, locale }: CardContent) =>
  panel([
    line(m.journal_card_months({}, { locale }), { fontSize: 32, color: SOFT }),
    box(
      { height: TALLEST_BAR + 92, alignItems: 'flex-end', justifyContent: 'space-between', marginTop: 12 },
      months.map((count, at) =>
        monthBar({ count, most: Math.max(...months), label: monthLabels({ locale })[at] ?? '' }),
      ),
    ),
  ]);

const oftenPanel = ({ yearlyReview: { places }, locale }: CardContent, { most }: { most: number }) =>
  panel([
    line(m.journal_card_often({}, { locale }), { fontSize: 32, color: SOFT }),
    ...places
      .slice(0, most)
      .map(({ name, count }) =>
        box({ justifyContent: 'space-between', alignItems: 'center', marginTop: 20 }, [
          line(name, { fontSize: 46, fontWeight: 700, maxWidth: 690 }),
          line(m.journal_card_times({ count }, { locale }), { fontSize: 40, color: GREEN, fontWeight: 700 }),
        ]),
      ),
  ]);

function factsPanel(
  { yearlyReview, categoryNames, locale }: CardContent,
  { columns }: { columns: 2 | 4 },
): DrawingNode {
  const { placeCount, longestStreak, companions, categories } = yearlyReview;
  const inLanguage = { locale };
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
  const isNarrow = columns === 4;
  return panel([
    box(
      { flexWrap: 'wrap', rowGap: 28 },
      facts.map(([label, value]) =>
        box({ flexDirection: 'column', width: `${100 / columns}%` }, [
          line(label as string, { fontSize: isNarrow ? 26 : 30, color: SOFT }),
          line(value as string, {
            fontSize: isNarrow ? 38 : 48,
            fontWeight: 700,
            maxWidth: isNarrow ? 200 : 400,
          }),
        ]),
      ),
    ),
  ]);
}

/**
 * Returns the largest font size at which the text fits the width of the image. A character is about half as wide as
 * it is high.
 */
const widestSize = (text: string) => Math.floor((WIDTH - 2 * 72) / (0.5 * text.length));

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
