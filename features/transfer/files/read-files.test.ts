import { expect, test } from 'vitest';
import { IMPORT_ROWS_MAXIMUM } from '#features/transfer/imports.contract.ts';
import type { FileSource } from './file-place.ts';
import { readFiles } from './read-files.ts';
import { fileOf, inCp949, inUtf16, nodeCp949, zipOf } from './read-files.test-factory.ts';

const read = (...files: FileSource[]) => readFiles({ limit: IMPORT_ROWS_MAXIMUM, files, cp949: nodeCp949 });
const MIB = 1024 * 1024;

test('Google 테이크아웃의 저장 목록 CSV를 읽고, 파일 이름이 태그가 된다', async () => {
  const csv = [
    '성수동에서 가 볼 곳\r\n\r\nTitle,Note,URL,Tags,Comment\r\n',
    ',,,,\r\n',
    '하동관,"국물이 ""진한"" 곳\n수육도",https://www.google.com/maps/place/%ED%95%98%EB%8F%99%EA%B4%80/data=!4m2!3m1!1s0x357ca2f1:0x9d1c,,점심만\r\n',
    ',,https://www.google.com/maps/place/%EC%9A%B0%EB%9E%98%EC%98%A5/data=!4m2!3m1!1s0x1:0x2,,\r\n',
    '놓은 핀,,"https://www.google.com/maps/search/37.5445,127.0557",,\r\n',
    '어떤 영화,,https://www.google.com/search?q=movie,,\r\n',
  ].join('');
  const { places, problems } = await read(fileOf('성수 맛집.csv', `\ufeff${csv}`));
  expect(problems).toEqual([]);
  expect(places).toMatchObject([
    { name: '하동관', note: '국물이 "진한" 곳\n수육도\n점심만', tags: ['성수 맛집'], coordinates: null },
    { name: '우래옥', address: '' },
    { name: '놓은 핀', coordinates: { lat: 37.5445, lng: 127.0557 } },
  ]);
  expect(places).toHaveLength(3);
});

test('Saved Places.json의 옛 모양과 새 모양을 읽고, [0, 0]은 모르는 좌표다', async () => {
  const old = {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [126.9849, 37.5646] },
        properties: {
          'Google Maps URL': 'http://maps.google.com/?cid=123',
          Location: {
            Address: '대한민국 서울특별시 중구 명동9길 12',
            'Business Name': '하동관',
            'Country Code': 'KR',
            'Geo Coordinates': { Latitude: '37.5646', Longitude: '126.9849' },
          },
          Published: '2019-01-02T03:04:05Z',
          Title: '하동관 본점',
          Updated: '2019-01-02T03:04:05Z',
        },
      },
    ],
  };
  const now = {
    type: 'FeatureCollection',
    features: [
      {
        geometry: { coordinates: [0, 0], type: 'Point' },
        properties: {
          date: '2024-05-06T07:08:09Z',
          google_maps_url: 'http://maps.google.com/?cid=456',
          location: { address: '서울특별시 중구 창경궁로 62-29', country_code: 'KR', name: '우래옥' },
        },
        type: 'Feature',
      },
    ],
  };
  const { places } = await read(
    fileOf('Saved Places.json', JSON.stringify(old, null, 2)),
    fileOf('저장한 장소.json', JSON.stringify(now)),
  );
  expect(places).toMatchObject([
    {
      name: '하동관',
      address: '서울특별시 중구 명동9길 12',
      coordinates: { lat: 37.5646, lng: 126.9849 },
      tags: [],
    },
    { name: '우래옥', address: '서울특별시 중구 창경궁로 62-29', coordinates: null },
  ]);
});

test('테이크아웃 ZIP을 통째로 읽고, 장소가 아닌 파일은 건너뛴다', async () => {
  const zip = zipOf({
    'Takeout/archive_browser.html': '<html></html>',
    'Takeout/저장됨/데이트.csv': 'Title,Note,URL\n을지면옥,,https://www.google.com/maps/place/a/data=!1\n',
    'Takeout/저장됨/빈 목록.csv': 'Title,Note,URL\n',
    'Takeout/저장됨/냉면.csv': 'Title,Note,URL\n을지면옥,,https://www.google.com/maps/place/a/data=!1\n',
    'Takeout/지도/설정.json': '{"a": [1, 2]}',
    'Takeout/지도(내 장소)/저장한 장소.json':
      '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null,"properties":{"location":{"name":"필동면옥","address":"서울 중구 서애로 26"}}}]}',
  });
  const { places, problems, unknownTables } = await read(fileOf('takeout-20261123.zip', zip));
  expect(problems).toEqual([]);
  expect(unknownTables).toEqual([]);
  expect(places).toMatchObject([
    { name: '을지면옥', tags: ['데이트', '냉면'] },
    { name: '필동면옥', tags: [] },
  ]);
});

