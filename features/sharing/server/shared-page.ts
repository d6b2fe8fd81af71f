import { m } from '#messages';
import { formatNumber } from '#common/numbers.ts';
import type { SharedList } from '#features/sharing/sharing.contract.ts';
import type { PageContents } from '#server/http/pages.ts';
import { cardOf } from '#server/drawing/card-route.ts';
import { ownerLabel } from '#features/sharing/owner-label.ts';

/** Number of place names that the preview in a messenger shows. */
const NAMES_IN_CARD = 3;

const inKorean = { locale: 'ko' } as const;

/**
 * Returns the HTML page of a shared list. The page contains meta tags for messengers, in Korean.
 * @param json the complete document, which the screen reads from the page
 */
export function sharedPage({
  list,
  json,
  version,
  baseUrl,
}: {
  list: SharedList;
  json: string;
  /** A text that identifies the current content of the list. */
  version: string;
  baseUrl: string;
}): PageContents {
  const url = new URL(`/shared/${list.id}`, baseUrl).href;
  const whose = m.sharing_whose({ owner: ownerLabel(list.ownerName, inKorean) }, inKorean);
  const counts = m.sharing_counts({ whose, count: formatNumber(list.places.length, 'ko') }, inKorean);
  const names = list.places.slice(0, NAMES_IN_CARD).map(({ name }) => name);
  return {
    title: list.title,
    description: [counts, ...(names.length > 0 ? [names.join(', ')] : [])].join(' · '),
    url,
    image: cardOf({ pageUrl: url, version }),
    data: { name: `shared-list/${list.id}`, json },
  };
}
