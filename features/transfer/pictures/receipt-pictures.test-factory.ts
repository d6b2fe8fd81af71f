import path from 'node:path';
import { Resvg } from '@resvg/resvg-js';

/* Draws receipts of invented restaurants. The same receipt is always the same picture. */

export const LAYOUTS = ['thermal', 'slip', 'kiosk', 'delivery', 'faded', 'crumpled'] as const;
export type Layout = (typeof LAYOUTS)[number];

type Item = readonly [name: string, won: number];
export type DrawnReceipt = {
  layout: Layout;
  name: string;
  address: string;
  phoneNumber: string;
  businessNumber: string;
  /** A day such as `2026-11-25`. */
  day: string;
  time: string;
  items: readonly Item[];
  /** What was paid: the sum of the items. */
  total: number;
};

type Row = readonly [
  name: string,
  address: string,
  phoneNumber: string,
  businessNumber: string,
  day: string,
  time: string,
  items: readonly Item[],
  total: number,
];

// Five receipts for each layout, in the order of the layouts.
const ROWS: readonly Row[] = [
  [
    '해달골 국밥',
    '서울 중구 을지로 43',
    '02-2265-0143',
    '104-81-36565',
    '2026-11-25',
    '12:31',
    [
      ['순대국밥', 10000],
      ['수육 소', 25000],
    ],
    35000,
  ],
  [
    '노을목 칼국수',
    '서울 종로구 자하문로 12',
    '02-733-0912',
    '101-12-45671',
    '2026-11-07',
    '13:05',
    [
      ['칼국수', 9000],
      ['왕만두', 7000],
    ],
    16000,
  ],
  [
    '온달국수',
    '부산 해운대구 구남로 21',
    '051-746-2211',
    '617-23-91108',
    '2026-10-30',
    '11:48',
    [
      ['비빔국수', 8500],
      ['멸치국수', 7500],
      ['김밥', 4000],
    ],
    20000,
  ],
  [
    '서리냉면옥',
    '서울 마포구 토정로 88',
    '02-712-4488',
    '105-87-01233',
    '2026-07-18',
    '12:20',
    [
      ['물냉면', 14000],
      ['비빔냉면', 14000],
      ['제육', 32000],
    ],
    60000,
  ],
  [
    '바람길식당',
    '제주 제주시 관덕로 7',
    '064-752-1007',
    '616-14-22099',
    '2026-05-02',
    '18:40',
    [
      ['고등어조림', 38000],
      ['공기밥', 2000],
    ],
    40000,
  ],
  [
    '모퉁이 돈까스',
    '서울 성동구 서울숲길 15',
    '02-468-1515',
    '206-31-77411',
    '2026-11-21',
    '19:12',
    [
      ['등심돈까스', 12000],
      ['치즈돈까스', 14500],
    ],
    26500,
  ],
  [
    '달빛양꼬치',
    '서울 광진구 동일로 102',
    '02-455-6021',
    '207-09-55418',
    '2026-09-11',
    '20:45',
    [
      ['양꼬치 20개', 32000],
      ['칭따오', 16000],
    ],
    48000,
  ],
  [
    '초록대문집',
    '대구 중구 동성로 33',
    '053-252-3300',
    '502-22-10887',
    '2026-08-23',
    '17:58',
    [
      ['닭볶음탕', 42000],
      ['볶음밥', 3000],
    ],
    45000,
  ],
  [
    '할매순두부',
    '강원 강릉시 초당순두부길 77',
    '033-653-7700',
    '226-15-60042',
    '2026-06-06',
    '09:14',
    [
      ['순두부백반', 11000],
      ['모두부', 13000],
    ],
    24000,
  ],
  [
    '이층집 파스타',
    '서울 용산구 한강대로 254',
    '02-794-2540',
    '106-26-48832',
    '2026-12-01',
    '18:22',
    [
      ['봉골레', 19000],
      ['라구', 21000],
      ['하우스와인', 9000],
    ],
    49000,
  ],
  [
    '버거정거장',
    '서울 강남구 테헤란로 131',
    '02-555-1310',
    '220-88-31547',
    '2026-11-03',
    '12:09',
    [
      ['치즈버거 세트', 11900],
      ['감자튀김', 3500],
    ],
    15400,
  ],
  [
    '김밥나루',
    '경기 성남시 분당구 판교로 40',
    '031-701-4040',
    '129-34-85510',
    '2026-10-14',
    '08:02',
    [
      ['참치김밥', 5000],
      ['라면', 4500],
    ],
    9500,
  ],
  [
    '라멘공방',
    '서울 마포구 와우산로 64',
    '02-332-6464',
    '105-19-27736',
    '2026-09-28',
    '19:37',
    [
      ['쇼유라멘', 10500],
      ['교자', 5500],
    ],
    16000,
  ],
  [
    '분식연구소',
    '대전 유성구 대학로 99',
    '042-822-9900',
    '314-20-63317',
    '2026-04-09',
    '16:25',
    [
      ['떡볶이', 5500],
      ['튀김모둠', 6000],
      ['순대', 5000],
    ],
    16500,
  ],
  [
    '우동집 하루',
    '서울 서초구 서초대로 52',
    '02-588-5252',
    '214-13-90025',
    '2026-03-15',
    '11:33',
    [
      ['가케우동', 8900],
      ['유부초밥', 4900],
    ],
    13800,
  ],
  [
    '불향찜닭',
    '서울 관악구 봉천로 210',
    '02-877-2100',
    '119-25-41186',
    '2026-11-28',
    '19:03',
    [
      ['찜닭 중', 29000],
      ['당면사리', 3000],
    ],
    32000,
  ],
  [
    '마라연구실',
    '인천 연수구 송도과학로 16',
    '032-831-1616',
    '131-46-70923',
    '2026-11-12',
    '20:11',
    [
      ['마라탕', 15800],
      ['꿔바로우', 14000],
    ],
    29800,
  ],
  [
    '옛날통닭',
    '광주 북구 첨단로 55',
    '062-571-5500',
    '409-17-30674',
    '2026-10-02',
    '21:26',
    [
      ['후라이드', 17000],
      ['콜라', 2000],
    ],
    19000,
  ],
  [
    '족발상회',
    '서울 송파구 백제고분로 41',
    '02-412-4141',
    '215-90-18443',
    '2026-08-08',
    '18:50',
    [
      ['족발 대', 43000],
      ['막국수', 8000],
    ],
    51000,
  ],
  [
    '산들비빔밥',
    '전북 전주시 완산구 전주천동로 20',
    '063-284-2020',
    '402-33-52291',
    '2026-06-27',
    '12:44',
    [
      ['돌솥비빔밥', 12000],
      ['콩나물국', 3000],
    ],
    15000,
  ],
  [
    '두레박 곰탕',
    '서울 중구 명동길 29',
    '02-776-2929',
    '104-03-11576',
    '2026-11-19',
    '07:51',
    [
      ['곰탕', 13000],
      ['특곰탕', 17000],
    ],
    30000,
  ],
  [
    '은하수 횟집',
    '부산 수영구 광안해변로 203',
    '051-753-2030',
    '617-41-60038',
    '2026-10-24',
    '19:29',
    [
      ['모둠회 중', 70000],
      ['매운탕', 10000],
    ],
    80000,
  ],
  [
    '토담 보리밥',
    '경기 수원시 팔달구 정조로 811',
    '031-255-8110',
    '124-28-93345',
    '2026-09-05',
    '13:17',
    [
      ['보리밥정식', 11000],
      ['감자전', 12000],
    ],
    23000,
  ],
  [
    '갯마을 조개',
    '인천 중구 월미문화로 37',
    '032-764-3737',
    '121-36-40877',
    '2026-07-31',
    '20:08',
    [
      ['조개구이', 55000],
      ['해물라면', 6000],
    ],
    61000,
  ],
  [
    '소나무 갈비',
    '경북 안동시 음식의길 22',
    '054-855-2200',
    '508-12-76610',
    '2026-05-16',
    '18:05',
    [
      ['갈비 2인', 56000],
      ['된장찌개', 6000],
    ],
    62000,
  ],
  [
    '장독대 청국장',
    '서울 은평구 연서로 17',
    '02-383-1717',
    '110-30-25548',
    '2026-11-14',
    '12:58',
    [
      ['청국장', 9500],
      ['제육볶음', 13500],
    ],
    23000,
  ],
  [
    '골목 떡갈비',
    '전남 담양군 담양읍 중앙로 98',
    '061-381-9800',
    '409-60-87217',
    '2026-10-10',
    '17:21',
    [
      ['떡갈비정식', 28000],
      ['죽순회', 15000],
    ],
    43000,
  ],
  [
    '새벽 해장국',
    '서울 동대문구 왕산로 190',
    '02-969-1900',
    '204-22-39461',
    '2026-08-30',
    '06:36',
    [
      ['선지해장국', 9000],
      ['뼈해장국', 11000],
    ],
    20000,
  ],
  [
    '연못가 찻집',
    '충남 공주시 왕릉로 30',
    '041-855-3030',
    '307-08-61192',
    '2026-04-26',
    '15:47',
    [
      ['대추차', 7500],
      ['인절미', 6500],
    ],
    14000,
  ],
  [
    '봄날의 카레',
    '서울 마포구 성미산로 161',
    '02-323-1610',
    '105-48-90716',
    '2026-03-01',
    '12:13',
    [
      ['새우카레', 13900],
      ['라씨', 4600],
    ],
    18500,
  ],
];

