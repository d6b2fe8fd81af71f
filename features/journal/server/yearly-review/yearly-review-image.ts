import { m } from '#messages';
import { translatedCategory } from '#features/catalogue/category-names.public.ts';
import { monthLabels } from '#features/journal/month-labels.ts';
import { tagName } from '#features/journal/tag-names.ts';
import type { YearlyReview } from '#features/journal/yearly-review.contract.ts';
import {
  colourBars,
  type Drawing,
  GREEN,
  INK,
  line,
  lineHeight,
  markWidth,
  moMark,
  moved,
  PAPER,
  PINK,
  rectangle,
  SKY,
  SOFT,
  YELLOW,
} from '#server/drawing/drawing.ts';
import { drawPng, type PhotoInPicture } from '#server/drawing/drawing-process.ts';
import type { Locale } from '#server/http/locale.ts';

/** The size of the image in pixels. The format 9:16 is that of stories in social networks. */
const WIDTH = 1080;
const HEIGHT = 1920;
/** The space beside the content. */
const SIDE = 72;
const BARS_HEIGHT = 36;

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
const MONTH_WIDTH = 58;

/** The places of the photos, in pixels, by the number of photos. The widths and heights leave gaps of 6 pixels. */
const HALF = (WIDTH - 6) / 2;
const THIRD = (WIDTH - 12) / 3;
const PHOTOS_HEIGHT = 900;
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
export function renderYearlyReviewImage({
  photos,
  ...content
}: CardContent & { photos: readonly Uint8Array[] }): Promise<Buffer> {
  const { yearlyReview, nickname, locale } = content;
  const { year, entryCount } = yearlyReview;
  const hasPhotos = photos.length > 0;
  const title = m.journal_card_title({ year, nickname }, { locale });
  const meals = m.journal_meals({ count: entryCount }, { locale });
  const mealsSize = Math.min(hasPhotos ? 150 : 220, widestSize(meals));
  const top = hasPhotos ? BARS_HEIGHT + PHOTOS_HEIGHT + 36 : BARS_HEIGHT + 72;
  const mealsTop = top + lineHeight(52) + 3;
  const panels = [
    ...(hasPhotos ? [] : [monthsPanel(content)]),
    oftenPanel(content, { most: hasPhotos ? 3 : 5 }),
    factsPanel(content, { columns: hasPhotos ? 4 : 2 }),
  ];
  return drawPng({
    width: WIDTH,
    height: HEIGHT,
    drawings: [
      rectangle({ x: 0, y: 0, width: WIDTH, height: HEIGHT, fill: PINK }),
      colourBars({ bars: BARS, width: WIDTH, height: BARS_HEIGHT }),
      line(title, { x: SIDE, y: top, width: WIDTH - 2 * SIDE, size: 52, isBold: true }),
      line(meals, { x: SIDE, y: mealsTop, size: mealsSize, isBold: true, spacing: -0.05 }),
      ...below({ panels, top: mealsTop + lineHeight(mealsSize) - 4 }),
      signature({ bottom: hasPhotos ? 48 : 64, locale }),
    ],
    photos: collage(photos),
  });
}

/** Returns the places of the photos, row by row. */
function collage(photos: readonly Uint8Array[]): PhotoInPicture[] {
  const sizes = COLLAGES[photos.length] ?? [];
  return sizes.map(([width, height], at) => {
    const columns = Math.round(WIDTH / width);
    const x = (at % columns) * (width + 6);
    const y = BARS_HEIGHT + Math.floor(at / columns) * (height + 6);
    return { bytes: photos[at] as Uint8Array, x, y, width, height };
  });
}

/** A white panel with content. The position of the content is relative to the upper left corner of the text. */
type Panel = { drawings: readonly Drawing[]; height: number };

const PANEL_PADDING = { x: 44, y: 36 };
const PANEL_WIDTH = WIDTH - 2 * SIDE;
const INNER_WIDTH = PANEL_WIDTH - 2 * PANEL_PADDING.x;

/** Draws panels one below the other. */
function below({ panels, top }: { panels: readonly Panel[]; top: number }): Drawing[] {
  let y = top;
  return panels.map(({ drawings, height }) => {
    const box = { width: PANEL_WIDTH, height: height + 2 * PANEL_PADDING.y };
    y += 32;
    const panel = moved({ x: SIDE, y }, [
      rectangle({ x: 0, y: 0, ...box, radius: 40, fill: PAPER }),
      moved(PANEL_PADDING, drawings),
    ]);
    y += box.height;
    return panel;
  });
}

function signature({ bottom, locale }: { bottom: number; locale: Locale }): Drawing {
  const [height, size] = [70, 44];
  const y = HEIGHT - bottom - height;
  const besideMark = { x: SIDE + markWidth(height) + 20, y: y + (height - lineHeight(size)) / 2 };
  return (
    moMark({ x: SIDE, y, height }) +
    line(m.journal_card_product({}, { locale }), { ...besideMark, size, isBold: true })
  );
}

