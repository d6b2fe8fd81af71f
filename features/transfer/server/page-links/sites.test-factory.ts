/**
 * Links of each site, the pages behind them in the forms in which the sites write them, and what must be read. Sources of
 * the forms: docs/decisions/0053-page-links.md. Names and addresses are invented.
 */
export type Site = {
  what: string;
  link: string;
  pages: Record<string, { status?: number; headers?: Record<string, string>; body?: string | Buffer }>;
  expected: {
    page: {
      site: string;
      url: string;
      title: string;
      places?: string[];
      author?: string;
      picture?: string | null;
    };
    /** The first place, with all of its values. */
    first?: object;
    /** Parts of the text. */
    text?: string[];
  };
};

const POST = 'https://blog.naver.com/PostView.naver?blogId=matzip&logNo=223456789012';
const POST_PAGE = { site: 'naver-blog', url: 'https://blog.naver.com/matzip/223456789012' };

const attribute = (value: object): string => JSON.stringify(value).replaceAll('"', '&quot;');

const linkData = {
  placeId: '11853841',
  searchEngine: 'naver',
  searchType: 's',
  name: '은하국밥',
  address: '서울 중구 을지로 12',
  latitude: '37.5660101',
  longitude: '126.9820202',
  tel: '02-123-4567',
  bookingUrl: '',
};
const onePost = post(
  '을지로 국밥',
  `<div class="se-component se-placesMap"><a href="#" class="se-map-info" data-linktype="map" data-linkdata='${JSON.stringify(linkData)}'><strong class="se-map-title">은하국밥</strong><p class="se-map-address">서울 중구 을지로 12</p></a></div>`,
);
const first = {
  name: '은하국밥',
  address: '서울 중구 을지로 12',
  phoneNumber: '02-123-4567',
  link: 'https://map.naver.com/p/entry/place/11853841',
  coordinates: { lat: 37.5660101, lng: 126.9820202 },
};

const severalPost = post(
  '부산 하루',
  `<a class="se-map-info" data-linktype="map" data-linkdata="${attribute(linkData)}"></a>
   <a class="se-map-info" data-linktype="map" data-linkdata="${attribute({ ...linkData, placeId: '2', name: '바다밀면 & 만두', address: '부산 중구 광복로 3' })}"></a>
   <a class="se-map-info" data-linktype="map" data-linkdata="${attribute(linkData)}"></a>
   <a class="se-map-info" data-linktype="map" data-linkdata="깨진 값"></a>`,
);
const modulePlaces = (name: string) => ({
  type: 'v2_map',
  id: 'SE-1',
  data: {
    layout: 'default',
    places: [
      {
        placeId: 33,
        name,
        address: '전북특별자치도 전주시 완산구 전라감영로 8',
        tel: null,
        latlng: { latitude: 35.8131, longitude: 127.1455 },
      },
    ],
  },
});

const YOUTUBE = 'https://www.youtube.com/watch?v=abcdefghijk';
const embedOf = (url: string, embed: object, host = 'www.youtube.com') => ({
  [`https://${host}/oembed?${String(new URLSearchParams({ url, format: 'json' }))}`]: {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(embed),
  },
});
const video = {
  title: '성수동 국수 3곳',
  author_name: '국수여행',
  author_url: 'https://www.youtube.com/@noodle',
  type: 'video',
  version: '1.0',
  provider_name: 'YouTube',
  thumbnail_url: 'https://i.ytimg.com/vi/abcdefghijk/hqdefault.jpg',
  html: '<iframe></iframe>',
};
const youtube = (url = YOUTUBE) => ({
  page: {
    site: 'youtube',
    url,
    title: '성수동 국수 3곳',
    author: '국수여행',
    picture: 'https://i.ytimg.com/vi/abcdefghijk/hqdefault.jpg',
  },
});

const kakaoPage = `<html><head><meta property="og:title" content="달빛갈비"><meta property="og:description" content="서울 마포구 도화길 31"><meta property="og:image" content="//img1.kakaocdn.net/x.jpg"></head></html>`;
const kakao = {
  page: {
    site: 'kakao-place',
    url: 'https://place.map.kakao.com/1234567',
    title: '달빛갈비',
    places: ['달빛갈비 | 서울 마포구 도화길 31'],
  },
};
const kakaoPages = { 'https://place.map.kakao.com/1234567': { body: kakaoPage } };

const mapFrame = (values: Record<string, string>) =>
  `<iframe data-ke-type="map" data-maps-data="${String(new URLSearchParams(values)).replaceAll('&', '&amp;')}"></iframe>`;
