import { expect, test } from 'vitest';
import { IMPORT_ROWS_MAXIMUM } from '#features/transfer/imports.contract.ts';
import { withExtras } from '../extra-columns.ts';
import { isShortened, rowOfFile } from '../new-rows.ts';
import type { FilePlace, FileProblemCode, FileSource, SkipReason } from './file-place.ts';
import { readFiles } from './read-files.ts';
import { fileOf, inCp949, inUtf16, nodeCp949, storedZip, zipOf } from './read-files.test-factory.ts';

/**
 * What people bring, and what they expect to see. The inputs follow the habits of phones, Excel, Finder, Windows and
 * other apps. Each expected place is compared with `toMatchObject`, and the number of places is exact.
 */
type Case = [what: string, files: FileSource | FileSource[], expected: Expected];
type Expected = {
  places: Partial<FilePlace>[];
  skipped?: [label: string, reason: SkipReason][];
  problems?: FileProblemCode[];
  extras?: string[];
};

const day = (written: string) => Date.parse(`${written}T00:00:00Z`);
const at = (lat: number, lng: number) => ({ lat, lng });
const csv = (name: string, ...lines: string[]) => fileOf(name, `${lines.join('\r\n')}\r\n`);
const json = (name: string, value: unknown) => fileOf(name, JSON.stringify(value));
const kml = (placemarks: string) =>
  fileOf(
    '지도.kml',
    `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>지도</name>${placemarks}</Document></kml>`,
  );
const gpx = (points: string) =>
  fileOf(
    'a.gpx',
    `<?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="Garmin">${points}</gpx>`,
  );
const feature = (geometry: unknown, properties: unknown) => ({ type: 'Feature', geometry, properties });
const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', features });
const point = (lng: number, lat: number) => ({ type: 'Point', coordinates: [lng, lat] });
const maps = (name: string, id: string) =>
  `https://www.google.com/maps/place/${encodeURIComponent(name)}/data=!4m2!3m1!1s0x0:0x${id}`;

const TAKEOUT: Case[] = [
  [
    '한국어 테이크아웃 목록',
    csv(
      '가고 싶은 장소.csv',
      '제목,메모,URL,태그,댓글',
      ',,,,',
      `온달국수,"여름에만 가는 집\n주차 어려움",${maps('온달국수', '101')},,`,
      `달빛식당,,${maps('달빛식당', '102')},,점심만`,
    ),
    {
      places: [
        { name: '온달국수', note: '여름에만 가는 집\n주차 어려움', tags: ['가고 싶은 장소'] },
        { name: '달빛식당', note: '점심만' },
      ],
    },
  ],
  [
    '설명이 여러 줄인 목록',
    csv(
      '성수.csv',
      '성수동에서, 비 오는 날',
      '가기 좋은 곳',
      '1. 국수',
      '2. 커피',
      '3. 빵',
      '4. 술',
      '5. 떡',
      '',
      '제목,메모,URL,태그,댓글',
      ',,,,',
      `온달국수,메모,${maps('온달국수', '1')},국수,댓글`,
    ),
    { places: [{ name: '온달국수', note: '메모\n댓글', tags: ['성수', '국수'] }] },
  ],
  [
    '영화가 섞인 목록',
    csv(
      '보고 싶은 것.csv',
      'Title,Note,URL,Tags,Comment',
      '어떤 영화,,https://www.google.com/search?q=movie,,',
      `온달국수,,${maps('온달국수', '1')},,`,
    ),
    { places: [{ name: '온달국수' }], skipped: [['어떤 영화', 'web_page']] },
  ],
  [
    '한국어 이름의 ZIP: 목록, 리뷰, 저장한 장소, 라벨',
    fileOf(
      'takeout-20261128T021500Z-001.zip',
      zipOf({
        'Takeout/보관 파일_브라우저.html': '<html></html>',
        'Takeout/저장됨/가고 싶은 장소.csv': `제목,메모,URL,태그,댓글\n,,,,\n온달국수,,${maps('온달국수', '101')},,\n`,
        'Takeout/지도(내 장소)/리뷰.json': JSON.stringify(
          collection(
            feature(point(127.05, 37.54), {
              date: '2024-03-04T05:06:07Z',
              five_star_rating_published: 4,
              google_maps_url: 'http://maps.google.com/?cid=257',
              location: { address: '서울 성동구 예시로 1', name: '온달국수' },
              review_text_published: '국물이 좋아요',
            }),
          ),
        ),
        'Takeout/지도(내 장소)/저장한 장소.json': JSON.stringify(
          collection(
            feature(point(127.06, 37.55), {
              date: '2024-01-02T03:04:05Z',
              google_maps_url: 'http://maps.google.com/?cid=9',
              location: { address: '서울 성동구 예시로 2', name: '달빛식당' },
            }),
          ),
        ),
        'Takeout/지도/내 라벨이 지정된 장소/라벨이 지정된 장소.json': JSON.stringify(
          collection(feature(point(127.07, 37.56), { name: '단골집', address: '서울 성동구 예시로 3' })),
        ),
        'Takeout/지도/설정.json': '{"a": [1, 2]}',
      }),
    ),
    {
      places: [
        {
          name: '온달국수',
          address: '서울 성동구 예시로 1',
          rating: 4,
          review: '국물이 좋아요',
          status: '방문 완료',
          visitedAt: Date.parse('2024-03-04T05:06:07Z'),
          tags: ['가고 싶은 장소'],
        },
        { name: '달빛식당', status: null, tags: [] },
        { name: '단골집', address: '서울 성동구 예시로 3', tags: [] },
      ],
    },
  ],
  [
    'Saved Places.json: 위치 없는 것, 좌표만 있는 것, 이름이 링크에 있는 것',
    json(
      'Saved Places.json',
      collection(
        feature(point(0, 0), {
          date: '2024-01-02T03:04:05Z',
          google_maps_url: 'http://maps.google.com/?q=37.5412,127.0567',
          Comment: 'No location information is available for this saved place',
        }),
        feature(point(0, 0), {
          google_maps_url: `http://maps.google.com/?q=${encodeURIComponent('온달국수')}&ftid=0x357ca4d0:0x101`,
          Comment: 'No location information is available for this saved place',
        }),
        feature(point(127.05, 37.54), { google_maps_url: 'http://maps.google.com/?cid=1234567890' }),
        feature(point(0, 0), { google_maps_url: 'http://maps.google.com/?cid=55' }),
      ),
    ),
    {
      places: [
        { name: '', coordinates: at(37.5412, 127.0567), note: '' },
        { name: '온달국수', coordinates: null, note: '' },
        { name: '', coordinates: at(37.54, 127.05) },
      ],
      skipped: [['http://maps.google.com/?cid=55', 'nothing']],
    },
  ],
  [
    'Reviews.json: 별점이 없는 리뷰는 평점 없이',
    json(
      'Reviews.json',
      collection(
        feature(point(127.05, 37.54), {
          date: '2024-03-04T05:06:07Z',
          five_star_rating_published: 5,
          location: { address: '서울 성동구 예시로 1', name: '온달국수' },
        }),
        feature(point(127.05, 37.54), {
          date: '2020-03-04T05:06:07Z',
          five_star_rating_published: 0,
          location: { address: '서울 성동구 예시로 3', name: '무평점' },
        }),
      ),
    ),
    {
      places: [
        { name: '온달국수', rating: 5, status: '방문 완료', tags: [] },
        { name: '무평점', rating: null, note: '' },
      ],
    },
  ],
];

