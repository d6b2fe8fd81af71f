import { m } from '#messages';
import { CALENDAR, formatDate } from '#common/dates.ts';
import type { SharedEntry } from '#features/sharing/entry-shares.contract.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import type { PageContents } from '#server/http/pages.ts';
import type { Locale } from '#server/http/locale.ts';
import { cardOf } from '#server/drawing/card-route.ts';
import { ownerLabel } from '#features/sharing/owner-label.ts';

/** Number of characters of the text that the preview in a messenger shows. */
const TEXT_IN_CARD = 100;

const inKorean = { locale: 'ko' } as const;

/**
 * Returns the HTML page of a shared entry. The page contains meta tags for messengers, in Korean. Until scripts have run,
 * the page shows the place and the text in the style of the screen.
 * @param json the complete entry, which the screen reads from the page
 */
export function sharedEntryPage({
  entry,
  json,
  version,
  baseUrl,
  locale,
}: {
  entry: SharedEntry;
  json: string;
  /** A text that identifies the current content of the entry. */
  version: string;
  baseUrl: string;
  locale: Locale;
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
    firstView: { html: firstView({ entry, locale }), screen: 'shared-entry' },
    data: { name: `shared-entry/${entry.id}`, json },
  };
}

function firstView({ entry, locale }: { entry: SharedEntry; locale: Locale }): string {
  const { restaurantName, visitDate, journalText, ownerName } = entry;
  const whose = m.sharing_entry_whose({ owner: ownerLabel(ownerName, { locale }) }, { locale });
  return `<div class="h-14"></div><div class="bars" aria-hidden="true"><i></i><i></i><i></i><i></i><i></i></div>
      <main class="mx-auto max-w-[640px] px-4 py-6"><p class="type-sub text-ink-2">${escapeHtml(whose)}</p>
      <h1 class="type-h1 mt-1">${escapeHtml(formatDate(visitDate, { zone: CALENDAR, as: 'weekdayDate', language: locale }))}</h1>
      <article class="mt-4 rounded-card bg-surface px-4 pt-3 pb-4 shadow-1"><h2 class="type-h3 py-1.5">${escapeHtml(restaurantName)}</h2>
      <p class="type-body mt-2 max-w-[36em] break-words whitespace-pre-line">${escapeHtml(journalText)}</p></article></main>`;
}
