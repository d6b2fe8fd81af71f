import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { restaurant } from '#features/restaurants/web/restaurants.test-factory.ts';
import { readFiles } from '#features/transfer/files/read-files.ts';
import { writeListFile } from '../list-files.ts';
import type { ListFileFormat } from '../export.contract.ts';

const noodles = restaurant({
  name: '노을목 칼국수 "본점", 성수',
  address: '서울 성동구 새뜰로 39-9',
  neighbourhood: '성수동2가',
  coordinates: { lat: 37.5441, lng: 127.0557 },
  phoneNumber: '02-123-4567',
  categoryId: 'noodles',
  status: '방문 완료',
  rating: 4.5,
  review: '국물이 시원해요.\n<또> 가요 & 또 가요',
  customTags: ['혼밥', '비 오는 날'],
  sourceKind: 'tv',
  sourceMemo: '한 끼의 발견 12회',
  isShared: true,
  isAnonymous: true,
  // This time is 2026-11-01 00:30 in Korea.
  linkedAt: Date.UTC(2026, 9, 31, 15, 30),
  visitedAt: Date.UTC(2026, 10, 12, 3),
});
const unlocated = restaurant({ name: '=HYPERLINK("http://example.com")', review: '글자\u0007하나' });

const write = (format: ListFileFormat) =>
  writeListFile({
    format,
    restaurants: [noodles, unlocated],
    categoryName: (id) => (id === 'noodles' ? '국수' : ''),
    title: '내 <맛집>',
  });

describe('CSV', () => {
  test('한국어 엑셀이 읽는 모양이다: BOM, CRLF, 한국 시각', () => {
    const { text, leftOut } = write('csv');
    expect(text.startsWith('\ufeff이름,주소,')).toBe(true);
    expect(text.split('\r\n').length).toBeGreaterThanOrEqual(4);
    expect(leftOut).toBe(0);
    expect(parse(text, { bom: true, columns: true })[0]).toEqual({
      이름: '노을목 칼국수 "본점", 성수',
      주소: '서울 성동구 새뜰로 39-9',
      동: '성수동2가',
      위도: '37.5441',
      경도: '127.0557',
      전화번호: '02-123-4567',
      분류: '국수',
      '분류 ID': '',
      상태: '방문 완료',
      평점: '4.5',
      리뷰: '국물이 시원해요.\n<또> 가요 & 또 가요',
      태그: '혼밥, 비 오는 날',
      출처: 'TV',
      '출처 메모': '한 끼의 발견 12회',
      등록일: '2026-11-01 00:30:00',
      방문일: '2026-11-12 12:00:00',
      공개: '익명 공개',
      '장소 ID': noodles.id,
    });
  });

  test('수식으로 실행될 이름은 글자로 남는다', () => {
    const [, row] = parse(write('csv').text, { bom: true, columns: true }) as Record<string, string>[];
    expect(row?.이름).toBe(`'=HYPERLINK("http://example.com")`);
  });

  test.each(['좋아요.\n=1+1', '좋아요.\r=1+1', '좋아요.\r\n=1+1'])(
    '여러 줄 리뷰도 한 행이다: %j',
    (review) => {
      const rows = parse(csvOf({ name: '온달국수', review }), {
        bom: true,
        columns: true,
        record_delimiter: ['\r\n', '\n', '\r'],
      });
      expect(rows).toMatchObject([{ 이름: '온달국수', 리뷰: review }]);
    },
  );

  test.each<Facts>([
    { name: '＝맛집' },
    { name: '－1층 국수' },
    { name: '뉴욕 국수', coordinates: { lat: 40.73, lng: -73.98 } },
    { name: '시드니 국수', coordinates: { lat: -33.87, lng: 151.21 } },
    { name: '온달국수', phoneNumber: '+82 10-1234-5678' },
    { name: '온달국수', sourceMemo: '@ondal', customTags: ['=하나', '-둘'] },
    { name: '온달국수', review: '‹온달› <비빔>  곱빼기\n\n-1점 &amp; 👨‍👩‍👧' },
    { name: '온달국수', review: '=첫 줄\n=둘째 줄\r\n＠셋째 줄' },
  ])('가져오기가 그대로 다시 읽는다: %j', async (facts) => {
    expect(await readBack(facts)).toMatchObject([asRead(facts)]);
  });

  test('어떤 글이든 가져오기가 그대로 다시 읽는다', async () => {
    await fc.assert(
      fc.asyncProperty(anyFacts, async (facts) => {
        expect(await readBack(facts)).toMatchObject([asRead(facts)]);
      }),
    );
  });
});

type Facts = Parameters<typeof restaurant>[0];

const csvOf = (facts: Facts): string =>
  writeListFile({ format: 'csv', restaurants: [restaurant(facts)], categoryName: () => '', title: '' }).text;

async function readBack(facts: Facts) {
  const { places } = await readFiles({ files: [new File([csvOf(facts)], 'momokzi.csv')], limit: 10 });
  return places;
}