const SAME_PLACE: Case[] = [
  [
    '두 목록의 메모와 태그가 모두 남는다',
    [
      csv('데이트.csv', 'Title,Note,URL', `온달국수,분위기 좋음,${maps('온달국수', '1')}`),
      csv('국수.csv', 'Title,Note,URL', `온달국수,비빔국수,${maps('온달국수', '1')}`),
    ],
    { places: [{ name: '온달국수', note: '분위기 좋음\n비빔국수', tags: ['데이트', '국수'] }] },
  ],
  [
    '두 표의 빈 칸을 서로 채우고, 상태는 방문 완료로만 바뀐다',
    [
      csv('가.csv', '이름,주소,상태,별점', '온달국수,서울 성동구 예시로 1,방문 완료,4'),
      csv(
        '나.csv',
        '이름,주소,상태,별점,전화번호,한줄평',
        '온달국수,서울 성동구 예시로 1,방문 예정,2,02-123-4567,진한 국물',
      ),
    ],
    {
      places: [
        {
          status: '방문 완료',
          rating: 4,
          phoneNumber: '02-123-4567',
          review: '진한 국물',
          tags: ['가', '나'],
        },
      ],
    },
  ],
  [
    '같은 줄이 두 번 있어도 메모는 한 번',
    csv(
      'a.csv',
      '이름,주소,메모',
      '온달국수,서울 성동구 예시로 1,좋음',
      '온달국수,서울 성동구 예시로 1,좋음',
    ),
    { places: [{ note: '좋음' }] },
  ],
];

