import { describe, expect, it } from 'vitest';
import { makePlaces, randomFrom } from '#features/places/server/import/generated-places.test-factory.ts';
import { testRuns } from '#server/test-runs.ts';
import { PARTS_OF_TEXTS } from './fuzzed-texts.test-factory.ts';
import { LINKS, PASTE_FORMATS, type SharedPlace } from './paste-formats.test-factory.ts';
import { parsePastedText, PLACES_MAXIMUM, TEXT_MAXIMUM } from './pasted-text.rules.ts';

const read = (text: string) => parsePastedText(text).places;
const NOTHING = { name: '', address: '', phoneNumber: '', link: '' };

const generated: SharedPlace[] = [...makePlaces({ count: 400, seed: 18 })].map((place) => ({
  name: place.name.replace(/\s+/g, ' '),
  address: [
    place.province.replace(/(통합특별|특별|광역|특별자치)시$/, ''),
    // 세종 has no districts.
    ...(place.district === '' ? [] : [place.district]),
    place.road,
    place.number,
  ].join(' '),
}));

describe.each(PASTE_FORMATS)('$name', ({ text, link, hasAddress }) => {
  it('이름과 주소와 링크를 글자 그대로 읽는다', () => {
    for (const place of generated) {
      expect(read(text(place)), text(place)).toEqual([
        { ...NOTHING, name: place.name, address: hasAddress ? place.address : '', link },
      ]);
    }
  });
});

it('스무 곳이 든 대화에서 스무 곳을 차례대로 읽는다', () => {
  const shared = generated.slice(0, 20);
  const chat = shared
    .map(
      (place, at) =>
        `[민지] [오후 5:${10 + at}] ${PASTE_FORMATS[at % 6]?.text(place)}\n[은조] [오후 5:${10 + at}] 좋아 보여`,
    )
    .join('\n');
  expect(read(chat).map(({ name }) => name)).toEqual(shared.map(({ name }) => name));
});

it('한 줄에 붙어 온 여러 곳도 나눈다', () => {
  const two =
    '[네이버지도]하동관서울 중구 명동9길 12https://naver.me/aaa[네이버지도]우래옥서울 중구 창경궁로 62-29https://naver.me/bbb';
  expect(read(two)).toEqual([
    { ...NOTHING, name: '하동관', address: '서울 중구 명동9길 12', link: 'https://naver.me/aaa' },
    { ...NOTHING, name: '우래옥', address: '서울 중구 창경궁로 62-29', link: 'https://naver.me/bbb' },
  ]);
});

it('이름만 적힌 곳이 주소나 링크와 함께 다시 나오면 한 곳이다', () => {
  const list =
    '을지로 코스\n1. 온달국수 02-777-1234\n2. 달빛식당\n3. 우래옥\n\n1. 우래옥 - 서울 중구 창경궁로 62-29\n2. 온달국수 - 서울 중구 을지로 3';
  expect(read(list)).toEqual([
    { ...NOTHING, name: '달빛식당' },
    { ...NOTHING, name: '우래옥', address: '서울 중구 창경궁로 62-29' },
    { ...NOTHING, name: '온달국수', address: '서울 중구 을지로 3', phoneNumber: '02-777-1234' },
  ]);
  const branches = '온달국수 - 서울 중구 을지로 3\n온달국수 - 서울 강남구 역삼로 5';
  expect(read(branches).map(({ address }) => address)).toEqual([
    '서울 중구 을지로 3',
    '서울 강남구 역삼로 5',
  ]);
});

it('전화번호는 같은 줄의 곳에 붙고, 다음 곳의 것이 되지 않는다', () => {
  expect(read('온달국수 02-777-1234\n달빛식당 02-555-0001\n우래옥 서울 중구 창경궁로 62-29')).toEqual([
    { ...NOTHING, name: '온달국수', phoneNumber: '02-777-1234' },
    { ...NOTHING, name: '달빛식당', phoneNumber: '02-555-0001' },
    { ...NOTHING, name: '우래옥', address: '서울 중구 창경궁로 62-29' },
  ]);
  expect(
    read('[네이버지도]\n온달국수\n서울 중구 을지로 3\n02-777-1234\n달빛식당 02-555-0001').map(
      ({ name, phoneNumber }) => [name, phoneNumber],
    ),
  ).toEqual([
    ['온달국수', '02-777-1234'],
    ['달빛식당', '02-555-0001'],
  ]);
  expect(read('온달국수\n국물이 시원해요\n02-777-1234\n서울 중구 을지로 3')).toEqual([
    { ...NOTHING, name: '온달국수', address: '서울 중구 을지로 3', phoneNumber: '02-777-1234' },
  ]);
});

