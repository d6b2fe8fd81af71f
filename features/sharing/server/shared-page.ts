import { m } from '#messages';
import { formatNumber } from '#common/numbers.ts';
import type { SharedList } from '#features/sharing/sharing.contract.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import type { PageContents } from '#server/http/pages.ts';
import { cardOf } from '#server/drawing/card-route.ts';
import { ownerLabel } from '#features/sharing/owner-label.ts';

/** Number of place names that the preview in a messenger shows. */
const NAMES_IN_CARD = 3;
/** Number of place names that the page shows before scripts have run. */
const NAMES_IN_FIRST_VIEW = 8;

const inKorean = { locale: 'ko' } as const;

/**
 * Returns the HTML page of a shared list. The page contains meta tags for messengers. Until scripts have run, the page
 * shows the title, the count and the first names in the style of the screen.
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
    firstView: firstView({ list, counts }),
    data: { name: `shared-list/${list.id}`, json },
  };
}

function firstView({ list, counts }: { list: SharedList; counts: string }): string {
  const places = list.places
    .slice(0, NAMES_IN_FIRST_VIEW)
    .map(
      ({ name, address }) =>
        `<li class="border-b-2 border-dashed border-perf py-4"><p class="type-h3">${escapeHtml(name)}</p>` +
        `<p class="type-caption mt-1 text-ink-2">${escapeHtml(address)}</p></li>`,
    );
  return `<div class="h-14"></div><div class="bars" aria-hidden="true"><i></i><i></i><i></i><i></i><i></i></div>
      <main><div class="field-of-colour bg-prov text-on-fill"><div class="mx-auto max-w-[1144px] px-5 py-6 lg:px-4 lg:py-9">
      <p class="type-stub inline-flex items-center rounded-[6px] bg-field-ink px-2.5 py-1 text-field-paper">${escapeHtml(m.sharing_read_only({}, inKorean))}</p>
      <h1 class="mt-2.5 text-[1.875rem] leading-tight font-bold tracking-[-.03em] lg:text-[2.75rem]">${escapeHtml(list.title)}</h1>
      <p class="mt-1 font-semibold">${escapeHtml(counts)}</p></div></div>
      <ul class="mx-auto max-w-[1144px] px-4">${places.join('')}</ul></main>`;
}