const SHAPES: Case[] = [
  [
    'KML의 MultiGeometry와 도형',
    kml(
      `<Placemark><name>온달국수</name><MultiGeometry><Point><coordinates>127.05,37.54</coordinates></Point><LineString><coordinates>127.05,37.54 127.06,37.55</coordinates></LineString></MultiGeometry></Placemark>
<Placemark><name>달빛식당</name><MultiGeometry><Polygon><outerBoundaryIs><LinearRing><coordinates>127,37 127.1,37 127.1,37.1 127,37</coordinates></LinearRing></outerBoundaryIs></Polygon></MultiGeometry></Placemark>
<Placemark><name>산책길</name><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark>
<Placemark><name>넷째집</name><Point><coordinates>127.05, 37.54, 0</coordinates></Point></Placemark>
<Placemark><Point><coordinates>127.07,37.56</coordinates></Point></Placemark>
<Placemark><styleUrl>#a</styleUrl></Placemark>`,
    ),
    {
      places: [
        { name: '온달국수', coordinates: at(37.54, 127.05) },
        { name: '달빛식당', coordinates: at(37.05, 127.05) },
        { name: '넷째집', coordinates: at(37.54, 127.05) },
        { name: '', coordinates: at(37.56, 127.07) },
      ],
      skipped: [
        ['산책길', 'shape'],
        ['', 'nothing'],
      ],
    },
  ],
  [
    'GPX: 이름 없는 지점, 같은 설명, 경로의 지점과 트랙',
    gpx(`<wpt lat="37.54" lon="127.05"><time>2026-01-02T03:04:05Z</time><name>온달국수</name><cmt>서울 성동구 예시로 1
점심만</cmt><desc>서울 성동구 예시로 1
점심만</desc><sym>Restaurant</sym></wpt>
<wpt lat="37.55" lon="127.06"><name/></wpt><wpt lat="37.56" lon="127.07"/>
<wpt lat="37.57" lon="127.08"><desc>설명만 있는 집</desc></wpt>
<rte><name>먹자골목</name><rtept lat="37.58" lon="127.09"><name>달빛식당</name></rtept><rtept lat="37.59" lon="127.1"/></rte>
<trk><name>아침 산책</name><trkseg><trkpt lat="1" lon="2"><name>아님</name></trkpt></trkseg></trk>`),
    {
      places: [
        { name: '온달국수', note: '서울 성동구 예시로 1\n점심만' },
        { name: '', coordinates: at(37.55, 127.06) },
        { name: '', coordinates: at(37.56, 127.07) },
        { name: '', note: '설명만 있는 집' },
        { name: '달빛식당', coordinates: at(37.58, 127.09) },
      ],
      skipped: [
        ['37.59000, 127.10000', 'shape'],
        ['아침 산책', 'shape'],
      ],
    },
  ],
  [
    'GeoJSON: MultiPoint, GeometryCollection, 선',
    json(
      '맛집.geojson',
      collection(
        feature({ type: 'MultiPoint', coordinates: [[127.05, 37.54]] }, { name: '온달국수' }),
        feature(
          {
            type: 'GeometryCollection',
            geometries: [{ type: 'LineString', coordinates: [] }, point(127.06, 37.55)],
          },
          { name: '달빛식당' },
        ),
        feature({ type: 'LineString', coordinates: [[1, 2]] }, { name: '산책길' }),
        feature(null, {}),
      ),
    ),
    {
      places: [
        { name: '온달국수', coordinates: at(37.54, 127.05) },
        { name: '달빛식당', coordinates: at(37.55, 127.06) },
      ],
      skipped: [
        ['산책길', 'shape'],
        ['', 'nothing'],
      ],
    },
  ],
  [
    'GeoJSON: Feature 하나',
    json('온달.geojson', feature(point(127.05, 37.54), { name: '온달국수', memo: '국물' })),
    { places: [{ name: '온달국수', note: '국물', coordinates: at(37.54, 127.05) }] },
  ],
  [
    'GeoJSON: 지점이 여럿인 MultiPoint는 지점마다 한 곳',
    json(
      '분점.geojson',
      feature(
        {
          type: 'MultiPoint',
          coordinates: [
            [127.05, 37.54],
            [127.06, 37.55],
          ],
        },
        { name: '온달국수' },
      ),
    ),
    {
      places: [
        { name: '온달국수', coordinates: at(37.54, 127.05) },
        { name: '온달국수', coordinates: at(37.55, 127.06) },
      ],
    },
  ],
  [
    '이름과 주소가 없는 줄',
    csv('a.csv', '이름,주소,메모', '온달국수,서울 성동구 예시로 1,', ',,다음에 채우기', ',,', '총 1곳,,'),
    { places: [{ name: '온달국수' }, { name: '총 1곳' }], skipped: [['다음에 채우기', 'nothing']] },
  ],
];

const AREAS: Case[] = [
  [
    '가게 둘레에 그린 면은 그 가운데의 한 곳, 선은 건너뛴다',
    kml(
      `<Placemark><name>온달국수</name><Polygon><outerBoundaryIs><LinearRing><coordinates>
127.050,37.540,0 127.052,37.540,0 127.052,37.542,0 127.050,37.542,0 127.050,37.540,0
</coordinates></LinearRing></outerBoundaryIs><innerBoundaryIs><LinearRing><coordinates>1,2 3,4</coordinates></LinearRing></innerBoundaryIs></Polygon></Placemark>
<Placemark><name>걷는 길</name><LineString><coordinates>127.05,37.54 127.06,37.55</coordinates></LineString></Placemark>
<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>127,37 127.1,37 127.1,37.1</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`,
    ),
    {
      places: [{ name: '온달국수', coordinates: at(37.541, 127.051) }],
      skipped: [
        ['걷는 길', 'shape'],
        ['', 'shape'],
      ],
    },
  ],
  [
    '건물로 그려진 OpenStreetMap의 식당',
    json(
      'export.geojson',
      collection(
        feature(
          {
            type: 'Polygon',
            coordinates: [
              [
                [127.05, 37.54],
                [127.052, 37.54],
                [127.052, 37.542],
                [127.05, 37.54],
              ],
            ],
          },
          { name: '온달국수', cuisine: 'korean' },
        ),
        feature(
          { type: 'MultiPolygon', coordinates: [[[[127, 37]]], [[[127.2, 37.2]]]] },
          { name: '달빛식당' },
        ),
        feature({ type: 'Polygon', coordinates: [[[127, 37]]] }, {}),
      ),
    ),
    {
      places: [
        { name: '온달국수', coordinates: at(37.541, 127.051) },
        { name: '달빛식당', coordinates: at(37.1, 127.1) },
      ],
      skipped: [['', 'shape']],
    },
  ],
];

