/* Drawings of invented meals for the demonstration's photos. Seen from above, in flat colours with an ink outline
   like the product's other drawings, 1200 × 900, each with the word 예시 where a square crop keeps it. */

import {
  INK,
  WHITE,
  CREAM,
  GREEN,
  DARK_GREEN,
  LEAF,
  PINK,
  SOFT_PINK,
  SKY,
  PALE_SKY,
  YELLOW,
  BROTH,
  RED,
  DARK_RED,
  GOLD,
  CRUST,
  MEAT,
  WOOD,
  POT,
  blob,
  bowl,
  chopsticks,
  clam,
  clipped,
  croissant,
  cubes,
  dot,
  edge,
  egg,
  fork,
  frill,
  kimchi,
  leaf,
  lemon,
  meatSlice,
  nigiri,
  noodles,
  onions,
  path,
  peppers,
  polar,
  ring,
  riceCake,
  sashimi,
  scatter,
  seededRandom,
  shrimp,
  slice,
  smallDish,
  spoon,
  strand,
  strawberry,
  tomato,
  yellowRadish,
  type Random,
} from './drawn-pieces.ts';

export const DISHES = [
  'korean',
  'grill',
  'seafood',
  'noodles',
  'soup',
  'bunsik',
  'chinese',
  'japanese',
  'western',
  'asian',
  'fast-food',
  'cafe',
  'bakery',
  'bar',
  'table',
] as const;
export type Dish = (typeof DISHES)[number];

/** Text alternative of a picture. */
export const describeDish = (dish: Dish): string => `예시 그림: ${PICTURES[dish].shows}`;

/** An SVG document of one meal. */
export function drawDish(dish: Dish): string {
  const { table, mat, drawing } = PICTURES[dish];
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900" viewBox="0 0 1200 900">',
    `<g stroke-linecap="round" stroke-linejoin="round" fill="none">`,
    `<rect width="1200" height="900" fill="${table}"/>`,
    `<path d="M0 190H1200M0 450H1200M0 710H1200" stroke="${INK}" stroke-opacity=".05" stroke-width="8"/>`,
    `<rect x="120" y="95" width="960" height="710" rx="40" fill="${mat}" transform="rotate(-2 600 450)"/>`,
    drawing(seededRandom(DISHES.indexOf(dish) + 1)),
    EXAMPLE_MARK,
    '</g></svg>',
  ].join('');
}

type Picture = { shows: string; table: string; mat: string; drawing: (random: Random) => string };

/** 예시 as strokes: no font is needed. */
const EXAMPLE_MARK = `<g transform="translate(880 800)"><rect width="118" height="60" rx="14" fill="${WHITE}" stroke="${INK}" stroke-width="6"/>
<g stroke="${INK}" stroke-width="6"><circle cx="31" cy="30" r="8.5"/><path d="M42 24H48M42 36H48M48 15V45M57 13V47M80 16Q78 32 67 42M75 30Q80 36 88 42M99 13V47"/></g></g>`;

