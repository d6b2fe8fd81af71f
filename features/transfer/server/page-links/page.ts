import iconv from 'iconv-lite';
import { cut } from '#common/cut.ts';
import { EMPTY_PLACE } from '#features/transfer/files/file-place.ts';
import { placeOf } from '#features/transfer/files/place-fields.ts';
import { oneLine, plainText, storable } from '#features/transfer/files/plain-text.ts';
import { pointOf } from '#features/transfer/files/written-values.ts';
import {
  PAGE_TEXT_MAXIMUM,
  PAGE_TITLE_MAXIMUM,
  type PageLinkPlace,
  pageLinksProblems,
} from '#features/transfer/page-links.contract.ts';
import { problem } from '#server/http/problem.ts';
import type { LinkAnswer, LinkRequest } from '../link-client.ts';

/** What a site says about a page. */
export type ReadPage = {
  title: string;
  author: string;
  picture: string | null;
  places: PageLinkPlace[];
  text: string;
};

/** A page, or the address to which the site redirects. */
export type PageAnswer = ReadPage | { redirect: URL };

export const NO_PAGE: ReadPage = { title: '', author: '', picture: null, places: [], text: '' };

/** Reads the pages of one site. Throws the problems of `page-links.contract.ts`. */
export type PageReader = {
  /** Returns the address by which a page is known, or null if the link does not lead to a page of this site. */
  pageOf: (url: URL) => URL | null;
  /** Whether the site may redirect to an address. */
  mayLeadTo: (url: URL) => boolean;
  read: (page: URL, request: LinkRequest) => Promise<PageAnswer>;
};

/**
 * Returns the text of a successful answer, or the target of a redirect.
 * @throws transfer.page_not_found, transfer.page_blocked, transfer.page_unavailable, transfer.page_unreadable
 */
export function textOrRedirect(answer: LinkAnswer, url: URL): string | { redirect: URL } {
  const { status, location } = answer;
  if (status === 200) return textOf(answer);
  if (300 <= status && status < 400 && location !== null && URL.canParse(location, url.href))
    return { redirect: new URL(location, url) };
  throw problem(pageLinksProblems, codeOf(status));
}

function codeOf(status: number): keyof typeof pageLinksProblems {
  if (status === 404 || status === 410) return 'transfer.page_not_found';
  if (status === 401 || status === 403 || status === 429) return 'transfer.page_blocked';
  return 500 <= status ? 'transfer.page_unavailable' : 'transfer.page_unreadable';
}

/** Returns the text of an answer in the encoding that the answer or the page names. Older Korean pages use EUC-KR. */
function textOf({ body, contentType }: LinkAnswer): string {
  const start = body.subarray(0, 2_048).toString('latin1');
  const named = /charset=["']?([\w-]{1,20})/i;
  const encoding = named.exec(contentType)?.[1] ?? named.exec(start)?.[1] ?? 'utf-8';
  return iconv.decode(body, iconv.encodingExists(encoding) ? encoding : 'utf-8');
}

/** Returns JSON, or undefined if the text is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a place with values in the stored lengths, or null if the values contain neither a name nor an address. */
export function pagePlace({
  name = '',
  address = '',
  phoneNumber = '',
  link = '',
  lat,
  lng,
}: Partial<Record<'name' | 'address' | 'phoneNumber' | 'link', string>> & {
  lat?: number | string | undefined;
  lng?: number | string | undefined;
}): PageLinkPlace | null {
  const at = pointOf({ lat: Number(lat ?? Number.NaN), lng: Number(lng ?? Number.NaN) });
  const place = placeOf({ fields: { name, address, phoneNumber, link } }, at) ?? EMPTY_PLACE;
  if (place.name === '' && place.address === '') return null;
  const { coordinates } = place;
  return {
    name: place.name,
    address: place.address,
    phoneNumber: place.phoneNumber,
    link: place.link,
    coordinates,
  };
}

export function withoutRepeats(places: readonly (PageLinkPlace | null)[]): PageLinkPlace[] {
  const byKey = new Map<string, PageLinkPlace>();
  for (const place of places) {
    if (place === null) continue;
    const key = `${place.name}\n${place.address}`;
    if (!byKey.has(key)) byKey.set(key, place);
  }
  return [...byKey.values()];
}

export const titleOf = (text: string): string => oneLine(plainText(text), PAGE_TITLE_MAXIMUM);
export const longTextOf = (text: string): string => cut(storable(text), PAGE_TEXT_MAXIMUM);

/** Returns the address of a picture if it is https. */
export const pictureOf = (written: unknown): string | null =>
  typeof written === 'string' && written.startsWith('https://') && URL.canParse(written) ? written : null;