const FOUND_BY_TRYING: Case[] = [
  [
    '예전 저장한 장소: 직접 붙인 이름은 메모에 남는다',
    json(
      'Saved Places.json',
      collection(
        feature(point(127.05, 37.54), {
          'Google Maps URL': 'http://maps.google.com/?cid=1',
          Location: {
            Address: '서울 성동구 예시로 1',
            'Business Name': '온달국수',
            'Geo Coordinates': { Latitude: '37.54', Longitude: '127.05' },
          },
          Published: '2019-05-01T01:02:03Z',
          Title: '우리 동네 국수',
        }),
        feature(point(127.06, 37.55), {
          Location: { 'Business Name': '달빛식당', Address: '서울 성동구 예시로 2' },
          Title: '달빛식당',
        }),
      ),
    ),
    {
      places: [
        { name: '온달국수', note: '우리 동네 국수' },
        { name: '달빛식당', note: '' },
      ],
      extras: [],
    },
  ],
  [
    '내지도: 설명에 다시 적힌 이름은 메모가 되지 않는다',
    kml(`<Placemark><name>온달국수</name>
<description><![CDATA[<img src="https://example.test/1.jpg" /><br><br>상호명: 온달국수<br>추천 메뉴: 비빔국수<br>이름: 주인 이름]]></description>
<ExtendedData><Data name="추천 메뉴"><value>비빔국수</value></Data></ExtendedData>
<Point><coordinates>
            127.05,37.54,0
          </coordinates></Point></Placemark>`),
    { places: [{ name: '온달국수', note: '이름: 주인 이름', extras: { '추천 메뉴': '비빔국수' } }] },
  ],
  [
    'ZIP 안의 ZIP은 이름을 알린다',
    fileOf(
      '자료.zip',
      zipOf({
        '사진/묶음.zip': zipOf({ 'a.csv': '이름,주소\n온달국수,서울 성동구 예시로 1\n' }),
        'b.csv': '이름,주소\n달빛식당,서울 성동구 예시로 2\n',
      }),
    ),
    { places: [{ name: '달빛식당' }], skipped: [['자료.zip/사진/묶음.zip', 'zip']] },
  ],
  [
    '다른 앱의 JSON 배열',
    json('bookmarks.json', [
      { name: '온달국수', address: '서울 성동구 예시로 1', lat: 37.54, lng: 127.05, memo: '국물' },
      { title: '달빛식당', addr: '서울 성동구 예시로 2', y: '37.55', x: '127.06' },
      { id: 3 },
    ]),
    {
      places: [
        { name: '온달국수', note: '국물', coordinates: at(37.54, 127.05) },
        { name: '달빛식당', address: '서울 성동구 예시로 2', coordinates: at(37.55, 127.06) },
      ],
      skipped: [['', 'nothing']],
    },
  ],
  [
    '노션과 넘버스의 CSV: 체크 상자, 표 이름, 긴 요일',
    [
      csv(
        'Notion.csv',
        'Name,Created,Tags,Visited,주소,별점',
        '온달국수,"November 20, 2026 5:38 PM","국수, 점심",Yes,서울 성동구 예시로 1,★★★★★',
        '달빛식당,"November 21, 2026 5:38 PM",,No,서울 성동구 예시로 2,',
      ),
      csv('Numbers.csv', '표 1', '이름,주소,다녀옴?', '별빛분식,서울 성동구 예시로 3,☐'),
    ],
    {
      places: [
        { rating: 5, status: '방문 완료', tags: ['Notion', '국수', '점심'] },
        { status: '방문 예정' },
        { name: '별빛분식', status: '방문 예정', tags: ['Numbers'] },
      ],
    },
  ],
  [
    '오스맨드와 가민의 확장 주소와 전화',
    gpx(`<wpt lat="37.54" lon="127.05"><name>온달국수</name><extensions><osmand:address>서울 성동구 예시로 1</osmand:address></extensions></wpt>
<wpt lat="37.55" lon="127.06"><name>달빛식당</name><cmt>점심만</cmt><desc>점심만</desc><extensions><gpxx:WaypointExtension><gpxx:PhoneNumber Category="Phone">02-123-4567</gpxx:PhoneNumber></gpxx:WaypointExtension></extensions></wpt>`),
    {
      places: [
        { name: '온달국수', address: '서울 성동구 예시로 1' },
        { name: '달빛식당', phoneNumber: '02-123-4567', note: '점심만' },
      ],
    },
  ],
];