it('문서에 적힌 보기를 그대로 읽는다', () => {
  expect(
    read(
      '[네이버지도]\n카인드커피\n경기 수원시 영통구 삼성로168번길 5 삼성중앙빌딩 1층 카인드커피 \nhttps://naver.me/5MvUGczc',
    ),
  ).toEqual([
    {
      ...NOTHING,
      name: '카인드커피',
      address: '경기 수원시 영통구 삼성로168번길 5 삼성중앙빌딩 1층 카인드커피',
      link: LINKS.naver,
    },
  ]);
  expect(
    read('[네이버지도]센트럴시티터미널(호남선)서울 서초구 신반포로 176 센트럴시티https://naver.me/5MvUGczc'),
  ).toEqual([
    {
      ...NOTHING,
      name: '센트럴시티터미널(호남선)',
      address: '서울 서초구 신반포로 176 센트럴시티',
      link: LINKS.naver,
    },
  ]);
});

it.each([
  [
    '소문난성수감자탕\n서울 성동구 연무장길 45 ㆍ02-465-6580',
    '소문난성수감자탕',
    '서울 성동구 연무장길 45',
    '02-465-6580',
  ],
  ['1. 하동관 - 서울 중구 명동9길 12', '하동관', '서울 중구 명동9길 12', ''],
  ['모수 서울서울특별시 용산구 회나무로41길 4', '모수 서울', '서울특별시 용산구 회나무로41길 4', ''],
  ['윤서울 서울 강남구 선릉로 805', '윤서울', '서울 강남구 선릉로 805', ''],
  ['한누리식당\n세종특별자치시 한누리대로 12', '한누리식당', '세종특별자치시 한누리대로 12', ''],
  ['시골집\n경기도 양평군 서종면 문호리 66-7번지', '시골집', '경기도 양평군 서종면 문호리 66-7번지', ''],
])('라벨 없이 적은 곳: %s', (text, name, address, phoneNumber) => {
  expect(read(text)).toEqual([{ ...NOTHING, name, address, phoneNumber }]);
});

it('주소만 있으면 이름은 비워 둔다', () => {
  expect(read('서울 중구 명동9길 12')).toEqual([{ ...NOTHING, address: '서울 중구 명동9길 12' }]);
});

it('말은 이름이 아니다', () => {
  expect(read(`여기 가보자\n${LINKS.google}`)).toEqual([{ ...NOTHING, link: LINKS.google }]);
  expect(read(`여기 어때? 하동관 ${LINKS.google}`)).toEqual([
    { ...NOTHING, name: '하동관', link: LINKS.google },
  ]);
  expect(read('오늘 저녁에 뭐 먹을까? 나는 국밥이 먹고 싶은데 너무 멀어서 고민이야')).toEqual([]);
  expect(read('[민지] [오후 5:38] 하동관\n[은조] [오후 5:39] 좋아')).toEqual([]);
});

it('이름만 적은 목록도 읽는다', () => {
  expect(read('- 하동관\n- 우래옥\n\n- 을밀대').map(({ name }) => name)).toEqual([
    '하동관',
    '우래옥',
    '을밀대',
  ]);
});

it('긴 구글 링크에서 이름을 읽는다', () => {
  const link = `https://www.google.com/maps/place/${encodeURIComponent('하동관 명동본점')}/data=!4m2!3m1!1s0x1:0x2`;
  expect(read(link)).toEqual([{ ...NOTHING, name: '하동관 명동본점', link }]);
});

