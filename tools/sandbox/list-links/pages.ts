import type { Reply } from '../faults.ts';
import { escapeHtml } from '../page.ts';
import type { SandboxPlace } from '../maps/places.ts';

/** Links to pages that contain places. */
export const PAGE_LINKS = {
  blog: 'https://blog.naver.com/momokzi/223000000001',
  /** A short link of Naver that leads to `blog`. */
  shortBlog: 'https://naver.me/GsbxPost',
  kakaoPlace: 'https://place.map.kakao.com/7000001',
  video: 'https://youtu.be/GsbxVideo01',
  privateVideo: 'https://youtu.be/GsbxVideo02',
} as const;

const html = (body: string): Reply => ({ status: 200, type: 'text/html; charset=utf-8', body });

/** Answers for a page of a blog, a place or a video; null for any other address. */
export function pageAnswer(url: URL, places: readonly SandboxPlace[]): Reply | null {
  if (url.host === 'blog.naver.com' && url.searchParams.get('logNo') === '223000000001')
    return html(postWith(places.slice(0, 3)));
  if (url.href === PAGE_LINKS.kakaoPlace) return html(kakaoPage(places[4]!));
  if (url.href.startsWith('https://www.youtube.com/oembed?')) {
    const isPrivate = url.searchParams.get('url')?.endsWith('GsbxVideo02');
    const video = {
      title: '성수동 국수 세 곳',
      author_name: '국수여행',
      type: 'video',
      version: '1.0',
      thumbnail_url: 'https://i.ytimg.com/vi/GsbxVideo01/hqdefault.jpg',
    };
    return isPrivate ? html('Forbidden') : { status: 200, body: video };
  }
  return null;
}

function postWith(places: readonly SandboxPlace[]): string {
  const maps = places.map(({ id, name, address, lat, lng }) => {
    const data = {
      placeId: String(id),
      searchEngine: 'naver',
      searchType: 's',
      name,
      address,
      tel: '',
      bookingUrl: '',
      latitude: String(lat),
      longitude: String(lng),
    };
    return `<div class="se-component se-placesMap"><a class="se-map-info" data-linktype="map" data-linkdata="${escapeHtml(JSON.stringify(data))}"></a></div>`;
  });
  return `<html><head><meta property="og:title" content="주말에 다녀온 세 곳"></head><body><div class="se-main-container"><p>주말에 다녀왔어요.</p>${maps.join('')}</div></body></html>`;
}

const kakaoPage = ({ name, address }: SandboxPlace): string =>
  `<html><head><meta property="og:title" content="${escapeHtml(name)}"><meta property="og:description" content="${escapeHtml(address)}"></head></html>`;