export const receipts: readonly DrawnReceipt[] = ROWS.map(
  ([name, address, phoneNumber, businessNumber, day, time, items, total], at) => ({
    layout: LAYOUTS[Math.floor(at / 5)] ?? 'thermal',
    name,
    address,
    phoneNumber,
    businessNumber,
    day,
    time,
    items,
    total,
  }),
);

/** The paper of a receipt, in pixels: 80 mm with 203 dots per inch. */
const WIDTH = 600;
const SIDE = 32;

type Text = {
  text: string;
  y: number;
  size: number;
  x: number;
  anchor: 'start' | 'middle' | 'end';
  weight: number;
};

/** Writes lines from top to bottom. */
function paper() {
  const texts: Text[] = [];
  const rules: number[] = [];
  let y = 30;
  const put = (text: string, x: number, anchor: Text['anchor'], size: number, weight: number) =>
    texts.push({ text, y, size, x, anchor, weight });
  const next = (size: number) => {
    y += Math.round(size * 1.5);
  };
  return {
    texts,
    rules,
    height: () => y + 40,
    centre: (text: string, size = 26, weight = 400) => {
      next(size);
      put(text, WIDTH / 2, 'middle', size, weight);
    },
    left: (text: string, size = 24, weight = 400) => {
      next(size);
      put(text, SIDE, 'start', size, weight);
    },
    pair: (label: string, value: string, size = 24, weight = 400) => {
      next(size);
      put(label, SIDE, 'start', size, weight);
      put(value, WIDTH - SIDE, 'end', size, weight);
    },
    item: ([name, won]: Item) => {
      next(24);
      put(name, SIDE, 'start', 24, 400);
      put('1', 370, 'end', 24, 400);
      put(wonText(won), WIDTH - SIDE, 'end', 24, 400);
    },
    rule: () => {
      y += 22;
      rules.push(y);
    },
  };
}