it('지도가 아닌 링크는 곳이 아니고, 곳 옆에 있으면 출처다', () => {
  expect(read('https://www.instagram.com/p/abc')).toEqual([]);
  expect(read('https://naver.me.example.com/abc')).toEqual([]);
  expect(read('하동관\n서울 중구 명동9길 12\nhttps://www.instagram.com/p/abc')).toEqual([
    { ...NOTHING, name: '하동관', address: '서울 중구 명동9길 12', link: 'https://www.instagram.com/p/abc' },
  ]);
});

it('서버가 받지 않는 글자는 없앤다', () => {
  expect(read('[네이버지도]\n하\u0000동관\ud83c\n서울 중구 명동9길 12\u001f\nhttps://naver.me/abc')).toEqual([
    { ...NOTHING, name: '하동관', address: '서울 중구 명동9길 12', link: 'https://naver.me/abc' },
  ]);
});

it('같은 곳은 한 번만', () => {
  const one = '[네이버지도]\n하동관\n서울 중구 명동9길 12\nhttps://naver.me/abc';
  expect(read(`${one}\n${one}`)).toHaveLength(1);
});

it(`${PLACES_MAXIMUM}곳이 넘으면 알린다`, () => {
  const many = Array.from({ length: PLACES_MAXIMUM + 1 }, (_, at) =>
    PASTE_FORMATS[0]?.text({ name: `국밥집${at}`, address: `서울 중구 을지로 ${at + 1}` }),
  );
  expect(parsePastedText(many.join('\n'))).toMatchObject({ isTruncated: true });
  expect(parsePastedText(many.slice(1).join('\n'))).toMatchObject({ isTruncated: false });
});

const RUNS = testRuns(5_000);

it(
  '아무 글이나 넣어도 멈추거나 던지지 않는다',
  () => {
    const random = randomFrom(Number(process.env.TEST_SEED) || 18);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const broken: string[] = [];
    for (let round = 0; round < RUNS; round++) {
      const text = Array.from({ length: 1 + Math.floor(random() * 12) }, () => pick(PARTS_OF_TEXTS)).join('');
      const { places } = parsePastedText(text);
      const isWhole = places.every(
        ({ name, address, link }) =>
          name.length <= 60 &&
          address.length <= 200 &&
          link.length <= 500 &&
          `${name}${address}${link}` !== '',
      );
      if (!isWhole) broken.push(text);
    }
    expect(broken).toEqual([]);
  },
  60_000 + 10 * RUNS,
);

it.each([
  ['한 단어', '가'],
  ['빈칸', ' '],
  ['시도 이름', '서울 '],
  ['구', '서울 중구 '],
  ['길', '서울 중구 명동길 '],
  ['주소', '하동관서울 중구 명동9길 12'],
  ['번호', '02-'],
  ['괄호', '['],
  ['링크', 'https://naver.me/a'],
  ['붙임표', '- '],
])(
  '이백만 자의 글도 끝난다: %s',
  (_, bit) => {
    expect(() => parsePastedText(bit.repeat(2_000_000 / bit.length))).not.toThrow();
  },
  20_000,
);

it('대화에서 가자고 한 집은 건너뛰지 않고 못 읽은 줄로 남긴다', () => {
  const chat =
    '[도윤] [오후 7:13] 온달국수 어때?\n[하린] [오후 7:14] 나는 달빛 식당 가고 싶어\n[지우] [오후 7:15] 몇 시에 갈까\n[지우] [오후 7:16] 좋다';
  expect(parsePastedText(chat)).toMatchObject({
    places: [],
    unread: ['온달국수 어때?', '나는 달빛 식당 가고 싶어'],
    conversationCount: 2,
  });
});

it.each([
  ['이름 줄', '온달국수\n'],
  ['이름과 주소', '온달국수\n서울 성동구 연무장길 45\n'],
  ['동네 이름', '가동'],
  ['라벨', '주소 : '],
  ['쉼표', '가나다, '],
  ['메시지', '[민지] [오후 5:38] 온달국수\n'],
])(
  '가장 긴 글도 끝나고, 한 줄도 잃지 않는다: %s',
  (_, bit) => {
    const text = bit.repeat(TEXT_MAXIMUM / bit.length);
    const { places, unread, conversationCount } = parsePastedText(text);
    expect(places.length + unread.length + conversationCount).toBeGreaterThan(0);
  },
  20_000,
);