/** Renames the fields to the names that the import uses. */
const asRead = ({ phoneNumber, customTags = [], ...facts }: Facts) => ({
  ...facts,
  phoneNumber: phoneNumber ?? '',
  tags: customTags,
});

/** Parts that spreadsheets, CSV and HTML treat specially. */
const part = fc.constantFrom(...'=+-@＝＋－＠"<>‹›&', ',', ';', '국수', '<b>', '</p>', '&lt;');
const line = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
const degrees = (maximum: number) =>
  fc.integer({ min: -maximum * 1e7, max: maximum * 1e7 }).map((tenMillionths) => (tenMillionths || 1) / 1e7);
const anyFacts = fc.record({
  name: line,
  address: line,
  sourceMemo: line,
  review: fc
    .array(fc.oneof(line, fc.constantFrom('\n', '\r\n', '  ', '\t', '👨‍👩‍👧')))
    .map((parts) => parts.join('').trim()),
  phoneNumber: fc.stringMatching(/^[-+(]?[0-9]{2,4}[-) ]?[0-9]{3,8}$/),
  coordinates: fc.record({ lat: degrees(90), lng: degrees(180) }),
});

test('GeoJSON은 모든 필드를 담고, 위치가 없으면 geometry가 null이다', () => {
  const { features } = JSON.parse(write('geojson').text);
  expect(features[0]).toMatchObject({
    geometry: { type: 'Point', coordinates: [127.0557, 37.5441] },
    properties: {
      name: noodles.name,
      tags: ['혼밥', '비 오는 날'],
      rating: 4.5,
      savedAt: '2026-10-31T15:30:00.000Z',
    },
  });
  expect(features[1].geometry).toBeNull();
});

test('KML은 특수 문자를 바꿔 쓰고, 위치가 없는 곳도 이름과 주소로 담는다', () => {
  const { text, leftOut } = write('kml');
  expect(text).toContain('<name>내 &#x3C;맛집></name>');
  expect(text).toContain('<coordinates>127.0557,37.5441</coordinates>');
  expect(text).toContain('&#x3C;또> 가요 &#x26; 또 가요');
  expect(text).toContain('<Data name="tags"><value>혼밥, 비 오는 날</value></Data>');
  expect(text).toContain('글자하나');
  expect(text.match(/<Placemark>/g)).toHaveLength(2);
  expect(text.match(/<Point>/g)).toHaveLength(1);
  expect(leftOut).toBe(0);
});

test('GPX는 위치가 없는 곳을 빼고 몇 곳인지 알려 준다', () => {
  const { text, leftOut } = write('gpx');
  expect(text).toContain('<wpt lat="37.5441" lon="127.0557"><time>2026-10-31T15:30:00.000Z</time>');
  expect(text.match(/<wpt /g)).toHaveLength(1);
  expect(leftOut).toBe(1);
});

const FAMILY = '👩‍👩‍👧';

test.each<ListFileFormat>(['csv', 'geojson', 'kml', 'gpx'])(
  '%s: 내 분류, 특별한 글자가 있는 태그, 시각까지 그대로 다시 읽는다',
  async (format) => {
    const facts = {
      ...noodles,
      userCategoryOverrideId: 'cafe',
      customTags: ['a|b', '국수;점심', '#혼밥', '쉼표, 태그', '"따옴표"', `${FAMILY} 가족`, '비 오는 날'],
      review: `${FAMILY} &amp; <b>굵게</b>`,
      linkedAt: Date.parse('2024-03-05T01:02:03Z'),
      visitedAt: Date.parse('2024-04-01T20:00:00Z'),
    };
    const onlyDay = { ...facts, id: 'kr:2', name: '둘째집', visitedAt: Date.parse('2024-04-02T00:00:00Z') };
    const undated = { ...facts, id: 'kr:3', name: '셋째집', visitedAt: null, customTags: [] };
    const { text } = writeListFile({
      format,
      restaurants: [facts, onlyDay, undated],
      categoryName: (id) => (id === 'noodles' ? '국수' : ''),
      title: '',
    });
    const { places, skipped, extraColumns } = await readFiles({
      files: [new File([text], `momokzi.${format}`)],
      limit: 10,
    });
    expect([skipped, extraColumns]).toEqual([[], []]);
    const asExpected = ({ id, name, customTags, linkedAt, visitedAt }: typeof facts | typeof undated) => ({
      placeId: id,
      name,
      address: noodles.address,
      phoneNumber: noodles.phoneNumber,
      tags: customTags,
      categoryId: 'cafe',
      review: facts.review,
      rating: 4.5,
      status: '방문 완료',
      savedAt: linkedAt,
      visitedAt,
      isShared: true,
      isAnonymous: true,
      coordinates: noodles.coordinates,
      sourceKind: 'tv',
      sourceMemo: noodles.sourceMemo,
    });
    expect(places).toMatchObject([facts, onlyDay, undated].map(asExpected));
  },
);