const wonText = (won: number): string => won.toLocaleString('en');
const vatOf = (total: number): number => Math.round(total / 11);

/** Writes a receipt of a point of sale. */
function thermal(receipt: DrawnReceipt) {
  const { name, address, phoneNumber, businessNumber, day, time, items, total } = receipt;
  const on = paper();
  on.centre(name, 44, 700);
  on.centre(address, 22);
  on.centre(`대표: 홍길동  TEL: ${phoneNumber}`, 22);
  on.centre(`사업자번호: ${businessNumber}`, 22);
  on.rule();
  on.left(`[매출] ${day} ${time}:27   POS: 01`);
  on.left('영수증번호: 0001-0237');
  on.rule();
  on.pair('상품명', '수량       금액');
  on.rule();
  items.forEach(on.item);
  on.rule();
  on.pair('합계금액', wonText(total), 32, 700);
  on.pair('과세물품가액', wonText(total - vatOf(total)));
  on.pair('부가세', wonText(vatOf(total)));
  on.rule();
  on.pair('받을금액', wonText(total));
  on.pair('신용카드', wonText(total));
  on.left('카드번호: 5327-50**-****-4518');
  on.left('승인번호: 30182746  일시불');
  on.centre('이용해 주셔서 감사합니다', 22);
  return on;
}

