import type { Document } from 'domhandler';
import type { PageLinkPlace } from '#features/transfer/page-links.contract.ts';
import { elementsOf, hasClass, linesOf } from './html.ts';
import { pagePlace } from './page.ts';

/**
 * Returns the places in the Kakao maps of a Tistory post. Blogs on Tistory may have their own domain, so every page is
 * searched for them. The coordinates of the maps are in Kakao's own system and are not read.
 */
export const tistoryPlaces = (page: Document): (PageLinkPlace | null)[] =>
  elementsOf(page, ({ name, attribs }) => name === 'iframe' && attribs['data-ke-type'] === 'map').map(
    ({ attribs }) => {
      const values = new URLSearchParams(decoded(attribs['data-maps-data'] ?? ''));
      const value = (name: string) => values.get(name) ?? '';
      const id = value('confirmid');
      return pagePlace({
        name: value('title'),
        address: value('addr'),
        phoneNumber: value('tel'),
        link: /^\d{1,20}$/.test(id) ? `https://place.map.kakao.com/${id}` : '',
      });
    },
  );

/** Returns the text of a post, or '' if the page is not one of Tistory. */
export const tistoryText = (page: Document): string =>
  linesOf(elementsOf(page, (element) => hasClass(element, 'tt_article_useless_p_margin')).slice(0, 1));

/** The pairs are encoded once more as a whole in some versions of the editor. */
function decoded(written: string): string {
  if (written.includes('=')) return written;
  try {
    return decodeURIComponent(written);
  } catch {
    return '';
  }
}