test('목록이나 따옴표 안의 쉼표는 태그를 나누지 않는다', async () => {
  const feature = (tags: unknown, at: number) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [127 + at, 37.5] },
    properties: { name: `물레 ${at}`, tags },
  });
  const features = [['매운, 안주', '혼밥', '"최애"'], '"매운, 안주",혼밥', '매운, 안주;"최애" 맛집'].map(
    feature,
  );
  const { places } = await read(fileOf('a.geojson', JSON.stringify({ type: 'FeatureCollection', features })));
  expect(places.map(({ tags }) => tags)).toEqual([
    ['a', '매운, 안주', '혼밥', '"최애"'],
    ['a', '매운, 안주', '혼밥'],
    ['a', '매운', '안주', '"최애" 맛집'],
  ]);
});

const KML = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>내 지도</name>
<Style id="a"><IconStyle><Icon><href>http://example.test/a.png</href></Icon></IconStyle></Style>
<Folder><name>부산 &amp; 경남</name>
<Placemark><name>밀면집</name><description><![CDATA[여름에만<br>줄이 <b>길다</b>]]></description>
<Point><coordinates>
 129.0403,35.1151,0
</coordinates></Point></Placemark>
<Placemark><name>주소만</name><address>부산광역시 중구 광복로 1</address></Placemark>
</Folder>
<Placemark><ExtendedData><SchemaData schemaUrl="#s"><SimpleData name="Title">숨은 이름</SimpleData>
<SimpleData name="Address">서울 중구 을지로 1</SimpleData></SchemaData></ExtendedData></Placemark>
<Placemark><name>산책길</name><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark>
</Document></kml>`;

test('KML의 폴더, 설명, 확장 자료를 읽고, 선은 장소가 아니다', async () => {
  const { places } = await read(fileOf('map.kml', KML));
  expect(places).toMatchObject([
    {
      name: '밀면집',
      note: '여름에만\n줄이 길다',
      coordinates: { lat: 35.1151, lng: 129.0403 },
      tags: ['부산 & 경남'],
    },
    { name: '주소만', address: '부산광역시 중구 광복로 1', coordinates: null, tags: ['부산 & 경남'] },
    { name: '숨은 이름', address: '서울 중구 을지로 1', tags: ['내 지도'] },
  ]);
  expect(places).toHaveLength(3);
});

test('KMZ는 그 안의 KML이고, 접두사가 붙은 KML도 같다', async () => {
  const prefixed = KML.replaceAll(/<(\/?)(?=[A-Za-z])/g, '<$1k:').replace('xmlns=', 'xmlns:k=');
  const { places } = await read(fileOf('map.kmz', zipOf({ 'doc.kml': KML })));
  const names = ['밀면집', '주소만', '숨은 이름'];
  expect(places.map(({ name }) => name)).toEqual(names);
  expect((await read(fileOf('b.kml', prefixed))).places.map(({ name }) => name)).toEqual(names);
});

test('GPX의 지점을 읽고, 경로의 점은 장소가 아니다', async () => {
  const gpx = `<?xml version="1.0"?><gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">