/** Writes the slip of a card terminal. */
function slip(receipt: DrawnReceipt) {
  const { name, address, phoneNumber, businessNumber, day, time, total } = receipt;
  const on = paper();
  on.centre('신용카드 매출전표', 34, 700);
  on.centre('[고객용]', 22);
  on.rule();
  on.left(`가맹점명: ${name}`, 26);
  on.left(`사업자번호: ${businessNumber}`);
  on.left(`대표자: 홍길동   ${phoneNumber}`);
  on.left(address, 22);
  on.rule();
  on.left('카드종류: 국민카드');
  on.left('카드번호: 9410-12**-****-7734');
  on.left(`거래일시: ${day.replaceAll('-', '/')} ${time}:09`);
  on.left('할부: 일시불');
  on.rule();
  on.pair('공급가액', `${wonText(total - vatOf(total))}원`, 26);
  on.pair('부가세', `${wonText(vatOf(total))}원`, 26);
  on.pair('합 계', `${wonText(total)}원`, 36, 700);
  on.rule();
  on.left('승인번호: 41882093');
  on.left('가맹점번호: 00712345678');
  on.centre('전자서명전표', 22);
  return on;
}

function kiosk(receipt: DrawnReceipt) {
  const { name, address, phoneNumber, businessNumber, day, time, items, total } = receipt;
  const on = paper();
  on.centre('주문번호', 26);
  on.centre('0137', 72, 700);
  on.centre('매장에서 식사', 26);
  on.rule();
  on.left(name, 32, 700);
  on.left(address, 22);
  on.left(`${businessNumber}  ${phoneNumber}`, 22);
  on.left(`주문일시 ${day.replaceAll('-', '.')} ${time}`);
  on.rule();
  items.forEach(on.item);
  on.rule();
  on.pair('주문금액', wonText(total));
  on.pair('할인금액', '0');
  on.pair('결제금액', wonText(total), 32, 700);
  on.rule();
  on.pair('신용카드', wonText(total));
  on.left('현대카드 4330-28**-****-1092');
  on.left('승인번호 00927711');
  on.centre('진동벨이 울리면 찾아가세요', 22);
  return on;
}

/** Writes the order slip of a delivery. The guest's address is on it too. */
function delivery(receipt: DrawnReceipt) {
  const { name, businessNumber, phoneNumber, day, time, items, total } = receipt;
  const on = paper();
  on.centre('배달 주문전표', 38, 700);
  on.left(`매장: ${name}`, 28, 700);
  on.left(`사업자번호 ${businessNumber}`, 22);
  on.left('주문번호: B1C7K04Q');
  on.left(`주문일시: ${day} ${time}`);
  on.left(`매장연락처 ${phoneNumber}`, 22);
  on.rule();
  on.left('배달주소: 서울 영등포구 여의대로 24', 24);
  on.left('105동 1203호');
  on.left('요청사항: 문 앞에 두고 벨 눌러 주세요');
  on.rule();
  items.forEach(on.item);
  on.pair('배달팁', '0');
  on.rule();
  on.pair('주문금액', `${wonText(total)}원`);
  on.pair('총 결제금액', `${wonText(total)}원`, 32, 700);
  on.left('결제방법: 앱에서 결제 완료');
  return on;
}

