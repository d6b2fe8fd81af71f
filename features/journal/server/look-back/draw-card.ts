import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { renderAsync } from '@resvg/resvg-js';
import satori from 'satori';
import { m } from '#messages';
import { tagName } from '#features/journal/tag-names.ts';
import type { LookBack } from '#features/journal/look-back.contract.ts';
import type { Locale } from '#server/http/locale.ts';

/** Pixels: the size of a story on a phone. */
const WIDTH = 1080;
const HEIGHT = 1920;

/** The house's colours, as web/styles/tokens.css has them for the big fields. */
const INK = '#161c18';
const PINK = '#ff6699';
const PAPER = '#ffffff';
const SOFT = '#525b53';
const GREEN = '#0a7a4e';
/** 화면 조정, as it lies on pink. */
const BARS = [
  [GREEN, 1],
  [INK, 2],
  ['#4dd0e1', 1],
  ['#ffd24a', 0.6],
  [GREEN, 1.4],
] as const;
const TALLEST_BAR = 180;

/** 연말 결산: the year as a PNG. Text becomes paths, so that it looks the same wherever it is opened. */
export async function drawLookBackCard({
  lookBack,
  nickname,
  categoryNames,
  locale,
}: {
  lookBack: LookBack;
  nickname: string;
  categoryNames: ReadonlyMap<string, string>;
  locale: Locale;
}): Promise<Buffer> {
  const inLanguage = { locale };
  const { year, entryCount, placeCount, longestStreak, months, companions, categories, places } = lookBack;
  const category = categories.find(({ categoryId }) => categoryId !== null)?.categoryId ?? null;
  const facts = [
    [m.journal_card_places({}, inLanguage), m.journal_card_places_value({ count: placeCount }, inLanguage)],
    [
      m.journal_card_streak({}, inLanguage),
      m.journal_card_streak_value({ count: longestStreak }, inLanguage),
    ],
    companions[0] && [m.journal_card_with({}, inLanguage), tagName(companions[0].tag, inLanguage)],
    category && [m.journal_card_category({}, inLanguage), categoryNames.get(category) ?? ''],
  ].filter((fact) => Array.isArray(fact));

  const card = box(
    { width: WIDTH, height: HEIGHT, flexDirection: 'column', backgroundColor: PINK, color: INK },
    [
      box(
        { width: '100%', height: 36 },
        BARS.map(([backgroundColor, flexGrow]) => box({ backgroundColor, flexGrow })),
      ),
      box({ flexDirection: 'column', flexGrow: 1, padding: '72px 72px 64px' }, [
        line(m.journal_card_title({ year, nickname }, inLanguage), { fontSize: 52, fontWeight: 700 }),
        line(m.journal_meals({ count: entryCount }, inLanguage), {
          ...{ fontSize: 220, fontWeight: 700, letterSpacing: '-0.05em', lineHeight: 1.15, marginTop: 8 },
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
            months.map((count, at) => monthBar({ count, most: Math.max(...months), month: at + 1 })),
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
          moMark(),
          line(m.journal_card_product({}, inLanguage), { fontSize: 44, fontWeight: 700 }),
        ]),
      ]),
    ],
  );

  // The types are React's, of which a server needs no copy; satori takes plain objects as well.
  const svg = await satori(card as never, { width: WIDTH, height: HEIGHT, fonts: await pretendard() });
  const image = await renderAsync(svg, { font: { loadSystemFonts: false } });
  return image.asPng();
}

type Node = { type: string; props: Record<string, unknown> };
type Style = Record<string, string | number>;

const box = (style: Style, children: readonly Node[] = []): Node => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
});

/** One line of text, cut with … where it is longer than its room. */
const line = (text: string, style: Style): Node => ({
  type: 'div',
  props: {
    style: { display: 'block', overflow: 'hidden', whiteSpace: 'nowrap', textOverflow: 'ellipsis', ...style },
    children: text,
  },
});

const panel = (children: readonly Node[]): Node =>
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

const monthBar = ({ count, most, month }: { count: number; most: number; month: number }): Node =>
  box({ flexDirection: 'column', alignItems: 'center', width: 58 }, [
    line(count === 0 ? ' ' : String(count), { fontSize: 26, color: SOFT }),
    box({
      width: 44,
      height: count === 0 ? 6 : Math.max(12, Math.round((TALLEST_BAR * count) / most)),
      marginTop: 6,
      borderRadius: 10,
      backgroundColor: count === 0 ? '#dee2d9' : GREEN,
    }),
    line(String(month), { fontSize: 28, marginTop: 8 }),
  ]);

/** The mark of web/ui/MoMark.tsx. */
const moMark = (): Node => ({
  type: 'svg',
  props: {
    width: 64,
    height: 70,
    viewBox: '0 0 40 44',
    children: [
      {
        type: 'rect',
        props: { x: 4, y: 3, width: 32, height: 24, rx: 6, fill: PAPER, stroke: INK, strokeWidth: 6 },
      },
      { type: 'path', props: { d: 'M20 28v9', stroke: INK, strokeWidth: 6 } },
      { type: 'path', props: { d: 'M4 39h32', stroke: INK, strokeWidth: 6, strokeLinecap: 'round' } },
    ],
  },
});

const require = createRequire(import.meta.url);
const fontFile = (weight: string) =>
  readFile(require.resolve(`pretendard/dist/public/static/Pretendard-${weight}.otf`));

let fonts: ReturnType<typeof readFonts> | undefined;
/** Read once, at the first card: three megabytes that most processes never need. */
const pretendard = () => (fonts ??= readFonts());

const readFonts = async () => [
  { name: 'Pretendard', data: await fontFile('Regular'), weight: 400 as const, style: 'normal' as const },
  { name: 'Pretendard', data: await fontFile('Bold'), weight: 700 as const, style: 'normal' as const },
];
