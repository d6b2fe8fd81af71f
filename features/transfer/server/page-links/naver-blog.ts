import { z } from 'zod';
import type { PageLinkPlace } from '#features/transfer/page-links.contract.ts';
import { elementsOf, hasClass, lineOf, linesOf, metaOf, parseHtml } from './html.ts';
import {
  jsonOf,
  longTextOf,
  NO_PAGE,
  pagePlace,
  type PageReader,
  pictureOf,
  textOrRedirect,
  titleOf,
  withoutRepeats,
} from './page.ts';
import { textOrEmpty } from '../outside-values.ts';

/** Maximum size of a post in bytes. A post with many maps takes 300 KB. */
const POST_BYTES = 1_000_000;
const HOSTS: readonly string[] = ['blog.naver.com', 'm.blog.naver.com'];

const LinkData = z.object({
  placeId: textOrEmpty,
  name: textOrEmpty,
  address: textOrEmpty,
  latitude: textOrEmpty,
  longitude: textOrEmpty,
  tel: textOrEmpty,
});
const MapModule = z.object({
  type: z.literal('v2_map'),
  data: z.object({
    places: z.array(
      z.object({
        placeId: textOrEmpty,
        name: textOrEmpty,
        address: textOrEmpty,
        tel: textOrEmpty,
        latlng: z
          .object({ latitude: textOrEmpty, longitude: textOrEmpty })
          .catch({ latitude: '', longitude: '' }),
      }),
    ),
  }),
});

/**
 * Reads posts of Naver's blogs. Its editors write the maps of a post in three forms, the newest first; posts from before
 * 2010 contain only text. Source of the forms: docs/decisions/0053-page-links.md.
 */
export const naverBlog: PageReader = {
  pageOf: ({ hostname, pathname, searchParams }) => {
    if (!HOSTS.includes(hostname)) return null;
    const isView = /^\/PostView\.(?:naver|nhn)$/.test(pathname);
    const idsInQuery = isView ? [searchParams.get('blogId'), searchParams.get('logNo')] : [];
    const idsInPath = /^\/([\w-]{1,50})\/(\d{1,20})\/?$/.exec(pathname)?.slice(1);
    const [blogId, logNo] = idsInPath ?? idsInQuery;
    if (!blogId || !logNo || !/^[\w-]{1,50}$/.test(blogId) || !/^\d{1,20}$/.test(logNo)) return null;
    return new URL(`https://blog.naver.com/${blogId}/${logNo}`);
  },
  mayLeadTo: ({ hostname }) => HOSTS.includes(hostname),
  read: async (page, request) => {
    const [, blogId = '', logNo = ''] = page.pathname.split('/');
    const view = new URL('https://blog.naver.com/PostView.naver');
    view.search = String(new URLSearchParams({ blogId, logNo }));
    const html = textOrRedirect(await request(view, { bytesMaximum: POST_BYTES }), view);
    return typeof html === 'string' ? readPost(html) : html;
  },
};

function readPost(html: string) {
  const post = parseHtml(html);
  const linked = elementsOf(post, ({ attribs }) => attribs['data-linkdata'] !== undefined).map(
    ({ attribs }) => placeOfLinkData(attribs['data-linkdata'] ?? ''),
  );
  const inModules = elementsOf(post, (element) => hasClass(element, '__se_module_data')).flatMap(
    ({ attribs }) => placesOfModule(attribs['data-module-v2'] ?? attribs['data-module'] ?? ''),
  );
  const older = elementsOf(post, (element) => hasClass(element, '__se_component_area')).map((area) => {
    const within = (tag: string, name: string) =>
      elementsOf(area, (each) => each.name === tag && hasClass(each, name))[0];
    const [name, address] = [within('strong', 'tit_store'), within('span', 'access')];
    return name ? pagePlace({ name: lineOf(name), address: address ? lineOf(address) : '' }) : null;
  });
  const body = elementsOf(
    post,
    (element) => hasClass(element, 'se-main-container') || element.attribs['id'] === 'postViewArea',
  );
  const title = metaOf(post, 'og:title');
  return {
    ...NO_PAGE,
    title: titleOf(title),
    picture: pictureOf(metaOf(post, 'og:image')),
    places: withoutRepeats([...linked, ...inModules, ...older]),
    text: longTextOf(linesOf(body)),
  };
}

function placeOfLinkData(written: string): PageLinkPlace | null {
  const data = LinkData.safeParse(jsonOf(written)).data;
  if (!data) return null;
  const { latitude: lat, longitude: lng, tel: phoneNumber, placeId, name, address } = data;
  return pagePlace({ name, address, phoneNumber, lat, lng, link: linkOf(placeId) });
}

function placesOfModule(written: string): (PageLinkPlace | null)[] {
  const found = MapModule.safeParse(jsonOf(written)).data;
  return (found?.data.places ?? []).map(({ name, address, tel: phoneNumber, placeId, latlng }) =>
    pagePlace({
      name,
      address,
      phoneNumber,
      link: linkOf(placeId),
      lat: latlng.latitude,
      lng: latlng.longitude,
    }),
  );
}

const linkOf = (placeId: string): string =>
  /^\d{1,20}$/.test(placeId) ? `https://map.naver.com/p/entry/place/${placeId}` : '';
