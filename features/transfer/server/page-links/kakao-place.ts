import { metaOf, parseHtml } from './html.ts';
import {
  NO_PAGE,
  pagePlace,
  type PageReader,
  pictureOf,
  textOrRedirect,
  titleOf,
  withoutRepeats,
} from './page.ts';

/** The title of KakaoMap itself. Its pages have this title if they do not describe a place. */
const OWN_TITLE = /^(?:카카오맵|kakaomap)$/i;

/** Reads the page of one place of KakaoMap: the title is its name, and the description its address. */
export const kakaoPlace: PageReader = {
  pageOf: (url) => {
    const id = idIn(url);
    return id === undefined ? null : new URL(`https://place.map.kakao.com/${id}`);
  },
  mayLeadTo: ({ hostname }) => hostname === 'place.map.kakao.com' || hostname === 'map.kakao.com',
  read: async (page, request) => {
    const html = textOrRedirect(await request(page), page);
    if (typeof html !== 'string') return html;
    const read = parseHtml(html);
    const title = titleOf(metaOf(read, 'og:title'));
    const name = OWN_TITLE.test(title) ? '' : title.replace(/ [|-] (?:카카오맵|kakaomap)$/i, '');
    const place = name && pagePlace({ name, address: metaOf(read, 'og:description'), link: page.href });
    return {
      ...NO_PAGE,
      title: name,
      places: withoutRepeats([place || null]),
      picture: pictureOf(metaOf(read, 'og:image')),
    };
  },
};

function idIn({ hostname, pathname, searchParams }: URL): string | undefined {
  if (hostname === 'place.map.kakao.com') return /^\/(?:m\/)?(\d{1,20})\/?$/.exec(pathname)?.[1];
  if (!['map.kakao.com', 'm.map.kakao.com'].includes(hostname)) return undefined;
  const item = searchParams.get('itemId') ?? searchParams.get('itemid') ?? '';
  return /^\/link\/map\/(\d{1,20})\/?$/.exec(pathname)?.[1] ?? /^\d{1,20}$/.exec(item)?.[0];
}