<metadata><name>제주</name></metadata>
<wpt lat="33.4996" lon="126.5312"><name>고기국수</name><cmt>면이 굵다</cmt><desc>제주시</desc>
<link href="https://naver.me/abc"><text>a</text></link><type>국수</type>
<extensions><m:address xmlns:m="urn:x">제주특별자치도 제주시 관덕로 1</m:address></extensions></wpt>
<trk><trkseg><trkpt lat="1" lon="2"><name>아님</name></trkpt></trkseg></trk></gpx>`;
  const { places } = await read(fileOf('a.gpx', gpx));
  expect(places).toEqual([
    expect.objectContaining({
      name: '고기국수',
      address: '제주특별자치도 제주시 관덕로 1',
      coordinates: { lat: 33.4996, lng: 126.5312 },
      note: '면이 굵다\n제주시',
      link: 'https://naver.me/abc',
      tags: ['제주', '국수'],
    }),
  ]);
});

test.each([
  ['UTF-8', (text: string) => text],
  ['UTF-8 (BOM)', (text: string) => `\ufeff${text}`],
  ['UTF-16 LE', (text: string) => inUtf16(text, 'le')],
  ['UTF-16 BE', (text: string) => inUtf16(text, 'be')],
  ['CP949', inCp949],
])('%s로 저장한 표를 같은 글자로 읽는다', async (_, encode) => {
  const table = '상호명;도로명 주소;비고\r\n똠방각하 뷁집;서울 중구 을지로 1;햏\r\n';
  const { places, problems } = await read(fileOf('맛집.csv', encode(table)));
  expect(problems).toEqual([]);
  expect(places).toMatchObject([{ name: '똠방각하 뷁집', address: '서울 중구 을지로 1', note: '햏' }]);
});

test('열 이름을 모르는 표는 묻고, 답을 기억하면 읽는다', async () => {
  const file = fileOf(
    '표.tsv',
    '무엇\t어디\t별표\n온달국수\t서울 종로구 예시로 1\t5\n\n둘째집\t서울 중구 을지로 2\t4\n',
  );
  const asked = await read(file);
  expect(asked.places).toEqual([]);
  expect(asked.problems).toEqual([]);
  expect(asked.unknownTables).toEqual([
    {
      file: '표.tsv',
      table: {
        key: '무엇\t어디\t별표',
        header: ['무엇', '어디', '별표'],
        sample: [
          ['온달국수', '서울 종로구 예시로 1', '5'],
          ['둘째집', '서울 중구 을지로 2', '4'],
        ],
        guess: {},
      },
    },
  ]);
  const { places } = await readFiles({
    limit: IMPORT_ROWS_MAXIMUM,
    files: [file],
    mappingOf: (key) => (key === '무엇\t어디\t별표' ? { name: 0, address: 1, rating: 2 } : null),
  });
  expect(places).toMatchObject([
    { name: '온달국수', address: '서울 종로구 예시로 1', rating: 5 },
    { name: '둘째집', rating: 4 },
  ]);
});

test('모먹지의 CSV와 GeoJSON을 그대로 다시 읽는다', async () => {
  const csv =
    '\ufeff이름,주소,동,위도,경도,전화번호,분류,상태,평점,리뷰,태그,출처,출처 메모,등록일,방문일,공개,장소 ID\r\n' +
    '온달국수,서울 종로구 예시로 1,예시동,37.57,126.98,02-123-4567,면,방문 완료,4.5,"국물, 최고","국수, 점심",지인,민지가,2026-11-20,1965-05-01,비공개,kr:123\r\n' +
    "'=SUM(1),서울 종로구 예시로 2,,,,,면,방문 예정,,,,,,2026-11-20,,비공개,kr:124\r\n";
  const geojson = JSON.stringify({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [126.98, 37.57] },
        properties: {
          placeId: 'kr:123',
          name: '온달국수',
          address: '서울 종로구 예시로 1',
          phoneNumber: '02-123-4567',
          status: '방문 완료',
          rating: 4.5,
          review: '국물, 최고',
          category: '면',
          tags: ['국수', '점심'],
          sourceKind: 'person',
          sourceMemo: '민지가',
        },
      },
    ],
  });
  const expected = {
    name: '온달국수',
    address: '서울 종로구 예시로 1',
    phoneNumber: '02-123-4567',
    coordinates: { lat: 37.57, lng: 126.98 },
    status: '방문 완료',
    rating: 4.5,
    review: '국물, 최고',
    tags: ['국수', '점심'],
    sourceKind: 'person',
    sourceMemo: '민지가',
    placeId: 'kr:123',
  };
  expect((await read(fileOf('모먹지.csv', csv))).places).toMatchObject([
    { ...expected, savedAt: Date.UTC(2026, 10, 20), visitedAt: Date.UTC(1965, 4, 1) },
    { name: '=SUM(1)', tags: [], status: '방문 예정' },
  ]);
  expect((await read(fileOf('momokzi.geojson', geojson))).places).toMatchObject([expected]);
  expect((await read(fileOf('모먹지.csv', csv), fileOf('momokzi.geojson', geojson))).places).toHaveLength(2);
});

test('한 파일의 잘못은 다른 파일을 망치지 않고, 잘못 앞의 장소는 남는다', async () => {
  const { places, problems } = await read(
    fileOf('사진.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3])),
    fileOf('끊긴.kml', KML.slice(0, KML.indexOf('<Placemark><ExtendedData>') + 40)),
    fileOf('끊긴.json', '{"features":[{"properties":{"name":"가나","address":"서울 중구 을지로 9"}},{"prop'),
    fileOf('빈.csv', ''),
    fileOf('이름.csv', '이름,주소\n다라,서울 중구 을지로 3\n'),
  );
  expect(problems).toEqual([
    { file: '사진.csv', code: 'unreadable_text' },
    { file: '끊긴.kml', code: 'damaged' },
    { file: '끊긴.json', code: 'damaged' },
    { file: '빈.csv', code: 'no_places' },
  ]);
  expect(places.map(({ name }) => name)).toEqual(['밀면집', '주소만', '가나', '다라']);
});

test('열 수 없거나 너무 큰 파일은 이름을 알리고 나머지를 읽는다', async () => {
  const unopened = (name: string, size: number) => ({
    name,
    size,
    stream: () => {
      throw new DOMException('The file could not be read.', 'NotReadableError');
    },
  });
  const { places, problems } = await read(
    unopened('클라우드.csv', 10),
    unopened('영상.mp4', 101 * MIB),
    fileOf('이름.csv', '이름,주소\n다라,서울 중구 을지로 3\n'),
  );
  expect(problems).toEqual([
    { file: '클라우드.csv', code: 'not_readable' },
    { file: '영상.mp4', code: 'too_large' },
  ]);
  expect(places.map(({ name }) => name)).toEqual(['다라']);
});

test.each([1, 2, 3, 4])('%i번째로 읽다가 끊긴 UTF-8 파일을 다른 글자로 읽지 않는다', async (lostAt) => {
  const file = fileOf('클라우드.csv', '이름,주소\n다라,서울 중구 을지로 3\n');
  let reads = 0;
  const stream = () =>
    (reads += 1) === lostAt
      ? new ReadableStream<Uint8Array>({
          pull: (controller) => controller.error(new DOMException('lost', 'NotReadableError')),
        })
      : file.stream();
  const { places, problems } = await read({ name: file.name, size: file.size, stream });
  expect(places).toEqual([]);
  expect(problems).toEqual([{ file: '클라우드.csv', code: 'not_readable' }]);
});

test('ZIP 안의 잘못된 파일은 이름을 알리고 나머지를 읽는다', async () => {
  const table = (name: string) => `이름,주소\n${name},서울 중구 을지로 3\n`;
  const zip = zipOf({
    '처음.csv': table('처음'),
    '깨진.csv': table('깨진'),
    '끊긴.json': '{"features":[',
    '끝.csv': table('끝'),
  });
  // Damages the compressed bytes of the second entry: in DEFLATE, 3 is not a valid block type.
  const at = Buffer.from(zip).indexOf('깨진.csv') + Buffer.byteLength('깨진.csv');
  zip[at] = 0xff;
  const { places, problems } = await read(fileOf('모음.zip', zip));
  expect(places.map(({ name }) => name)).toEqual(['처음', '끝']);
  expect(problems).toEqual([
    { file: '모음.zip/깨진.csv', code: 'damaged_zip' },
    { file: '모음.zip/끊긴.json', code: 'damaged' },
  ]);
});

test('5,000곳까지 읽고 더 있으면 알린다', async () => {
  const rows = Array.from(
    { length: IMPORT_ROWS_MAXIMUM + 5 },
    (_, at) => `집 ${at},서울 중구 을지로 ${at + 1}`,
  );
  const { places, isTruncated } = await read(fileOf('a.csv', `이름,주소\n${rows.join('\n')}\n`));
  expect(places).toHaveLength(IMPORT_ROWS_MAXIMUM);
  expect(isTruncated).toBe(true);
});

test('나쁜 파일은 멈추지 않고 이유를 말한다', async () => {
  const problemOf = async (name: string, content: string | Uint8Array) => {
    const { problems, places } = await read(fileOf(name, content));
    expect(places).toEqual([]);
    return problems[0]?.code;
  };
  const zeros = new Uint8Array(90 * MIB);
  expect(await problemOf('폭탄.zip', zipOf({ 'a.csv': zeros, 'b.csv': zeros, 'c.csv': zeros }))).toBe(
    'inflates_too_much',
  );
  expect(await problemOf('가짜.zip', Buffer.from('PK\u0003\u0004이것은 ZIP이 아니다'))).toBe('damaged_zip');
  const xxe =
    '<?xml version="1.0"?><!DOCTYPE k [<!ENTITY x SYSTEM "file:///etc/passwd">]><kml><Placemark><name>&x;</name></Placemark></kml>';
  expect(await problemOf('xxe.kml', xxe)).toBe('damaged');
  const laughs =
    '<!DOCTYPE k [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><kml><Placemark><name>&b;</name></Placemark></kml>';
  expect(await problemOf('laughs.kml', laughs)).toBe('damaged');
  expect(await problemOf('깊은.kml', `<kml>${'<a>'.repeat(300_000)}`)).toBe('damaged');
  expect(await problemOf('깊은.json', `{"features":${'['.repeat(300_000)}`)).toBe('damaged');
  expect(await problemOf('넓은.csv', `이름${',a'.repeat(1_000_000)}\n가${',b'.repeat(1_000_000)}\n`)).toBe(
    'too_many_columns',
  );
  expect(await problemOf('한 줄.csv', 'a'.repeat(5 * MIB))).toBe('too_many_columns');
  expect(await problemOf('배열.json', '[1, 2]')).toBe('unknown_format');
  expect(
    (
      await readFiles({
        limit: IMPORT_ROWS_MAXIMUM,
        files: [{ name: 'a', size: 101 * MIB, stream: () => new Blob([]).stream() }],
      })
    ).problems,
  ).toEqual([{ file: 'a', code: 'too_large' }]);
}, 180_000);
