import { m } from '#messages';
import { CALENDAR, formatDate } from '#common/dates.ts';
import type { SharedEntry } from '#features/sharing/entry-shares.contract.ts';
import type { PageContents } from '#server/http/pages.ts';
import { cardOf } from '#server/drawing/card-route.ts';
import { ownerLabel } from '#features/sharing/owner-label.ts';

/** Number of characters of the text that the preview in a messenger shows. */
const TEXT_IN_CARD = 100;

const inKorean = { locale: 'ko' } as const;

/**
 * Returns the HTML page of a shared entry. The page contains meta tags for messengers, in Korean.
 * @param json the complete entry, which the screen reads from the page
 */
export function sharedEntryPage({
  entry,
  json,
  version,
  baseUrl,
}: {
  entry: SharedEntry;
  json: string;
  /** A text that identifies the current content of the entry. */
  version: string;
  baseUrl: string;
}): PageContents {
  const url = new URL(`/shared-momokzi-journal/${entry.id}`, baseUrl).href;
  const text = entry.journalText.replaceAll(/\s+/g, ' ');
  const start = [...text].slice(0, TEXT_IN_CARD).join('');
  const facts = [
    formatDate(entry.visitDate, { zone: CALENDAR, as: 'weekdayDate', language: 'ko' }),
    m.sharing_entry_whose({ owner: ownerLabel(entry.ownerName, inKorean) }, inKorean),
  ];
  return {
    title: entry.restaurantName,
    description: [...facts, ...(start === '' ? [] : [start === text ? start : `${start}…`])].join(' · '),
    url,
    image: cardOf({ pageUrl: url, version }),
    data: { name: `shared-entry/${entry.id}`, json },
  };
}