const WRITERS = { thermal, slip, kiosk, delivery, faded: thermal, crumpled: slip } as const;

/** What the paper looks like: its colour, the ink, and how the photo distorts it. */
const LOOKS: Record<
  Layout,
  { desk: string; ink: string; paperColour: string; turn: number; waves: number; noise: number }
> = {
  thermal: { desk: '#6b5a48', ink: '#222', paperColour: '#fbfaf6', turn: 0.6, waves: 2, noise: 0.05 },
  slip: { desk: '#3a3d42', ink: '#2a2a33', paperColour: '#ffffff', turn: -0.9, waves: 2, noise: 0.05 },
  kiosk: { desk: '#8c8c88', ink: '#1c1c1c', paperColour: '#f7f7f4', turn: 1.2, waves: 3, noise: 0.06 },
  delivery: { desk: '#b08b62', ink: '#262626', paperColour: '#fdfdfb', turn: -0.5, waves: 3, noise: 0.05 },
  faded: { desk: '#5b5550', ink: '#a8a49c', paperColour: '#efe9db', turn: 0.8, waves: 2, noise: 0.06 },
  crumpled: { desk: '#4a4744', ink: '#2c2c2c', paperColour: '#f4f2ec', turn: -1.8, waves: 9, noise: 0.12 },
};

const FONTS = ['Regular', 'Bold'].map((weight) =>
  path.join(import.meta.dirname, `../../../common/fonts/pretendard/Pretendard-${weight}.otf`),
);

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Draws the photo of a receipt on a desk. @returns the pixels of the photo */
export function drawReceipt(receipt: DrawnReceipt, seed: number) {
  const look = LOOKS[receipt.layout];
  const on = WRITERS[receipt.layout](receipt);
  const height = on.height();
  const [wide, high] = [WIDTH + 120, height + 120];
  const texts = on.texts
    .map(
      ({ text, x, y, size, anchor, weight }) =>
        `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}" xml:space="preserve">${escaped(text)}</text>`,
    )
    .join('');
  const rules = on.rules
    .map(
      (y) =>
        `<path d="M${SIDE} ${y}H${WIDTH - SIDE}" stroke="${look.ink}" stroke-width="2" stroke-dasharray="8 5"/>`,
    )
    .join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}">
    <defs>
      <filter id="photo" x="0" y="0" width="100%" height="100%" filterUnits="objectBoundingBox">
        <feTurbulence type="fractalNoise" baseFrequency="0.006" numOctaves="2" seed="${seed}" result="folds"/>
        <feDisplacementMap in="SourceGraphic" in2="folds" scale="${look.waves * 2}" xChannelSelector="R" yChannelSelector="G" result="bent"/>
        <feTurbulence type="fractalNoise" baseFrequency="0.8" numOctaves="1" seed="${seed + 100}" result="grain"/>
        <feColorMatrix in="grain" type="matrix" values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 ${look.noise * 4} 0" result="specks"/>
        <feMerge><feMergeNode in="bent"/><feMergeNode in="specks"/></feMerge>
      </filter>
      <linearGradient id="light" x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stop-color="#000" stop-opacity="0.02"/><stop offset="1" stop-color="#000" stop-opacity="0.22"/>
      </linearGradient>
    </defs>
    <g filter="url(#photo)">
      <rect x="-50" y="-50" width="${wide + 100}" height="${high + 100}" fill="${look.desk}"/>
      <g transform="rotate(${look.turn} ${wide / 2} ${high / 2}) translate(60 60)">
        <rect width="${WIDTH}" height="${height}" fill="${look.paperColour}"/>
        <g fill="${look.ink}" font-family="Pretendard">${texts}${rules}</g>
      </g>
      <rect width="${wide}" height="${high}" fill="url(#light)"/>
    </g>
  </svg>`;
  const image = new Resvg(svg, {
    font: { loadSystemFonts: false, fontFiles: FONTS, defaultFontFamily: 'Pretendard' },
  }).render();
  return { png: image.asPng(), width: image.width, height: image.height };
}
