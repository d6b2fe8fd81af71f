import { convertHangulToQwerty, getChoseong } from 'es-hangul';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { koreanCollator } from './collation.ts';
import { koreanQuery } from './korean.ts';
import { initialsKey, initialsOfWords, letterKey } from './korean-keys.ts';

const matched = (query: string, text: string) => {
  const [range] = koreanQuery(query).ranges(text);
  return range === undefined ? null : text.slice(...range);
};

describe('치는 대로 찾는다', () => {
  test.each([
    ['국밥', '할매국밥', '국밥'],
    ['국ㅂ', '할매국밥', '국밥'],
    ['국바', '할매국밥', '국밥'],
    ['ㄱㅂㅈ', '전주 국밥집', '국밥집'],
    ['rnrqkq', '할매국밥', '국밥'],
    ['RNRQKQ', '할매국밥', '국밥'],
    ['rqw', '할매국밥집', '국밥집'],
    ['rnrqw', '할매국밥집', '국밥집'],
    ['순댁', '원조순대국', '순대국'],
    ['순댁', '순대 골목', '순대 골'],
    ['닭', '달걀집', '달걀'],
    ['닭', '닭갈비', '닭'],
    ['고', '과일가게', '과'],
    ['ㄳ', '감사', '감사'],
    ['국ㅂㅈ', '할매국밥집', '국밥집'],
    ['ㄱ밥', '할매국밥집', '국밥'],
    ['ㄴㅇㅁ', '노을목 칼국수', '노을목'],
    ['할매국밥', '할매 국밥', '할매 국밥'],
    ['대국', '순대 국밥', '대 국'],
    ['kfc', 'KFC 명동', 'KFC'],
    ['BHC', 'bhc치킨', 'bhc'],
    ['a&b', 'A B카페', 'A B'],
    ['3ㄷㄱㅌ', '3대 곰탕', '3대 곰탕'],
    ['ㄱㅂ', '마포구 버들길 국밥', '국밥'],
    ['ㄱㄱㅂ', '마포 고기 반찬', '고기 반'],
    ['ㄱㄱㅂ', '(고기)반찬', '고기)반'],
    ['cafe', '카페 Café', 'Café'],
    ['国', '中国집', '国'],
    ['ＢＨＣ', 'bhc치킨', 'bhc'],
    ['bhc 24', 'ＢＨＣ２４', 'ＢＨＣ２４'],
    ['24', 'ＢＨＣ２４', '２４'],
    ['하동관（', '하동관', '하동관'],
    ['관본', '하동관（본점）', '관（본'],
  ])('%s → %s', (query, text, expected) => {
    expect(matched(query, text)).toBe(expected);
  });

  test.each([
    ['국밤', '국밥'],
    ['ㄱ', '까치'],
    ['ㄲ', '가치'],
    ['kfc', '갈치'],
    ['green', '하가다두'],
    ['ㅎ', 'Grill'],
    ['아', '간ㅏ'],
    ['국밥집', '국밥'],
    ['ㄱㅂ', '마포구 버들길'],
    ['구ㅂㄷ', '마포구 버들길'],
    ['rq', '마포구 버들길'],
  ])('%s은(는) %s에 없다', (query, text) => {
    expect(koreanQuery(query).matches([text])).toBe(false);
  });

  test('낱말마다 이름이나 주소에 있으면 되고, 순서는 상관없다', () => {
    const texts = ['하동국밥', '서울특별시 중구 명동9길 12'];
    expect(koreanQuery('명동 하동').matches(texts)).toBe(true);
    expect(koreanQuery('하동 명ㄷ').matches(texts)).toBe(true);
    expect(koreanQuery('하동 종로').matches(texts)).toBe(false);
  });

  test('빈 검색어는 모두 찾고, 문장 부호뿐인 검색어는 아무것도 찾지 않는다', () => {
    expect(koreanQuery('  ').matches(['아무것'])).toBe(true);
    for (const typed of ['%', '_', "'; drop table --", '\u0000', '!?'])
      expect(koreanQuery(typed).matches(['% _ ! ?'])).toBe(false);
  });

  test('밑줄 칠 곳은 차례대로, 겹치지 않게', () => {
    expect(koreanQuery('국밥 할매').ranges('할매국밥')).toEqual([[0, 4]]);
    expect(koreanQuery('명동 하동').ranges('하동관 명동점')).toEqual([
      [0, 2],
      [4, 6],
    ]);
  });
});