const tistoryPost = `<html><head><meta property="og:title" content="마포 고기집"></head><body><div class="tt_article_useless_p_margin"><p>달빛갈비에 다녀왔어요.</p>${mapFrame({ addr: '서울 마포구 도화길 31', title: '달빛갈비', tel: '02-711-0000', confirmid: '1234567', docid: '1', rcode: '1', mapX: '491234', mapY: '1123456', map_level: '3' })}</div></body></html>`;
const tistoryPlaces = ['달빛갈비 | 서울 마포구 도화길 31'];

export const SITES: Site[] = [
  ...[
    'https://blog.naver.com/matzip/223456789012',
    'https://m.blog.naver.com/matzip/223456789012',
    'https://m.blog.naver.com/PostView.naver?blogId=matzip&logNo=223456789012&proxyReferer=',
    'https://blog.naver.com/PostView.nhn?blogId=matzip&logNo=223456789012',
  ].map((link) => ({
    what: `네이버 블로그: ${link}`,
    link,
    pages: { [POST]: { body: onePost } },
    expected: {
      page: { ...POST_PAGE, title: '을지로 국밥', places: ['은하국밥 | 서울 중구 을지로 12'] },
      first,
    },
  })),
  {
    what: '네이버 블로그: naver.me 짧은 링크',
    link: 'https://naver.me/GsbxPost',
    pages: {
      'https://naver.me/GsbxPost': to('https://m.blog.naver.com/matzip/223456789012'),
      [POST]: { body: onePost },
    },
    expected: { page: { ...POST_PAGE, title: '을지로 국밥', places: ['은하국밥 | 서울 중구 을지로 12'] } },
  },
  {
    what: '네이버 블로그: 지도가 여럿이고, 하나는 두 번 나온다',
    link: 'https://blog.naver.com/matzip/223456789012',
    pages: { [POST]: { body: severalPost } },
    expected: {
      page: {
        ...POST_PAGE,
        title: '부산 하루',
        places: ['은하국밥 | 서울 중구 을지로 12', '바다밀면 & 만두 | 부산 중구 광복로 3'],
      },
    },
  },
  ...(['data-module', 'data-module-v2'] as const).map((name) => ({
    what: `네이버 블로그: ${name}`,
    link: 'https://blog.naver.com/matzip/223456789012',
    pages: {
      [POST]: {
        body: post(
          '전주 하루',
          `<script type="text/data" class="__se_module_data" ${name}='${JSON.stringify(modulePlaces('온고을비빔밥'))}'></script><script type="text/data" class="__se_module_data" ${name}='{"type":"v2_oglink","data":{}}'></script>`,
        ),
      },
    },
    expected: {
      page: {
        ...POST_PAGE,
        title: '전주 하루',
        places: ['온고을비빔밥 | 전북특별자치도 전주시 완산구 전라감영로 8'],
      },
      first: { coordinates: { lat: 35.8131, lng: 127.1455 }, phoneNumber: '' },
    },
  })),
  {
    what: '네이버 블로그: 예전 편집기',
    link: 'https://blog.naver.com/matzip/223456789012',
    pages: {
      [POST]: {
        body: post(
          '예전 글',
          '<div class="__se_component_area"><strong class="tit_store">옛날짜장</strong><span class="access">인천 중구 차이나타운로 5</span></div>',
        ),
      },
    },
    expected: {
      page: { ...POST_PAGE, title: '예전 글', places: ['옛날짜장 | 인천 중구 차이나타운로 5'] },
    },
  },
  {
    what: '네이버 블로그: 가장 오래된 글은 글만 있다',
    link: 'https://blog.naver.com/matzip/223456789012',
    pages: {
      [POST]: {
        body: post(
          '오래된 글',
          '<div id="postViewArea"><p>옛날짜장</p><p>인천 중구 차이나타운로 5</p></div>',
        ),
      },
    },
    expected: { page: { ...POST_PAGE, title: '오래된 글' }, text: ['옛날짜장\n인천 중구 차이나타운로 5'] },
  },
  {
    what: '티스토리',
    link: 'https://gogi.tistory.com/12',
    pages: { 'https://gogi.tistory.com/12': { body: tistoryPost } },
    expected: {
      page: {
        site: 'tistory',
        url: 'https://gogi.tistory.com/12',
        title: '마포 고기집',
        places: tistoryPlaces,
      },
      first: { link: 'https://place.map.kakao.com/1234567', phoneNumber: '02-711-0000', coordinates: null },
      text: ['달빛갈비에 다녀왔어요.'],
    },
  },
  {
    what: '티스토리: 통째로 한 번 더 인코딩된 지도',
    link: 'https://gogi.tistory.com/m/13',
    pages: {
      'https://gogi.tistory.com/m/13': {
        body: `<title>글</title><iframe data-ke-type="map" data-maps-data="${encodeURIComponent('addr=서울 마포구 도화길 31&title=달빛갈비&confirmid=1234567')}"></iframe>`,
      },
    },
    expected: {
      page: { site: 'tistory', url: 'https://gogi.tistory.com/m/13', title: '글', places: tistoryPlaces },
    },
  },
  {
    what: '티스토리: 자기 도메인',
    link: 'https://gogi.example.com/12',
    pages: { 'https://gogi.example.com/12': { body: tistoryPost } },
    expected: {
      page: {
        site: 'other',
        url: 'https://gogi.example.com/12',
        title: '마포 고기집',
        places: tistoryPlaces,
      },
    },
  },
  ...[
    'https://place.map.kakao.com/1234567',
    'https://place.map.kakao.com/m/1234567',
    'https://map.kakao.com/link/map/1234567',
    'https://map.kakao.com/?itemId=1234567',
    'https://m.map.kakao.com/?itemId=1234567&referrer=x',
  ].map((link) => ({ what: `카카오맵: ${link}`, link, pages: kakaoPages, expected: kakao })),
  {
    what: '카카오맵: kko.to 짧은 링크',
    link: 'https://kko.to/GsbxOne1',
    pages: { 'https://kko.to/GsbxOne1': to('https://map.kakao.com/?itemId=1234567'), ...kakaoPages },
    expected: kakao,
  },
  {
    what: '카카오맵: 장소가 아닌 화면의 제목은 이름이 아니다',
    link: 'https://place.map.kakao.com/1234567',
    pages: {
      'https://place.map.kakao.com/1234567': { body: kakaoPage.replace('달빛갈비', '카카오맵') },
    },
    expected: { page: { site: 'kakao-place', url: 'https://place.map.kakao.com/1234567', title: '' } },
  },
  ...[
    'https://www.youtube.com/watch?v=abcdefghijk',
    'https://m.youtube.com/watch?v=abcdefghijk&feature=share',
    'https://youtu.be/abcdefghijk?si=Xy',
    'https://youtube.com/shorts/abcdefghijk',
    'https://www.youtube.com/live/abcdefghijk?si=Xy',
    'https://www.youtube.com/embed/abcdefghijk',
  ].map((link) => ({ what: `유튜브: ${link}`, link, pages: embedOf(YOUTUBE, video), expected: youtube() })),
  ...['https://youtu.be/abcdefghijk?t=83', 'https://www.youtube.com/watch?v=abcdefghijk&t=83s'].map(
    (link) => ({
      what: `유튜브: ${link}`,
      link,
      pages: embedOf(YOUTUBE, video),
      expected: youtube(`${YOUTUBE}&t=83s`),
    }),
  ),
  ...[
    'https://www.tiktok.com/@noodle/video/7301234567890123456?lang=ko',
    'https://vm.tiktok.com/ZSabc123/',
  ].map((link) => ({
    what: `틱톡: ${link}`,
    link,
    pages: {
      'https://vm.tiktok.com/ZSabc123/': to('https://www.tiktok.com/@noodle/video/7301234567890123456?_r=1'),
      ...embedOf(
        'https://www.tiktok.com/@noodle/video/7301234567890123456',
        { title: '📍은하국밥 서울 중구 을지로 12 #국밥', author_name: '국수여행' },
        'www.tiktok.com',
      ),
    },
    expected: {
      page: {
        site: 'tiktok',
        url: 'https://www.tiktok.com/@noodle/video/7301234567890123456',
        title: '📍은하국밥 서울 중구 을지로 12 #국밥',
        author: '국수여행',
      },
      text: ['은하국밥 서울 중구 을지로 12'],
    },
  })),
  ...(
    [
      ['naver-place', 'https://m.place.naver.com/restaurant/11853841/home'],
      ['naver-place', 'https://map.naver.com/p/entry/place/11853841'],
      ['instagram', 'https://www.instagram.com/p/Cabc123/'],
      ['instagram', 'https://www.instagram.com/reel/Cabc123/'],
      ['catchtable', 'https://app.catchtable.co.kr/ct/shop/moon'],
    ] as const
  ).map(([site, link]) => ({
    what: `묻지 않는 곳: ${link}`,
    link,
    pages: {},
    expected: { page: { site, url: link, title: '' } },
  })),
  {
    what: '다른 사이트: JSON-LD의 식당',
    link: 'https://guide.example.com/moon?utm_source=x&id=3#top',
    pages: {
      'https://guide.example.com/moon?id=3': {
        body: jsonPage({
          '@context': 'https://schema.org',
          '@type': 'Restaurant',
          name: '달빛갈비',
          telephone: '02-711-0000',
          address: {
            '@type': 'PostalAddress',
            addressRegion: '서울',
            addressLocality: '마포구',
            streetAddress: '도화길 31',
          },
          geo: { latitude: 37.54, longitude: '126.95' },
        }),
      },
    },
    expected: {
      page: {
        site: 'other',
        url: 'https://guide.example.com/moon?id=3',
        title: '안내',
        places: tistoryPlaces,
      },
      first: { coordinates: { lat: 37.54, lng: 126.95 }, phoneNumber: '02-711-0000' },
    },
  },
  {
    what: '다른 사이트: JSON-LD의 목록과 여러 형식',
    link: 'https://guide.example.com/list',
    pages: {
      'https://guide.example.com/list': {
        body: jsonPage({
          '@graph': [
            { '@type': 'WebSite', name: '안내' },
            {
              '@type': 'ItemList',
              itemListElement: [
                {
                  '@type': 'ListItem',
                  item: {
                    '@type': ['LocalBusiness', 'CafeOrCoffeeShop'],
                    name: '구름다방',
                    address: '제주 제주시 관덕로 2',
                  },
                },
                {
                  '@type': 'ListItem',
                  item: {
                    '@type': 'http://schema.org/Restaurant',
                    name: '바다밀면',
                    address: { streetAddress: '부산 중구 광복로 3', addressRegion: '부산' },
                  },
                },
                { '@type': 'ListItem', item: { '@type': 'Person', name: '홍길동' } },
              ],
            },
          ],
        }),
      },
    },
    expected: {
      page: {
        site: 'other',
        url: 'https://guide.example.com/list',
        title: '안내',
        places: ['구름다방 | 제주 제주시 관덕로 2', '바다밀면 | 부산 중구 광복로 3'],
      },
    },
  },
  {
    what: '다른 사이트: 깨진 JSON-LD는 제목과 설명만 남는다',
    link: 'https://guide.example.com/broken',
    pages: {
      'https://guide.example.com/broken': {
        body: '<head><meta property="og:title" content="은하국밥"><meta property="og:description" content="서울 중구 을지로 12"><script type="application/ld+json">{"@type":"Restaurant",</script></head>',
      },
    },
    expected: {
      page: { site: 'other', url: 'https://guide.example.com/broken', title: '은하국밥' },
      text: ['은하국밥\n서울 중구 을지로 12'],
    },
  },
  {
    what: '네이버 블로그: 값이 null이거나 없는 지도',
    link: 'https://blog.naver.com/matzip/223456789012?nulls',
    pages: {
      [POST]: {
        body: post(
          '을지로 국밥',
          `<a class="se-map-info" data-linktype="map" data-linkdata="${attribute({ name: '은하국밥', address: null, latitude: null, longitude: null })}"></a>`,
        ),
      },
    },
    expected: {
      page: { ...POST_PAGE, title: '을지로 국밥', places: ['은하국밥 | '] },
      first: { name: '은하국밥', address: '', phoneNumber: '', link: '', coordinates: null },
    },
  },
  {
    what: '다른 사이트: JSON-LD의 값이 null이거나 없다',
    link: 'https://guide.example.com/nulls',
    pages: {
      'https://guide.example.com/nulls': {
        body: jsonPage([
          { '@type': 'Restaurant', name: null, address: null },
          { '@type': 'Restaurant' },
          {
            '@type': 'Restaurant',
            name: '바다밀면',
            address: '부산 중구 광복로 3',
            geo: { latitude: null, longitude: null },
          },
        ]),
      },
    },
    expected: {
      page: {
        site: 'other',
        url: 'https://guide.example.com/nulls',
        title: '안내',
        places: ['바다밀면 | 부산 중구 광복로 3'],
      },
      first: { coordinates: null },
    },
  },
  {
    what: '다른 사이트: EUC-KR',
    link: 'https://old.example.com/',
    pages: {
      'https://old.example.com/': {
        headers: { 'content-type': 'text/html; charset=euc-kr' },
        // "<title>국밥</title>" in EUC-KR.
        body: Buffer.from('3c7469746c653eb1b9b9e43c2f7469746c653e', 'hex'),
      },
    },
    expected: { page: { site: 'other', url: 'https://old.example.com/', title: '국밥' } },
  },
  {
    what: '다른 사이트가 블로그로 보낸다',
    link: 'https://short.example.com/abc',
    pages: {
      'https://short.example.com/abc': to('https://blog.naver.com/matzip/223456789012'),
      [POST]: { body: onePost },
    },
    expected: { page: { ...POST_PAGE, title: '을지로 국밥', places: ['은하국밥 | 서울 중구 을지로 12'] } },
  },
];

function post(title: string, body: string): string {
  return `<!doctype html><html><head><meta property="og:title" content="${title}"></head><body><div class="se-viewer"><div class="se-main-container">${body}</div></div></body></html>`;
}

function jsonPage(json: object): string {
  return `<html><head><title>안내</title><script type="application/ld+json">${JSON.stringify(json)}</script></head></html>`;
}

function to(location: string) {
  return { status: 302, headers: { location } };
}
