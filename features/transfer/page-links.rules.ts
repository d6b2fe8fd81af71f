import { listLinkOf } from './list-links.rules.ts';
import type { PageSite } from './page-links.contract.ts';
import { parsePastedText } from './pasted-text.rules.ts';
import { linksApart } from './texts/links-in-text.rules.ts';

/** Sites that show nothing to programs. Their links are kept, but never requested. */
export const UNREAD_SITES: ReadonlySet<PageSite> = new Set(['naver-place', 'instagram', 'catchtable']);

/**
 * Returns the link whose page must be read to know the places of a text, or null if the text contains the places itself.
 * Apps share a link with a title, which must not be taken for the name of a place. Links that may lead to a list of a
 * maps app are read by their own import.
 */
export function linkToRead(text: string): string | null {
  const links = linksApart(text).filter((part) => typeof part !== 'string');
  const [link] = links;
  if (!link || links.length > 1 || listLinkOf(link.url)) return null;
  const { places } = parsePastedText(text);
  const named = places.filter(({ name, address }) => name !== '' || address !== '').length;
  const hasAddress = places.some(({ address }) => address !== '');
  return hasAddress || named > (link.isMap ? 0 : 1) ? null : link.url;
}