const PICTURES: Record<Dish, Picture> = {
  korean: {
    shows: '나물과 달걀을 올린 비빔밥',
    table: '#f4efe2',
    mat: '#9fddc1',
    drawing: (random) => {
      const heaps = [GREEN, '#f59a3c', CREAM, MEAT, RED, LEAF];
      return [
        chopsticks({ x: 1010, y: 450 }),
        smallDish({ x: 235, y: 250, inside: kimchi(random) }),
        smallDish({ x: 235, y: 640, inside: yellowRadish() }),
        bowl({ x: 610, y: 450, r: 310, inside: CREAM, rim: '#e8b34f' }),
        clipped({ id: 'bibim', x: 610, y: 450, r: 262 }, [
          ...heaps.map((colour, nth) =>
            slice({ x: 610, y: 450, r: 290, from: nth * 60, to: nth * 60 + 60, colour }),
          ),
          ...heaps.flatMap((_, nth) =>
            Array.from({ length: 9 }, () => {
              const at = polar({
                x: 610,
                y: 450,
                r: 120 + random() * 125,
                degrees: nth * 60 + 8 + random() * 44,
              });
              return strand({
                ...at,
                length: 46,
                degrees: nth * 60 + 90 + random() * 50,
                width: 9,
                opacity: 0.28,
              });
            }),
          ),
        ]),
        egg({ x: 610, y: 450, r: 108 }),
        ...scatter({ random, count: 34, x: 610, y: 450, r: 230 }).map((at) =>
          dot({ ...at, r: 6, colour: CREAM }),
        ),
      ].join('');
    },
  },
  grill: {
    shows: '불판에 올린 고기와 마늘, 쌈 채소',
    table: '#dccbb2',
    mat: '#c9b08e',
    drawing: (random) =>
      [
        leaf({ x: 215, y: 300, size: 1.25, degrees: -30 }),
        leaf({ x: 235, y: 430, size: 1.1, degrees: 12 }),
        smallDish({ x: 215, y: 665, inside: dot({ x: 0, y: 0, r: 50, colour: DARK_RED }) }),
        chopsticks({ x: 1035, y: 450 }),
        bowl({ x: 620, y: 450, r: 330, inside: POT, rim: '#59605a' }),
        clipped({ id: 'grate', x: 620, y: 450, r: 285 }, [
          ...Array.from({ length: 15 }, (_, nth) =>
            path({ d: `M${310 + nth * 44} 150V750`, stroke: '#6b736c', width: 9 }),
          ),
        ]),
        ...[
          [470, 330, -14],
          [640, 290, 8],
          [775, 400, 30],
          [500, 500, -6],
          [665, 480, 12],
          [585, 630, -18],
        ].map(([x = 0, y = 0, degrees = 0]) => meatSlice({ x, y, degrees })),
        ...[
          [800, 560],
          [760, 620],
          [825, 640],
        ].map(
          ([x = 0, y = 0]) => `<ellipse cx="${x}" cy="${y}" rx="30" ry="22" fill="${CREAM}" ${edge(7)}/>`,
        ),
        ...scatter({ random, count: 18, x: 620, y: 450, r: 230 }).map((at) =>
          dot({ ...at, r: 4, colour: CREAM }),
        ),
      ].join(''),
  },
  seafood: {
    shows: '접시에 담은 회 한 접시와 레몬',
    table: '#cbf1f6',
    mat: '#7adbe9',
    drawing: () =>
      [
        smallDish({ x: 1010, y: 640, inside: dot({ x: 0, y: 0, r: 50, colour: RED }) }),
        smallDish({ x: 1010, y: 270, inside: dot({ x: 0, y: 0, r: 50, colour: '#5a3423' }) }),
        bowl({ x: 530, y: 450, r: 335, inside: WHITE, rim: PALE_SKY }),
        leaf({ x: 375, y: 300, size: 1.25, degrees: -48 }),
        leaf({ x: 680, y: 280, size: 1.15, degrees: 40 }),
        leaf({ x: 660, y: 625, size: 1.2, degrees: 140 }),
        ...Array.from({ length: 7 }, (_, nth) =>
          sashimi({
            x: 345 + nth * 58,
            y: 395 - Math.sin(nth / 2) * 26,
            degrees: -24 + nth * 8,
            colour: '#ff9a7a',
          }),
        ),
        ...Array.from({ length: 6 }, (_, nth) =>
          sashimi({
            x: 375 + nth * 60,
            y: 575 - Math.sin(nth / 2) * 20,
            degrees: -18 + nth * 7,
            colour: '#fff1ee',
          }),
        ),
        lemon({ x: 745, y: 470, r: 62 }),
      ].join(''),
  },
  noodles: {
    shows: '애호박과 조개를 올린 칼국수',
    table: '#ffdde8',
    mat: '#ff99bb',
    drawing: (random) =>
      [
        chopsticks({ x: 1020, y: 450 }),
        smallDish({ x: 215, y: 300, inside: kimchi(random) }),
        bowl({ x: 590, y: 460, r: 325, inside: BROTH, rim: WHITE }),
        clipped(
          { id: 'noodles', x: 590, y: 460, r: 272 },
          noodles({ random, x: 590, y: 460, r: 230, colour: CREAM }),
        ),
        ...[
          [480, 370, 20],
          [545, 345, -30],
          [500, 425, 70],
          [585, 390, 5],
        ].map(([x = 0, y = 0, degrees = 0]) =>
          strand({ x, y, length: 84, degrees, width: 20, colour: GREEN }),
        ),
        ...[
          [665, 395, 25],
          [700, 445, -20],
          [640, 455, 80],
        ].map(([x = 0, y = 0, degrees = 0]) =>
          strand({ x, y, length: 88, degrees, width: 16, colour: YELLOW }),
        ),
        clam({ x: 470, y: 570, degrees: -20 }),
        clam({ x: 590, y: 600, degrees: 15 }),
        clam({ x: 715, y: 560, degrees: 40 }),
        ...scatter({ random, count: 16, x: 590, y: 460, r: 220 }).map((at) =>
          ring({ ...at, r: 11, colour: DARK_GREEN }),
        ),
      ].join(''),
  },
  soup: {
    shows: '뚝배기 국밥과 깍두기',
    table: '#e9e4d4',
    mat: '#ffd24a',
    drawing: (random) =>
      [
        spoon({ x: 1030, y: 460 }),
        smallDish({ x: 215, y: 250, inside: cubes({ random, colour: RED }) }),
        smallDish({ x: 225, y: 655, inside: peppers() }),
        bowl({ x: 610, y: 450, r: 320, inside: '#f3c98b', rim: POT }),
        clipped({ id: 'soup', x: 610, y: 450, r: 268 }, [
          blob({ x: 610, y: 460, r: 215, colour: '#f9dfb4' }),
          ...[
            [500, 380, -20],
            [640, 350, 14],
            [720, 470, 40],
            [520, 540, 8],
            [650, 575, -12],
          ].map(([x = 0, y = 0, degrees = 0]) => meatSlice({ x, y, degrees, size: 0.82 })),
        ]),
        blob({ x: 600, y: 465, r: 62, colour: RED, edged: true }),
        ...scatter({ random, count: 40, x: 610, y: 450, r: 215 }).map((at) =>
          ring({ ...at, r: 13, colour: random() > 0.4 ? DARK_GREEN : LEAF }),
        ),
      ].join(''),
  },
  bunsik: {
    shows: '달걀을 얹은 떡볶이',
    table: '#e9f7f0',
    mat: '#ffd24a',
    drawing: (random) =>
      [
        path({ d: 'M1010 170L1000 730M1050 170L1075 720', stroke: INK, width: 24 }),
        path({ d: 'M1010 170L1000 730M1050 170L1075 720', stroke: WOOD, width: 12 }),
        smallDish({ x: 215, y: 270, inside: yellowRadish() }),
        bowl({ x: 590, y: 455, r: 325, inside: RED, rim: LEAF }),
        clipped({ id: 'sauce', x: 590, y: 455, r: 275 }, [
          blob({ x: 600, y: 470, r: 210, colour: '#ee5a3b' }),
        ]),
        ...[
          [430, 380, -20],
          [520, 310, 12],
          [660, 320, -34],
          [740, 420, 60],
          [450, 500, 30],
          [580, 430, -8],
          [700, 540, 16],
          [540, 610, -24],
          [640, 640, 40],
        ].map(([x = 0, y = 0, degrees = 0]) => riceCake({ x, y, degrees })),
        ...[
          [600, 520, 10],
          [470, 590, -30],
          [640, 400, 50],
        ].map(
          ([x = 0, y = 0, degrees = 0]) =>
            `<path d="M-70 40L0 -62L70 40Z" transform="translate(${x} ${y}) rotate(${degrees})" fill="${GOLD}" ${edge(8)}/>`,
        ),
        egg({ x: 740, y: 590, r: 66 }),
        ...scatter({ random, count: 26, x: 590, y: 455, r: 230 }).map((at) =>
          strand({ ...at, length: 22, degrees: random() * 180, width: 9, colour: DARK_GREEN }),
        ),
      ].join(''),
  },
  chinese: {
    shows: '오이채를 올린 짜장면과 단무지',
    table: '#fff0f5',
    mat: '#de6a5a',
    drawing: (random) =>
      [
        chopsticks({ x: 1020, y: 450 }),
        smallDish({ x: 215, y: 260, inside: yellowRadish() }),
        smallDish({ x: 215, y: 650, inside: onions() }),
        bowl({ x: 600, y: 455, r: 325, inside: '#f8e3b0', rim: WHITE }),
        clipped(
          { id: 'jajang', x: 600, y: 455, r: 275 },
          noodles({ random, x: 600, y: 455, r: 250, colour: '#ffe9b8' }),
        ),
        blob({ x: 600, y: 450, r: 190, colour: '#4a2c20', edged: true }),
        ...scatter({ random, count: 16, x: 600, y: 450, r: 140 }).map(
          (at) =>
            `<rect x="${at.x - 20}" y="${at.y - 17}" width="40" height="34" rx="9" fill="${random() > 0.5 ? MEAT : '#c98b5c'}" transform="rotate(${random() * 90} ${at.x} ${at.y})"/>`,
        ),
        ...Array.from({ length: 15 }, () =>
          strand({
            x: 600 + (random() - 0.5) * 110,
            y: 440 + (random() - 0.5) * 80,
            length: 100,
            degrees: random() * 180,
            width: 10,
            colour: random() > 0.5 ? LEAF : GREEN,
          }),
        ),
        ...[-22, 6, 26].map((x, nth) =>
          dot({ x: 600 + x, y: 420 + nth * 16, r: 17, colour: LEAF, edged: true }),
        ),
      ].join(''),
  },
  japanese: {
    shows: '나무 판에 올린 초밥 여섯 점',
    table: '#dee2d9',
    mat: '#4dd0e1',
    drawing: () =>
      [
        smallDish({ x: 1020, y: 300, inside: dot({ x: 0, y: 0, r: 50, colour: '#5a3423' }) }),
        `<rect x="190" y="230" width="690" height="470" rx="34" fill="${INK}" fill-opacity=".16" transform="translate(14 20)"/>`,
        `<rect x="190" y="220" width="690" height="470" rx="34" fill="${WOOD}" ${edge(12)}/>`,
        path({ d: 'M230 330H840M230 455H840M230 580H840', stroke: '#c9975f', width: 6 }),
        ...['#ff8a63', '#d8414a', '#fff1ee'].map((colour, nth) =>
          nigiri({ x: 320 + nth * 180, y: 345, colour }),
        ),
        ...['#ff8a63', YELLOW, '#ffb59c'].map((colour, nth) =>
          nigiri({ x: 320 + nth * 180, y: 560, colour, hasBelt: colour === YELLOW }),
        ),
        blob({ x: 822, y: 320, r: 36, colour: LEAF, edged: true }),
        blob({ x: 822, y: 590, r: 40, colour: SOFT_PINK, edged: true }),
        `<g transform="rotate(90 600 790)">${chopsticks({ x: 660, y: 800 })}</g>`,
      ].join(''),
  },
  western: {
    shows: '바질과 방울토마토를 올린 파스타',
    table: '#e8f9fb',
    mat: '#ffc2d6',
    drawing: (random) =>
      [
        fork({ x: 170, y: 460 }),
        bowl({ x: 640, y: 450, r: 345, inside: WHITE, rim: '#f6f7f3' }),
        `<circle cx="640" cy="450" r="225" fill="#f4c25b" ${edge(9)}/>`,
        clipped(
          { id: 'pasta', x: 640, y: 450, r: 220 },
          noodles({ random, x: 640, y: 450, r: 205, colour: '#ffdf8e' }),
        ),
        ...[
          [540, 370],
          [745, 400],
          [600, 570],
          [730, 560],
        ].map(([x = 0, y = 0]) => tomato({ x, y, r: 50 })),
        leaf({ x: 640, y: 425, size: 0.62, degrees: -40 }),
        leaf({ x: 690, y: 470, size: 0.55, degrees: 60 }),
        leaf({ x: 615, y: 480, size: 0.5, degrees: 190 }),
        ...scatter({ random, count: 26, x: 640, y: 450, r: 190 }).map((at) =>
          strand({ ...at, length: 20, degrees: random() * 180, width: 8, colour: WHITE }),
        ),
      ].join(''),
  },
  asian: {
    shows: '라임과 고추를 곁들인 쌀국수',
    table: '#e9f7f0',
    mat: '#66c79c',
    drawing: (random) =>
      [
        chopsticks({ x: 1020, y: 450 }),
        lemon({ x: 205, y: 300, r: 66, colour: '#a8d85a' }),
        lemon({ x: 245, y: 430, r: 58, colour: '#a8d85a' }),
        bowl({ x: 610, y: 455, r: 325, inside: '#f2d7a2', rim: PALE_SKY }),
        clipped(
          { id: 'pho', x: 610, y: 455, r: 272 },
          noodles({ random, x: 620, y: 480, r: 205, colour: WHITE }),
        ),
        ...[
          [480, 380, -24],
          [560, 330, 4],
          [650, 345, 24],
          [520, 470, -10],
        ].map(([x = 0, y = 0, degrees = 0]) => meatSlice({ x, y, degrees, size: 0.85 })),
        leaf({ x: 735, y: 430, size: 0.6, degrees: 30 }),
        leaf({ x: 770, y: 500, size: 0.55, degrees: 100 }),
        leaf({ x: 700, y: 510, size: 0.5, degrees: -30 }),
        ...scatter({ random, count: 14, x: 620, y: 560, r: 130 }).map((at) =>
          ring({ ...at, r: 13, colour: RED }),
        ),
        ...scatter({ random, count: 14, x: 610, y: 480, r: 200 }).map((at) =>
          ring({ ...at, r: 11, colour: DARK_GREEN }),
        ),
      ].join(''),
  },
  'fast-food': {
    shows: '참깨 버거와 감자튀김',
    table: '#ffdde8',
    mat: '#ffd24a',
    drawing: (random) =>
      [
        `<rect x="175" y="170" width="800" height="570" rx="60" fill="${INK}" fill-opacity=".14" transform="translate(12 20)"/>`,
        `<rect x="175" y="160" width="800" height="570" rx="60" fill="${WHITE}" ${edge(12)}/>`,
        ...Array.from(
          { length: 13 },
          (_, nth) =>
            `<rect x="-14" y="-125" width="28" height="250" rx="7" fill="${nth % 2 ? GOLD : YELLOW}" ${edge(7)} transform="translate(${690 + (nth % 7) * 36} ${400 + (nth % 3) * 60}) rotate(${-24 + random() * 48})"/>`,
        ),
        frill({ x: 430, y: 450, r: 232, colour: LEAF }),
        blob({ x: 430, y: 450, r: 215, colour: RED, edged: true }),
        `<circle cx="430" cy="440" r="196" fill="${CRUST}" ${edge(12)}/>`,
        `<path d="M300 400A140 140 0 0 1 400 306" stroke="${WHITE}" stroke-opacity=".5" stroke-width="22"/>`,
        ...scatter({ random, count: 34, x: 430, y: 440, r: 150 }).map(
          (at) =>
            `<ellipse cx="${at.x}" cy="${at.y}" rx="11" ry="7" fill="${CREAM}" transform="rotate(${random() * 180} ${at.x} ${at.y})"/>`,
        ),
        smallDish({ x: 1030, y: 690, inside: dot({ x: 0, y: 0, r: 50, colour: RED }) }),
      ].join(''),
  },
  cafe: {
    shows: '라테 한 잔과 딸기 케이크',
    table: '#ffe9d2',
    mat: '#ffc2d6',
    drawing: () =>
      [
        bowl({ x: 385, y: 470, r: 235, inside: WHITE, rim: WHITE }),
        path({ d: 'M590 470Q700 450 668 555Q650 600 575 560', stroke: INK, width: 44 }),
        path({ d: 'M590 470Q700 450 668 555Q650 600 575 560', stroke: WHITE, width: 22 }),
        `<circle cx="400" cy="470" r="190" fill="${WHITE}" ${edge(12)}/>`,
        `<circle cx="400" cy="470" r="158" fill="#a96a3c" ${edge(8)}/>`,
        `<path d="M400 590C300 520 268 462 308 412C344 374 386 392 400 430C414 392 456 374 492 412C532 462 500 520 400 590Z" fill="${CREAM}"/>`,
        `<path d="M400 552C338 506 322 468 344 440C366 420 392 436 400 462C408 436 434 420 456 440C478 468 462 506 400 552Z" fill="#a96a3c"/>`,
        bowl({ x: 830, y: 430, r: 210, inside: PALE_SKY, rim: WHITE }),
        `<path d="M700 520L870 300L960 500Z" fill="${SOFT_PINK}" ${edge(12)}/>`,
        `<path d="M700 520L960 500L958 562L704 582Z" fill="${CREAM}" ${edge(12)}/>`,
        path({ d: 'M704 552L956 533', stroke: PINK, width: 14 }),
        strawberry({ x: 865, y: 400 }),
        spoon({ x: 1070, y: 640, size: 0.5 }),
      ].join(''),
  },
  bakery: {
    shows: '갓 구운 크루아상과 둥근 빵',
    table: '#f4efe2',
    mat: '#cdeedf',
    drawing: (random) =>
      [
        `<rect x="180" y="190" width="820" height="530" rx="70" fill="${INK}" fill-opacity=".14" transform="translate(12 20)"/>`,
        `<rect x="180" y="180" width="820" height="530" rx="70" fill="${WOOD}" ${edge(12)}/>`,
        path({ d: 'M220 320H960M220 450H960M220 580H960', stroke: '#c9975f', width: 6 }),
        croissant({ x: 390, y: 350, degrees: -12 }),
        croissant({ x: 420, y: 570, degrees: 10 }),
        `<circle cx="760" cy="430" r="175" fill="${CRUST}" ${edge(12)}/>`,
        path({
          d: 'M670 360Q760 320 850 360M650 440Q760 395 870 440M680 520Q760 480 840 520',
          stroke: CREAM,
          width: 22,
        }),
        ...scatter({ random, count: 26, x: 760, y: 430, r: 150 }).map((at) =>
          dot({ ...at, r: 5, colour: CREAM }),
        ),
        smallDish({
          x: 1035,
          y: 240,
          inside: `<rect x="-34" y="-24" width="68" height="48" rx="8" fill="${YELLOW}" ${edge(7)}/>`,
        }),
      ].join(''),
  },
  bar: {
    shows: '파전과 막걸리',
    table: '#dccbb2',
    mat: '#9fddc1',
    drawing: (random) =>
      [
        bowl({ x: 495, y: 450, r: 325, inside: WHITE, rim: WHITE }),
        frill({ x: 495, y: 450, r: 240, colour: GOLD }),
        ...Array.from({ length: 11 }, (_, nth) =>
          path({
            d: `M${300 + nth * 38} ${310 + Math.abs(5 - nth) * 14}Q${320 + nth * 38 + (random() - 0.5) * 60} 450 ${300 + nth * 38} ${600 - Math.abs(5 - nth) * 14}`,
            stroke: nth % 2 ? DARK_GREEN : GREEN,
            width: 17,
          }),
        ),
        ...[
          [410, 400, 20],
          [570, 370, -30],
          [520, 540, 60],
          [640, 500, 10],
          [380, 530, -50],
        ].map(([x = 0, y = 0, degrees = 0]) => shrimp({ x, y, degrees })),
        ...scatter({ random, count: 14, x: 495, y: 450, r: 200 }).map((at) =>
          dot({ ...at, r: 10, colour: RED }),
        ),
        bowl({ x: 985, y: 285, r: 130, inside: CREAM, rim: '#e8b34f' }),
        bowl({ x: 985, y: 600, r: 130, inside: CREAM, rim: '#e8b34f' }),
        path({ d: 'M935 270Q960 240 1000 246M940 590Q966 560 1004 566', stroke: WHITE, width: 12 }),
      ].join(''),
  },
  table: {
    shows: '밥과 국, 반찬 여섯 가지를 차린 밥상',
    table: '#e9e4d4',
    mat: '#0a7a4e',
    drawing: (random) =>
      [
        bowl({ x: 375, y: 600, r: 165, inside: WHITE, rim: SKY }),
        ...scatter({ random, count: 46, x: 375, y: 600, r: 112 }).map((at) =>
          strand({ ...at, length: 14, degrees: random() * 180, width: 8, colour: '#e6e2d4' }),
        ),
        bowl({ x: 730, y: 600, r: 165, inside: '#c98b4a', rim: POT }),
        ...[0, 1, 2, 3].map(
          (nth) =>
            `<rect x="${670 + (nth % 2) * 74}" y="${545 + Math.floor(nth / 2) * 66}" width="52" height="46" rx="8" fill="${CREAM}" ${edge(7)}/>`,
        ),
        ...scatter({ random, count: 9, x: 730, y: 600, r: 105 }).map((at) =>
          ring({ ...at, r: 12, colour: DARK_GREEN }),
        ),
        smallDish({ x: 260, y: 280, inside: kimchi(random) }),
        smallDish({ x: 465, y: 260, inside: yellowRadish() }),
        smallDish({ x: 670, y: 260, inside: cubes({ random, colour: GREEN }) }),
        smallDish({ x: 875, y: 280, inside: peppers() }),
        chopsticks({ x: 960, y: 600, size: 0.62 }),
        spoon({ x: 1020, y: 600, size: 0.62 }),
      ].join(''),
  },
};