const label = (text: string): Drawing => line(text, { x: 0, y: 0, size: 32, fill: SOFT });

function monthsPanel({ yearlyReview: { months }, locale }: CardContent): Panel {
  const names = monthLabels({ locale });
  const height = lineHeight(32) + 12 + TALLEST_BAR + 92;
  const bars = months.map((count, at) =>
    monthBar({
      count,
      most: Math.max(...months),
      label: names[at] ?? '',
      middle: MONTH_WIDTH / 2 + (at * (INNER_WIDTH - MONTH_WIDTH)) / 11,
      bottom: height,
    }),
  );
  return { drawings: [label(m.journal_card_months({}, { locale })), ...bars], height };
}

function oftenPanel({ yearlyReview: { places }, locale }: CardContent, { most }: { most: number }): Panel {
  const row = 20 + lineHeight(46);
  const shown = places.slice(0, most);
  const rows = shown.map(({ name, count }, nth) => {
    const y = lineHeight(32) + nth * row + 20;
    const times = { x: INNER_WIDTH, y: y + (lineHeight(46) - lineHeight(40)) / 2, anchor: 'end' } as const;
    return (
      line(name, { x: 0, y, width: 690, size: 46, isBold: true }) +
      line(m.journal_card_times({ count }, { locale }), { ...times, size: 40, isBold: true, fill: GREEN })
    );
  });
  const often = label(m.journal_card_often({}, { locale }));
  return { drawings: [often, ...rows], height: lineHeight(32) + shown.length * row };
}

function factsPanel(content: CardContent, { columns }: { columns: 2 | 4 }): Panel {
  const facts = factsOf(content);
  const isNarrow = columns === 4;
  const size = isNarrow ? { label: 26, value: 38 } : { label: 30, value: 48 };
  const width = INNER_WIDTH / columns;
  const row = lineHeight(size.label) + lineHeight(size.value);
  const drawings = facts.map(([name, value], nth) => {
    const x = (nth % columns) * width;
    const y = Math.floor(nth / columns) * (row + 28);
    const below = { x, y: y + lineHeight(size.label), width: isNarrow ? 200 : 400 };
    return (
      line(name, { x, y, width, size: size.label, fill: SOFT }) +
      line(value, { ...below, size: size.value, isBold: true })
    );
  });
  return { drawings, height: Math.ceil(facts.length / columns) * (row + 28) - 28 };
}

function factsOf({ yearlyReview, categoryNames, locale }: CardContent): (readonly [string, string])[] {
  const { placeCount, longestStreak, companions, categories } = yearlyReview;
  const inLanguage = { locale };
  const category = categories.find(({ categoryId }) => categoryId !== null)?.categoryId ?? null;
  const facts: (readonly [string, string])[] = [
    [m.journal_card_places({}, inLanguage), m.journal_card_places_value({ count: placeCount }, inLanguage)],
    [
      m.journal_card_streak({}, inLanguage),
      m.journal_card_streak_value({ count: longestStreak }, inLanguage),
    ],
  ];
  if (companions[0])
    facts.push([m.journal_card_with({}, inLanguage), tagName(companions[0].tag, inLanguage)]);
  if (category)
    facts.push([
      m.journal_card_category({}, inLanguage),
      (locale === 'en' && translatedCategory(category, inLanguage)) || (categoryNames.get(category) ?? ''),
    ]);
  return facts;
}

/**
 * Returns the largest font size at which the text fits the width of the image. A character is about half as wide as
 * it is high.
 */
const widestSize = (text: string) => Math.floor((WIDTH - 2 * SIDE) / (0.5 * text.length));

function monthBar({
  count,
  most,
  label,
  middle,
  bottom,
}: {
  count: number;
  most: number;
  label: string;
  /** The middle of the bar in the horizontal direction. */
  middle: number;
  /** The lower edge of the label. */
  bottom: number;
}): Drawing {
  const labelTop = bottom - lineHeight(28);
  const height = count === 0 ? 6 : Math.max(12, Math.round((TALLEST_BAR * count) / most));
  const y = labelTop - 8 - height;
  const text = { x: middle, anchor: 'middle' } as const;
  return [
    count === 0 ? '' : line(String(count), { ...text, y: y - 6 - lineHeight(26), size: 26, fill: SOFT }),
    rectangle({
      x: middle - 22,
      y,
      width: 44,
      height,
      radius: Math.min(10, height / 2),
      fill: count === 0 ? '#dee2d9' : GREEN,
    }),
    line(label, { ...text, y: labelTop, size: 28 }),
  ].join('');
}