const INVISIBLE: Case[] = [
  [
    '보이지 않는 글자만 있는 이름은 이름이 아니다',
    csv(
      'a.csv',
      '이름,주소,태그',
      '\u3164,서울 성동구 예시로 1,\u2800',
      '온\u200b달국수 👩\u200d🍳,서울 성동구 예시로 2,',
      '\u3164\uffa0,\u115f,',
    ),
    {
      places: [
        { name: '', address: '서울 성동구 예시로 1', tags: ['a'] },
        { name: '온달국수 👩\u200d🍳', tags: ['a'] },
      ],
    },
  ],
];

const MY_MAPS: Case[] = [
  [
    '내지도: ExtendedData는 필드가 되고 설명에 두 번 남지 않는다',
    kml(`<Folder><name>성수</name><Placemark><name>온달국수</name>
<description><![CDATA[주소: 서울 성동구 예시로 1<br>메모: 국물이 진함<br>별점: 4.5<br>URL: https://naver.me/abcdEFGH]]></description>
<styleUrl>#icon-1899-0288D1</styleUrl>
<ExtendedData><Data name="주소"><value>서울 성동구 예시로 1</value></Data><Data name="메모"><value>국물이 진함</value></Data><Data name="별점"><value>4.5</value></Data><Data name="URL"><value>https://naver.me/abcdEFGH</value></Data></ExtendedData>
<Point><coordinates>127.05,37.54,0</coordinates></Point></Placemark></Folder>`),
    {
      places: [
        {
          name: '온달국수',
          address: '서울 성동구 예시로 1',
          note: '국물이 진함',
          rating: 4.5,
          status: '방문 완료',
          link: 'https://naver.me/abcdEFGH',
          tags: ['성수'],
        },
      ],
      extras: [],
    },
  ],
  [
    '내지도: 설명에만 있는 줄은 남고, 모르는 열은 묻는다',
    kml(`<Placemark><name>온달국수</name>
<description><![CDATA[추천사유: 국물이 진함<br>주말에는 줄이 길다]]></description>
<ExtendedData><Data name="추천사유"><value><![CDATA[국물이 진함]]></value></Data><Data name="gx_media_links"><value>https://example.test/a.jpg</value></Data></ExtendedData>
<Point><coordinates>127.05,37.54,0</coordinates></Point></Placemark>`),
    { places: [{ note: '주말에는 줄이 길다', extras: { 추천사유: '국물이 진함' } }], extras: ['추천사유'] },
  ],
  [
    '이름의 엔티티와 CDATA, HTML',
    kml(`<Placemark><name><![CDATA[R&B 포차]]></name><Point><coordinates>127.01,37.5</coordinates></Point></Placemark>
<Placemark><name><![CDATA[엄마&#39;s <b>밥상</b>]]></name><Point><coordinates>127.02,37.5</coordinates></Point></Placemark>
<Placemark><name>김밥&#x26;라면</name><description>맛있음&amp;nbsp;최고 &amp;#8211; 또 감&lt;br/&gt;2층 &amp;amp; 3층</description><Point><coordinates>127.03,37.5</coordinates></Point></Placemark>
<Placemark><name>셋째집</name><description>맛있음&nbsp;최고</description><Point><coordinates>127.04,37.5</coordinates></Point></Placemark>`),
    {
      places: [
        { name: 'R&B 포차' },
        { name: "엄마's 밥상" },
        { name: '김밥&라면', note: '맛있음 최고 – 또 감\n2층 & 3층' },
        { name: '셋째집', note: '맛있음 최고' },
      ],
    },
  ],
  [
    '깨진 XML은 잘못 앞까지만 읽는다',
    kml(`<Placemark><name>첫째집</name><Point><coordinates>127.05,37.54</coordinates></Point></Placemark>
<Placemark><name>R&B 포차</name><Point><coordinates>127.05,37.55</coordinates></Point></Placemark>
<Placemark><name>셋째집</name><Point><coordinates>127.05,37.56</coordinates></Point></Placemark>`),
    { places: [{ name: '첫째집' }], problems: ['damaged'] },
  ],
  [
    '닫히지 않은 꼬리표가 이름이 되지 않는다',
    kml(`<Placemark><name>첫째집</name><Point><coordinates>127.05,37.54</coordinates></Point></Placemark>
<Placemark><name>둘째집<Point><coordinates>127.05,37.55</coordinates></Point></Placemark>
<Placemark><name>셋째집</name><Point><coordinates>127.05,37.56</coordinates></Point></Placemark>`),
    { places: [{ name: '첫째집' }], problems: ['damaged'] },
  ],
  [
    '내지도의 CSV: WKT 열',
    csv('성수- 맛집.csv', 'WKT,이름,설명', '"POINT (127.05 37.54)",온달국수,국물'),
    { places: [{ name: '온달국수', note: '국물', coordinates: at(37.54, 127.05) }], extras: [] },
  ],
];

