import { expect, test } from 'vitest';
import { IMPORT_ROWS_MAXIMUM } from '#features/transfer/imports.contract.ts';
import type { FilePlace, FileProblemCode, FileSource } from './file-place.ts';
import { readFiles } from './read-files.ts';
import { fileOf, inCp949, inUtf16, nodeCp949, storedZip, zipOf } from './read-files.test-factory.ts';
import { workbookOf } from './workbooks.test-factory.ts';

/**
 * Five further inputs of each kind. They were written from the habits of phones, Excel, Finder and Windows, by a person
 * who did not write the readers.
 */
type Case = [
  what: string,
  files: FileSource | FileSource[],
  places: Partial<FilePlace>[],
  more?: { skipped?: string[]; problems?: FileProblemCode[] },
];

const day = (written: string) => Date.parse(`${written}T00:00:00Z`);
const lines = (...all: string[]) => all.join('\r\n');
const json = (name: string, value: unknown) => fileOf(name, JSON.stringify(value));
const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${body}`;
const kml = (body: string) =>
  xml(`<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>서촌</name>${body}</Document></kml>`);
const gpx = (body: string) =>
  fileOf(
    '경로.gpx',
    xml(`<gpx version="1.1" creator="Locus" xmlns="http://www.topografix.com/GPX/1/1">${body}</gpx>`),
  );

const TAKEOUT: Case[] = [
  [
    '테이크아웃 CSV, 영어, BOM, 빈 첫 행',
    fileOf(
      'Want to go.csv',
      `\ufeff${lines('Title,Note,URL,Tags,Comment', ',,,,', '낮달,,https://www.google.com/maps/place/%EB%82%AE%EB%8B%AC/data=!4m2!3m1!1s0x357ca2:0xabc1,,"비 오는 날, 창가"', '')}`,
    ),
    [{ name: '낮달', note: '비 오는 날, 창가', tags: ['Want to go'] }],
  ],
  [
    '테이크아웃 CSV, 옛 머리글과 좌표 링크',
    fileOf(
      '즐겨찾기.csv',
      lines('제목,메모,URL', '떨어뜨린 핀,차 세운 곳,"https://www.google.com/maps/search/37.5512,126.9882"'),
    ),
    [{ coordinates: { lat: 37.5512, lng: 126.9882 }, note: '차 세운 곳' }],
  ],
  [
    '저장한 장소.json, 새 모양, 좌표 0,0',
    json('저장한 장소.json', {
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [0, 0] },
          properties: {
            date: '2025-03-02T10:20:30Z',
            google_maps_url: 'http://maps.google.com/?cid=12345',
            location: {
              name: '물결식당',
              address: '대한민국 부산광역시 수영구 민락로 10',
              country_code: 'KR',
            },
          },
        },
      ],
    }),
    [{ name: '물결식당', address: '부산광역시 수영구 민락로 10', coordinates: null }],
  ],
  [
    'Saved Places.json, 옛 모양',
    json('Saved Places.json', {
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [129.118, 35.153] },
          properties: {
            'Google Maps URL': 'http://maps.google.com/?cid=777',
            Location: {
              Address: '부산 수영구 광안로 1',
              'Business Name': 'Wave Noodle',
              'Country Code': 'KR',
            },
            Title: 'Wave Noodle',
            Published: '2019-05-01T00:00:00Z',
          },
        },
      ],
    }),
    [{ name: 'Wave Noodle', address: '부산 수영구 광안로 1', coordinates: { lat: 35.153, lng: 129.118 } }],
  ],
  [
    '리뷰.json',
    json('리뷰.json', {
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [126.97, 37.57] },
          properties: {
            date: '2024-11-20T03:00:00Z',
            five_star_rating_published: 4,
            google_maps_url: 'http://maps.google.com/?cid=9',
            location: { name: '노을국밥', address: '서울특별시 종로구 자하문로 9' },
            review_text_published: '국물이 맑아요',
          },
        },
      ],
    }),
    [{ name: '노을국밥', rating: 4, review: '국물이 맑아요', status: '방문 완료' }],
  ],
];

const MAPS: Case[] = [
  [
    'My Maps KMZ, 주소만 있는 곳과 설명의 줄바꿈',
    fileOf(
      '서촌 지도.kmz',
      zipOf({
        'doc.kml': kml(
          '<Folder><name>점심</name><Placemark><name>옥인면옥</name><description><![CDATA[수육<br>평일만]]></description><address>서울 종로구 옥인길 3</address></Placemark></Folder>',
        ),
      }),
    ),
    [{ name: '옥인면옥', address: '서울 종로구 옥인길 3', note: '수육\n평일만' }],
  ],
  [
    'KML, 높이가 있는 좌표와 줄바꿈',
    fileOf(
      '핀.kml',
      kml(
        '<Placemark>\n<name> 누하분식 </name>\n<Point>\n<coordinates>\n126.968,37.579,12.5\n</coordinates></Point></Placemark>',
      ),
    ),
    [{ name: '누하분식', coordinates: { lat: 37.579, lng: 126.968 } }],
  ],
  [
    'KML, 영어 머리글의 ExtendedData',
    fileOf(
      '목록.kml',
      kml(
        '<Placemark><name>통의식탁</name><ExtendedData><Data name="Address"><value>서울 종로구 통의동 7</value></Data><Data name="Phone"><value>02-555-0100</value></Data></ExtendedData><Point><coordinates>126.97,37.58</coordinates></Point></Placemark>',
      ),
    ),
    [{ name: '통의식탁', address: '서울 종로구 통의동 7', phoneNumber: '02-555-0100' }],
  ],
  [
    'KML, 이름의 엔티티와 이모지',
    fileOf(
      'm.kml',
      kml(
        '<Placemark><name>빵 &amp; 밥 🍞</name><Point><coordinates>126.9,37.5</coordinates></Point></Placemark>',
      ),
    ),
    [{ name: '빵 & 밥 🍞' }],
  ],
  [
    'KML, 접두사가 있는 이름공간',
    fileOf(
      'ns.kml',
      xml(
        '<kml:kml xmlns:kml="http://www.opengis.net/kml/2.2"><kml:Document><kml:Placemark><kml:name>체부국수</kml:name><kml:Point><kml:coordinates>126.97,37.57</kml:coordinates></kml:Point></kml:Placemark></kml:Document></kml:kml>',
      ),
    ),
    [{ name: '체부국수' }],
  ],
  [
    'GPX, 이름과 설명',
    gpx('<wpt lat="37.5" lon="127.0"><name>한강라면</name><desc>편의점 앞</desc></wpt>'),
    [{ name: '한강라면', note: '편의점 앞' }],
  ],
  [
    'GPX, 시각과 링크',
    gpx(
      '<wpt lat="35.1" lon="129.0"><time>2026-04-01T03:00:00Z</time><name>영도포차</name><link href="https://naver.me/Xabc1234"><text>지도</text></link></wpt>',
    ),
    [{ name: '영도포차', link: 'https://naver.me/Xabc1234' }],
  ],
  [
    'GPX 1.0',
    fileOf(
      'old.gpx',
      xml(
        '<gpx version="1.0" creator="MapSource" xmlns="http://www.topografix.com/GPX/1/0"><wpt lat="33.5" lon="126.5"><name>제주식당</name><cmt>고기국수</cmt></wpt></gpx>',
      ),
    ),
    [{ name: '제주식당', note: '고기국수' }],
  ],
  [
    'GPX, 작은따옴표 속성',
    gpx("<wpt lon='128.6' lat='35.87'><name>동성로 찜갈비</name></wpt>"),
    [{ coordinates: { lat: 35.87, lng: 128.6 } }],
  ],
  [
    'GPX, 트랙은 곳이 아니다',
    gpx(
      '<trk><name>산책</name><trkseg><trkpt lat="37" lon="127"/></trkseg></trk><wpt lat="37.1" lon="127.1"><name>쉼터</name></wpt>',
    ),
    [{ name: '쉼터' }],
    { skipped: ['산책'] },
  ],
  [
    'GeoJSON, 이름이 title이다',
    json('a.geojson', {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [127, 37.5] },
      properties: { title: '갈잎', address: '서울 강동구 성내로 3' },
    }),
    [{ name: '갈잎', address: '서울 강동구 성내로 3' }],
  ],
  [
    'GeoJSON, 한국어 속성',
    json('b.geojson', {
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [127, 37.5] },
          properties: { 상호명: '들녘', 주소: '경기 여주시 세종로 2', 메모: '쌀밥' },
        },
      ],
    }),
    [{ name: '들녘', address: '경기 여주시 세종로 2', note: '쌀밥' }],
  ],
  [
    'GeoJSON, geometry가 null이다',
    json('c.geojson', {
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', geometry: null, properties: { name: '주소만', address: '서울 중구 퇴계로 1' } },
      ],
    }),
    [{ name: '주소만', address: '서울 중구 퇴계로 1' }],
  ],
  [
    'GeoJSON, BOM과 줄바꿈',
    fileOf(
      'd.geojson',
      `\ufeff\n${JSON.stringify({ type: 'FeatureCollection', name: '주말', features: [{ type: 'Feature', properties: { name: '주말식당' }, geometry: { type: 'Point', coordinates: [126.9, 37.4] } }] }, null, 2)}`,
    ),
    [{ name: '주말식당' }],
  ],
  [
    'GeoJSON, 이름이 있는 다각형은 그 가운데다',
    json('e.geojson', {
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          geometry: {
            type: 'Polygon',
            coordinates: [
              [
                [1, 1],
                [1, 2],
                [2, 2],
                [1, 1],
              ],
            ],
          },
          properties: { name: '구역' },
        },
      ],
    }),
    [{ name: '구역', coordinates: { lat: 1.5, lng: 1.5 } }],
  ],
];

const ROW = '물레,서울 마포구 동교로 1,4.5';
const TABLES: Case[] = [
  [
    'CSV, CP949',
    fileOf('맛집.csv', inCp949(lines('상호,주소,별점', '햅쌀밥집,서울 중랑구 면목로 3,4', ''))),
    [{ name: '햅쌀밥집', rating: 4 }],
  ],
  [
    'CSV, UTF-16 LE와 탭 (유니코드 텍스트)',
    fileOf('맛집.txt', inUtf16(lines('이름\t주소\t메모', '물레\t서울 마포구 동교로 1\t곱빼기', ''), 'le')),
    [{ name: '물레', note: '곱빼기' }],
  ],
  [
    'CSV, 세미콜론과 쉼표 소수',
    fileOf('x.csv', lines('이름;주소;평점', '물레;서울 마포구 동교로 1;4,5')),
    [{ name: '물레', rating: 4.5 }],
  ],
  ['CSV, sep= 줄', fileOf('x.csv', lines('sep=,', '이름,주소,별점', ROW)), [{ name: '물레', rating: 4.5 }]],
  [
    'CSV, 빈 열과 병합한 제목 행',
    fileOf('x.csv', lines('우리 동네 맛집,,,', ',,,', '이름,주소,별점,', `${ROW},`, ',,,')),
    [{ name: '물레' }],
  ],
  [
    'CSV, 셀 안의 줄바꿈과 따옴표',
    fileOf('x.csv', lines('이름,주소,메모', '"물레 ""본점""",서울 마포구 동교로 1,"첫 줄\n둘째 줄"')),
    [{ name: '물레 "본점"', note: '첫 줄\n둘째 줄' }],
  ],
];

const VALUES: Case[] = [
  [
    '날짜와 평점의 표기',
    fileOf(
      '기록.csv',
      lines(
        '가게,주소,평점,다녀온 날,방문여부',
        '하나,서울 중구 예시로 1,4점/5점,2026년 11월 3일,',
        '둘,서울 중구 예시로 2,★★★,26.11.3,',
        '셋,서울 중구 예시로 3,★★★☆☆,2026/11/03,',
        '넷,서울 중구 예시로 4,4.0 / 5.0,2026-11-03,O',
        '다섯,서울 중구 예시로 5,별 다섯,"2026. 11. 3",예',
        '여섯,서울 중구 예시로 6,,,가보고 싶음',
      ),
    ),
    [
      { rating: 4, visitedAt: day('2026-11-03') },
      { rating: 3, visitedAt: day('2026-11-03') },
      { rating: 3, visitedAt: day('2026-11-03') },
      { rating: 4, status: '방문 완료' },
      { status: '방문 완료', visitedAt: day('2026-11-03') },
      { status: '방문 예정' },
    ],
  ],
];

const ZIPS: Case[] = [
  [
    'Finder의 ZIP: NFD 이름과 __MACOSX',
    fileOf(
      '보관.zip',
      storedZip([
        [Buffer.from('가고 싶은 곳.csv'.normalize('NFD')), lines('이름,주소', '물레,서울 마포구 동교로 1')],
        [Buffer.from('__MACOSX/._가고 싶은 곳.csv'), 'x'],
      ]),
    ),
    [{ name: '물레', tags: ['가고 싶은 곳'] }],
  ],
  [
    'Windows의 ZIP: CP949 이름과 CP949 내용',
    fileOf(
      '압축.zip',
      storedZip([[inCp949('회사 근처.csv'), inCp949(lines('이름,주소', '햅쌀밥집,서울 중구 예시로 1'))]]),
    ),
    [{ name: '햅쌀밥집', tags: ['회사 근처'] }],
  ],
  [
    'ZIP 안의 폴더와 GPX',
    fileOf(
      'a.zip',
      zipOf({
        '여행/': '',
        '여행/점.gpx':
          '<?xml version="1.0"?><gpx version="1.1" creator="a"><wpt lat="37" lon="127"><name>산마루</name></wpt></gpx>',
      }),
    ),
    [{ name: '산마루' }],
  ],
  [
    'ZIP 안의 사진은 건너뛴다',
    fileOf(
      'a.zip',
      zipOf({ 'IMG_1.HEIC': 'x', 'list.csv': lines('이름,주소', '물레,서울 마포구 동교로 1') }),
    ),
    [{ name: '물레' }],
  ],
  [
    'ZIP 안의 KMZ 둘',
    fileOf(
      'a.zip',
      zipOf({
        '하나.kmz': zipOf({
          'doc.kml': kml(
            '<Placemark><name>하나식당</name><Point><coordinates>127,37</coordinates></Point></Placemark>',
          ),
        }),
        '둘.kmz': zipOf({
          'doc.kml': kml(
            '<Placemark><name>둘식당</name><Point><coordinates>127.1,37</coordinates></Point></Placemark>',
          ),
        }),
      }),
    ),
    [{ name: '하나식당' }, { name: '둘식당' }],
  ],
];

const SHARED = '[네이버지도]\n물레\n서울 마포구 동교로 1\nhttps://naver.me/xAbCdEf1';
const CHATS: Case[] = [
  [
    '카카오톡, iPhone 한국어',
    fileOf(
      'Talk_2026.11.20 17:40-1.txt',
      `맛집방 3 카카오톡 대화\n저장한 날짜 : 2026. 11. 20. 오후 5:40\n\n\n2026년 11월 20일 금요일\n2026. 11. 20. 오후 5:38, 민지 : ${SHARED}\n2026. 11. 20. 오후 5:39, 은조 : ㅇㅋ\n`,
    ),
    [{ name: '물레', address: '서울 마포구 동교로 1' }],
  ],
  [
    '카카오톡, iPhone 영어',
    fileOf(
      'Talk.txt',
      `KakaoTalk Chats with 맛집방\nDate Saved : Nov 20, 2026 at 5:40 PM\n\nFriday, November 20, 2026\nNov 20, 2026 at 5:38 PM, 민지 : ${SHARED}\n`,
    ),
    [{ name: '물레' }],
  ],
  [
    '카카오톡, Android 한국어',
    fileOf(
      'KakaoTalkChats.txt',
      `맛집방 카카오톡 대화\n저장한 날짜 : 2026년 11월 20일 오후 5:40\n\n2026년 11월 20일 오후 5:38, 회원님 : ${SHARED}\n2026년 11월 20일 오후 5:39, 은조 : 사진 2장\n`,
    ),
    [{ name: '물레' }],
  ],
  [
    '카카오톡, Windows',
    fileOf(
      'KakaoTalk_20261120_1740_11_223_group.txt',
      `\ufeff맛집방 님과 카카오톡 대화\r\n저장한 날짜 : 2026-11-20 17:40:11\r\n\r\n--------------- 2026년 11월 20일 금요일 ---------------\r\n[민지] [오후 5:38] ${SHARED.replaceAll('\n', '\r\n')}\r\n[은조] [오후 5:39] 넵\r\n`,
    ),
    [{ name: '물레' }],
  ],
  [
    '카카오톡, Mac',
    fileOf(
      'KakaoTalk_Chat_맛집방_2026-11-20-17-40-11.csv',
      `\ufeffDate,User,Message\n2026-11-20 17:38:01,"민지","${SHARED}"\n2026-11-20 17:39:00,"은조","은조님이 나갔습니다."\n`,
    ),
    [{ name: '물레' }],
  ],
];

const WORKBOOKS: Case[] = [
  [
    '엑셀: 숫자 이름, 날짜, 여러 시트',
    fileOf(
      '맛집 정리.xlsx',
      workbookOf({
        Sheet1: [
          ['이름', '주소', '평점', '방문일'],
          [1988, '서울 마포구 와우산로 1', 4.5, new Date('2026-11-20')],
          ['물레', '서울 마포구 동교로 1', '', ''],
        ],
        대전: [
          ['상호', '주소'],
          ['갑천두부', '대전 유성구 농대로 2'],
        ],
        계산: [
          ['합계', '평균'],
          [3, 4],
        ],
      }),
    ),
    [
      { name: '1988', rating: 4.5, visitedAt: day('2026-11-20'), tags: ['맛집 정리'] },
      { name: '물레', rating: null },
      { name: '갑천두부', tags: ['대전'] },
    ],
    { skipped: ['맛집 정리.xlsx/계산'] },
  ],
  [
    'ZIP 안의 엑셀',
    fileOf(
      'a.zip',
      zipOf({
        '목록.xlsx': workbookOf({
          시트1: [
            ['이름', '주소'],
            ['물레', '서울 마포구 동교로 1'],
          ],
        }),
      }),
    ),
    [{ name: '물레', tags: ['목록'] }],
  ],
  [
    '엑셀: 제목 행이 위에 있다',
    fileOf(
      'b.xlsx',
      workbookOf({ Sheet1: [['우리 팀 점심'], [], ['가게', '위치'], ['물레', '서울 마포구 동교로 1']] }),
    ),
    [{ name: '물레', address: '서울 마포구 동교로 1' }],
  ],
  ['엑셀: 빈 통합 문서', fileOf('c.xlsx', workbookOf({ Sheet1: [] })), [], { problems: ['no_places'] }],
  ['엑셀이 아닌 파일', fileOf('d.xlsx', zipOf({ 'a.txt': 'x' })), [], { problems: ['spreadsheet'] }],
];

test.each([...TAKEOUT, ...MAPS, ...TABLES, ...VALUES, ...ZIPS, ...CHATS, ...WORKBOOKS])(
  '%s',
  async (_, files, places, more = {}) => {
    const read = await readFiles({ limit: IMPORT_ROWS_MAXIMUM, files: [files].flat(), cp949: nodeCp949 });
    expect(read.places).toMatchObject(places);
    expect(read.skipped.map(({ label }) => label)).toEqual(more.skipped ?? []);
    expect(read.problems.map(({ code }) => code)).toEqual(more.problems ?? []);
  },
);