describe('키', () => {
  const hangul = fc.stringMatching(/^[가-힣]{1,8}$/);
  const unshifted = (key: string) =>
    key.replace(/[#$&*+<>]/g, (key) => 'REQTWOP'['#$&*+<>'.indexOf(key)] as string);

  test('두벌식 자판의 글쇠와 초성이다', () => {
    fc.assert(
      fc.property(hangul, (text) => {
        expect(unshifted(letterKey(text))).toBe(convertHangulToQwerty(text));
        expect(initialsKey(text)).toBe(letterKey(getChoseong(text)));
      }),
    );
  });

  /** Matches as the index of places does: initials may continue in the next word only from the start of a word. */
  const hasKey = (text: string, { keyedBy, key }: { keyedBy: string; key: string }) =>
    keyedBy === 'letters'
      ? letterKey(text).includes(key)
      : initialsOfWords(text).includes(key) ||
        initialsOfWords(text)
          .split(' ')
          .some((_, at, words) => words.slice(at).join('').startsWith(key));

  test('검색어에 맞는 것과 키에 들어 있는 것은 같다', () => {
    // The alphabet is small, so that matches are as common as misses.
    const name = fc.stringMatching(/^[가각간갈갉감고과국바밥비사순대댁까ㅋABk19ＡＢｋ１ ()（）-]{1,10}$/);
    const query = fc.stringMatching(/^[가각간갈갉고과국바밥순대댁까ㄱㄲㅂㅅㄷABk1]{1,4}$/);
    let hits = 0;
    fc.assert(
      fc.property(name, query, (text, typed) => {
        const { tokens, matches } = koreanQuery(typed);
        for (const { readings } of tokens)
          for (const reading of readings) {
            const byPattern = new RegExp(reading.pattern, 'u').test(text);
            const byKey = hasKey(text, reading);
            if (reading.isDecidedByKey) expect(byKey).toBe(byPattern);
            else if (byPattern) expect(byKey).toBe(true);
            if (byPattern) hits++;
            if (byPattern) expect(matches([text])).toBe(true);
          }
      }),
      { numRuns: 3000 },
    );
    expect(hits).toBeGreaterThan(100);
  });

  test('치는 동안 한 번도 놓치지 않는다', () => {
    fc.assert(
      fc.property(hangul, fc.nat(), (text, at) => {
        const keys = convertHangulToQwerty(text);
        const typed = keys.slice(0, (at % keys.length) + 1);
        expect(koreanQuery(typed).matches([`앞 ${text} 뒤`])).toBe(true);
      }),
    );
  });

  test('한글이 되지 않는 대문자는 적힌 그대로 찾는다', () => {
    // es-hangul throws on these letters.
    expect(koreanQuery('HkQ').matches(['HkQ 버거'])).toBe(true);
    expect(koreanQuery('HkQ').matches(['할매국밥'])).toBe(false);
  });

  test('찾은 곳은 글 안에 있고, 처음부터 다시 찾아도 나온다', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, typed) => {
        const { ranges, matches } = koreanQuery(typed);
        for (const [start, end] of ranges(text)) {
          expect(0 <= start && start < end && end <= text.length).toBe(true);
        }
        expect(typeof matches([text])).toBe('boolean');
      }),
    );
  });

  test('첫소리는 낱말마다 띄어 적는다', () => {
    expect(initialsOfWords('마포 국밥(집)')).toBe('av rq w');
    expect(initialsOfWords(' 국밥 A·2호')).toBe('rq A 2g');
    expect(initialsOfWords('·!')).toBe('');
  });
});

test('이름은 가나다순, 수는 크기대로', () => {
  expect(['하늘', '12월', 'Apple', '가나', '2월'].toSorted(koreanCollator.compare)).toEqual([
    '2월',
    '12월',
    '가나',
    '하늘',
    'Apple',
  ]);
});

test('만 곳을 찾는 데 50ms도 걸리지 않는다', () => {
  const places = Array.from({ length: 10_000 }, (_, n) => [
    `할매국밥집 ${n}호점`,
    '서울특별시 중구 명동9길 12 (을지로1가)',
    '혼밥',
  ]);
  for (const typed of ['ㅎㅁㄱㅂ', '순댁', '명동 ㄱㅂ', 'rnrqkq', '뷁']) {
    // The test uses the CPU time of the fastest run, because other programs can slow a run down.
    const times = Array.from({ length: 5 }, () => {
      const began = process.threadCpuUsage();
      const query = koreanQuery(typed);
      places.filter((texts) => query.matches(texts));
      return process.threadCpuUsage(began).user / 1000;
    });
    expect(Math.min(...times)).toBeLessThan(50);
  }
});

describe('accents of Latin letters', () => {
  test.each([
    ['cafe', 'Café 노을'],
    ['CAFÉ', 'cafe 노을'],
    ['creme brulee', 'Crème Brûlée'],
    ['pho', 'Phở 하노이'],
    ['nino', 'El Niño'],
  ])('%s finds %s', (typed, name) => {
    expect(koreanQuery(typed).matches([name])).toBe(true);
  });

  test('are underlined with their letter', () => {
    expect(koreanQuery('cafe').ranges('노을 Café')).toEqual([[3, 7]]);
  });

  test('are not in keys', () => {
    expect(letterKey('Café')).toBe('CAFE');
  });
});