const ZIPS: Case[] = [
  [
    'Finder: 표시 없는 UTF-8 이름',
    fileOf(
      '보관.zip',
      storedZip([[Buffer.from('성수 맛집.csv'), '이름,주소\n온달국수,서울 성동구 예시로 1\n']]),
    ),
    { places: [{ name: '온달국수', tags: ['성수 맛집'] }] },
  ],
  [
    'Windows: CP949 이름과 역슬래시',
    fileOf(
      '보관.zip',
      storedZip([[inCp949('맛집\\똠양 뷁.csv'), inCp949('이름,주소\r\n온달국수,서울 성동구 예시로 1\r\n')]]),
    ),
    { places: [{ name: '온달국수', tags: ['똠양 뷁'] }] },
  ],
  [
    'Finder: NFD 이름, __MACOSX, .DS_Store',
    fileOf(
      '보관.zip',
      storedZip([
        [Buffer.from('맛집/'), ''],
        [Buffer.from('맛집/.DS_Store'), 'x'],
        [
          Buffer.from('성수 맛집.csv'.normalize('NFD')),
          '이름,주소\n온달국수,서울 성동구 예시로 1\n'.normalize('NFD'),
        ],
        [Buffer.from('__MACOSX/._성수 맛집.csv'.normalize('NFD')), 'Mac OS X'],
      ]),
    ),
    { places: [{ name: '온달국수', address: '서울 성동구 예시로 1', tags: ['성수 맛집'] }] },
  ],
  [
    'ZIP 안의 KMZ와 카카오톡 대화',
    fileOf(
      '여행.zip',
      zipOf({
        '지도/성수.kmz': zipOf({
          'doc.kml':
            '<kml><Document><Placemark><name>온달국수</name><Point><coordinates>127.05,37.54,0</coordinates></Point></Placemark></Document></kml>',
          'images/icon.png': 'x',
        }),
        'KakaoTalk_Chat.txt': '[네이버지도]\n달빛식당\n서울 성동구 예시로 2\nhttps://naver.me/abcdEFGH\n',
      }),
    ),
    {
      places: [
        { name: '온달국수', tags: ['성수'] },
        { name: '달빛식당', address: '서울 성동구 예시로 2' },
      ],
    },
  ],
  [
    'ZIP 안의 모르는 표와 엑셀 파일은 이름을 알린다',
    fileOf(
      '자료.zip',
      zipOf({
        '맛집.csv': '이름,주소\n온달국수,서울 성동구 예시로 1\n',
        '표.csv': '무엇,어디,별표\n달빛,저기,1\n',
        '빈 표.csv': '',
        '정리.xlsx': 'x',
      }),
    ),
    { places: [{ name: '온달국수' }], skipped: [['자료.zip/표.csv', 'table']], problems: ['spreadsheet'] },
  ],
  [
    '이름이 라틴 문자인 ZIP',
    fileOf('a.zip', zipOf({ 'Café Liste.csv': 'name,address\nCafé Ondal,서울 성동구 예시로 1\n' })),
    { places: [{ name: 'Café Ondal', tags: ['Café Liste'] }] },
  ],
];

const TABLES: Case[] = [
  [
    '별점과 방문 여부의 여러 표기',
    csv(
      'a.csv',
      '이름,주소,별점,방문일,방문여부',
      '온달국수,서울 성동구 예시로 1,★★★★☆,2026-03-04,O',
      '달빛식당,서울 성동구 예시로 2,4.5/5,2026. 3. 5.,✅',
      '별빛분식,서울 성동구 예시로 3,⭐⭐⭐,2026/3/6,다녀왔음',
      '넷째집,서울 성동구 예시로 4,⭐️⭐️⭐️⭐️,2026년 3월 6일,✔',
      '다섯째집,서울 성동구 예시로 5,"4,5",20260306,TRUE',
      '여섯째집,서울 성동구 예시로 6,8/10,2026.03.06,1',
      '일곱째집,서울 성동구 예시로 7,4점,,방문완료',
      '여덟째집,서울 성동구 예시로 8,★ 3.5,,Y',
      '아홉째집,서울 성동구 예시로 9,,,안 가봄',
      '열째집,서울 성동구 예시로 10,,,FALSE',
    ),
    {
      places: [
        { rating: 4, visitedAt: day('2026-03-04'), status: '방문 완료' },
        { rating: 4.5, visitedAt: day('2026-03-05'), status: '방문 완료' },
        { rating: 3, visitedAt: day('2026-03-06'), status: '방문 완료' },
        { rating: 4, visitedAt: day('2026-03-06'), status: '방문 완료' },
        { rating: 4.5, visitedAt: day('2026-03-06'), status: '방문 완료' },
        { rating: 4, visitedAt: day('2026-03-06'), status: '방문 완료' },
        { rating: 4, visitedAt: null, status: '방문 완료', note: '' },
        { rating: 3.5, visitedAt: null, status: '방문 완료' },
        { status: '방문 예정' },
        { status: '방문 예정' },
      ],
    },
  ],
  [
    '평점이나 후기를 남긴 곳은 다녀온 곳이다',
    csv(
      'a.csv',
      '가게명,주소,내 평점,후기,다녀온 날',
      '온달국수,서울 성동구 예시로 1,4,,',
      '달빛식당,서울 성동구 예시로 2,,국물이 좋다,',
      '별빛분식,서울 성동구 예시로 3,,,2026-03-04 18:30',
      '넷째집,서울 성동구 예시로 4,,,',
    ),
    {
      places: [
        { rating: 4, status: '방문 완료', visitedAt: null },
        { review: '국물이 좋다', status: '방문 완료', visitedAt: null },
        { status: '방문 완료', visitedAt: Date.parse('2026-03-04T18:30:00+09:00') },
        { status: null },
      ],
    },
  ],
  [
    '읽지 못한 값은 메모에 남는다',
    csv(
      'a.csv',
      '이름,주소,별점,방문일,전화,방문여부,출처',
      '온달국수,서울 성동구 예시로 1,최고!,작년 여름,02-123-4567 / 010-1234-5678,언젠가,성시경 유튜브',
    ),
    {
      places: [
        {
          rating: null,
          visitedAt: null,
          status: null,
          phoneNumber: '',
          sourceMemo: '성시경 유튜브',
          note: '별점: 최고!\n방문일: 작년 여름\n전화: 02-123-4567 / 010-1234-5678\n방문여부: 언젠가',
        },
      ],
    },
  ],
  [
    '엑셀의 CP949, sep=, 세미콜론, 쉼표가 많은 메모',
    fileOf(
      '맛집.csv',
      inCp949(
        'sep=;\r\n가게명;주소(도로명);비고\r\n온달국수;서울 성동구 예시로 1;싸고, 맛있고, 친절하고, 조용하고\r\n달빛식당;서울 성동구 예시로 2;"두 줄\r\n메모; 세미콜론"\r\n',
      ),
    ),
    {
      places: [
        { name: '온달국수', note: '싸고, 맛있고, 친절하고, 조용하고' },
        { name: '달빛식당', note: '두 줄\n메모; 세미콜론' },
      ],
    },
  ],
  [
    '엑셀의 유니코드 텍스트(.txt)',
    fileOf('맛집.txt', inUtf16('상호명\t주소\t방문여부(O/X)\r\n온달국수\t서울 성동구 예시로 1\tO\r\n', 'le')),
    { places: [{ name: '온달국수', address: '서울 성동구 예시로 1', status: '방문 완료' }] },
  ],
  [
    '표 위의 제목 줄과 줄 바꿈이 있는 열 이름',
    csv(
      'a.csv',
      '2026 회사 앞 맛집,,,',
      ',,,',
      '"No.","가게\n이름","주소*",태그',
      '1,온달국수,서울 성동구 예시로 1,"국수;점심"',
    ),
    { places: [{ name: '온달국수', tags: ['a', '국수', '점심'] }] },
  ],
  [
    '한 열의 좌표',
    csv(
      'a.csv',
      '이름,좌표,링크',
      '온달국수,"37.54, 127.05",naver.me/abcdEFGH',
      '달빛식당,"127.06,37.55",카카오맵 https://kko.to/abcd',
      '별빛분식,"(37.56 127.07)",',
      `넷째집,"37°32'24.0""N 127°03'00.0""E",`,
    ),
    {
      places: [
        { coordinates: at(37.54, 127.05), link: 'https://naver.me/abcdEFGH' },
        { coordinates: at(37.55, 127.06), link: 'https://kko.to/abcd' },
        { coordinates: at(37.56, 127.07) },
        { coordinates: at(37.54, 127.05) },
      ],
    },
  ],
  [
    '주소 열의 좌표',
    csv('a.csv', 'Name,Location', '온달국수,"37.54,127.05"'),
    { places: [{ name: '온달국수', address: '', coordinates: at(37.54, 127.05) }] },
  ],
  [
    '짝이 없는 따옴표',
    csv(
      'a.csv',
      '이름,주소,메모',
      '온달국수,서울 성동구 예시로 1,"맛있음',
      '12" 피자,서울 성동구 예시로 2,좋음',
    ),
    { places: [{ name: '온달국수' }, { name: '12" 피자', note: '좋음' }] },
  ],
  [
    '받을 칸이 없는 열은 묻고, 같은 칸의 두 번째 열도 잃지 않는다',
    csv(
      'a.csv',
      '순번,이름,주소,추천사유,대표 메뉴,카테고리 분류,분류,지역,비고',
      '1,온달국수,서울 성동구 예시로 1,국물,비빔국수,면,국수,성수,주차 됨',
    ),
    {
      places: [
        {
          note: '주차 됨',
          tags: ['a', '성수', '국수'],
          extras: { 순번: '1', 추천사유: '국물', '대표 메뉴': '비빔국수', '카테고리 분류': '면' },
        },
      ],
      extras: ['순번', '추천사유', '대표 메뉴', '카테고리 분류'],
    },
  ],
  [
    '엑셀 날짜: 2026. 11. 20., 오후, 일련번호, 달만 있는 날짜',
    csv(
      'a.csv',
      '이름,주소,방문일',
      '가,서울 성동구 예시로 1,2026. 11. 20.',
      '나,서울 성동구 예시로 2,2026-11-20 오후 6:30',
      '다,서울 성동구 예시로 3,46346',
      '라,서울 성동구 예시로 4,2026-11',
      '마,서울 성동구 예시로 5,11/20/2026',
      '바,서울 성동구 예시로 6,2026-11-20(금)',
      '사,서울 성동구 예시로 7,2026-02-30',
    ),
    {
      places: [
        { visitedAt: day('2026-11-20') },
        { visitedAt: Date.parse('2026-11-20T18:30:00+09:00') },
        { visitedAt: day('2026-11-20') },
        { visitedAt: null, note: '방문일: 2026-11' },
        { visitedAt: day('2026-11-20') },
        { visitedAt: day('2026-11-20') },
        { visitedAt: null, note: '방문일: 2026-02-30' },
      ],
    },
  ],
  [
    '엑셀, 옛 엑셀, HTML은 CSV로 저장하는 방법을 알린다',
    [
      fileOf('맛집.xlsx', zipOf({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' })),
      fileOf('맛집.xls', Buffer.from('d0cf11e0a1b11ae10000', 'hex')),
      fileOf(
        '맛집.html',
        '<!DOCTYPE html><html><body><table><tr><td>온달국수</td></tr></table></body></html>',
      ),
      fileOf('표.xls', '<html xmlns:o="urn:schemas-microsoft-com:office:office"><table></table></html>'),
      fileOf(
        '맛집.ods',
        zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<a/>' }),
      ),
    ],
    { places: [], problems: ['spreadsheet', 'spreadsheet', 'web_page', 'web_page', 'spreadsheet'] },
  ],
];

test.each([
  ...TAKEOUT,
  ...SAME_PLACE,
  ...SHAPES,
  ...AREAS,
  ...FOUND_BY_TRYING,
  ...INVISIBLE,
  ...MY_MAPS,
  ...ZIPS,
  ...TABLES,
])('%s', async (_, files, expected) => {
  const read = await readFiles({ limit: IMPORT_ROWS_MAXIMUM, files: [files].flat(), cp949: nodeCp949 });
  expect(read.places).toMatchObject(expected.places);
  expect(read.skipped.map(({ label, reason }) => [label, reason])).toEqual(expected.skipped ?? []);
  expect(read.skippedCount).toBe(expected.skipped?.length ?? 0);
  expect(read.problems.map(({ code }) => code)).toEqual(expected.problems ?? []);
  if (expected.extras) expect(read.extraColumns.map(({ name }) => name)).toEqual(expected.extras);
});

test('긴 글과 많은 태그는 줄인 곳으로 알리고, 긴 값은 태그 대신 메모에 남는다', async () => {
  const tags = (count: number) => Array.from({ length: count }, (_, at) => `태그${at}`).join(', ');
  const { places } = await readFiles({
    limit: IMPORT_ROWS_MAXIMUM,
    files: [
      csv(
        '목록.csv',
        '이름,주소,후기,비고,태그,추천사유',
        `긴 후기,서울 성동구 예시로 1,${'가'.repeat(2001)},,,`,
        `긴 메모,서울 성동구 예시로 2,,${'나'.repeat(2500)},,`,
        `후기와 메모,서울 성동구 예시로 3,${'다'.repeat(1500)},${'라'.repeat(600)},,`,
        `많은 태그,서울 성동구 예시로 4,,,"${tags(21)}",`,
        `긴 열,서울 성동구 예시로 5,,,,${'마'.repeat(2200)}`,
        `꼭 맞는 곳,서울 성동구 예시로 6,${'바'.repeat(2000)},,"${tags(19)}",`,
        '긴 태그,서울 성동구 예시로 7,,,,국물이 진하고 면이 쫄깃해서 자주 가는 집',
      ),
    ],
    cp949: nodeCp949,
  });
  const read = places.map((place) => withExtras(place, { 추천사유: 'tag' }));
  expect(read.filter(isShortened).map(({ name }) => name)).toEqual([
    '긴 후기',
    '긴 메모',
    '후기와 메모',
    '많은 태그',
    '긴 열',
  ]);
  expect(rowOfFile(read[0]!).fields.review).toHaveLength(2000);
  expect(rowOfFile(read[3]!).fields.customTags).toHaveLength(20);
  expect(rowOfFile(read[6]!).fields.sourceMemo).toBe('추천사유: 국물이 진하고 면이 쫄깃해서 자주 가는 집');
});
