import { m } from '#messages';
import { formatNumber } from '#common/numbers.ts';
import { categoryNameIn } from '#features/catalogue/category-names.public.ts';
import { photoUrl } from '#features/photos/photos.rules.ts';
import { neighbourhoodAndRoad, neighbourhoodInBrackets } from '#features/places/short-address.rules.ts';
import { ownerLabel } from '#features/sharing/owner-label.ts';
import type { SharedList, SharedPlace } from '#features/sharing/sharing.contract.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import { chipShapes, icon, logo, pill, ratingHtml } from '#server/http/first-view-parts.ts';
import type { Locale } from '#server/http/locale.ts';

/** Number of places that the first view shows. They fill the first screen of a phone and of a desktop. */
const PLACES = 6;
/** The screen has a search field if the list has more places than this (web/shared/SharedFilters.tsx). */
const PLACES_WITHOUT_SEARCH = 8;

/**
 * Returns the HTML that a visitor sees until the application has started. It shows the title and the first places, in
 * the layout of web/shared/SharedListView.tsx and web/map/ListBesideMap.tsx. Therefore nothing moves when the
 * application replaces the HTML. A story compares the positions. Controls do not work yet, so they are shown as empty
 * shapes.
 */
export function sharedListFirstView({ list, locale }: { list: SharedList; locale: Locale }): string {
  const { title, note, places } = list;
  return `<div class="mx-auto flex min-h-14 max-w-[1144px] items-center px-4 py-1">${logo('text-[1.375rem]')}</div>
      <div class="bars bars-on-cyan" aria-hidden="true"><i></i><i></i><i></i><i></i><i></i></div>
      <main><div class="${places.length === 0 ? '' : 'low:grid'} low:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,518px)_minmax(0,570px)_minmax(0,1fr)] lg:grid-rows-[auto_auto_1fr] lg:gap-x-6">
      <div class="hidden bg-prov lg:col-span-full lg:row-start-1 lg:block"></div>
      <div class="contents ${places.length === 0 ? '' : 'low:flex'} low:h-[calc(100dvh-62px-var(--tab-bar,64px))] low:flex-col low:self-start">
      <div class="field-of-colour bg-prov px-5 py-3.5 text-on-fill low:py-2 lg:col-start-2 lg:row-start-1 lg:px-0 lg:py-7">
      <h1 class="text-[1.5rem] leading-tight font-bold tracking-[-.03em] lg:text-[2.25rem]">${escapeHtml(title)}</h1>
      ${subtitle({ list, locale })}
      ${note && `<p class="type-sub mt-1.5 max-w-[36em] whitespace-pre-line lg:type-body">${escapeHtml(note)}</p>`}
      ${places.length === 0 ? '' : '<div class="mt-4 hidden h-12 max-w-[320px] rounded-field bg-field-ink lg:block"></div>'}</div>
      ${places.length === 0 ? '' : '<div class="h-[clamp(144px,24vh,220px)] bg-sunken low:min-h-36 low:flex-1 lg:hidden"></div>'}</div>
      ${places.length === 0 ? '' : placesOf({ list, locale })}</div></main>`;
}

function subtitle({ list: { ownerName, places }, locale }: { list: SharedList; locale: Locale }): string {
  const visited = places.filter(({ status }) => status === '방문 완료').length;
  const count = formatNumber(places.length, locale);
  const whose = m.sharing_whose({ owner: ownerLabel(ownerName, { locale }) }, { locale });
  const counts =
    visited === 0
      ? m.sharing_count({ count }, { locale })
      : m.sharing_count_visited({ count, visited: formatNumber(visited, locale) }, { locale });
  return `<p class="type-sub mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-0.5 overflow-x-clip font-semibold lg:type-body"><span class="type-stub -mr-1.5 inline-flex items-center gap-1.5 rounded-[6px] bg-field-ink px-2 py-0.5 text-field-paper">${icon('eye', 'size-3.5')}${escapeHtml(m.sharing_read_only({}, { locale }))}</span> <span>${escapeHtml(whose)}</span>
      <span class="relative"><span class="absolute right-full px-1.5">·</span> ${escapeHtml(counts)}</span></p>`;
}

function placesOf({ list, locale }: { list: SharedList; locale: Locale }): string {
  const { places } = list;
  const count = m.sharing_places_count({ count: formatNumber(places.length, locale) }, { locale });
  const isMixed =
    new Set(places.map(({ status }) => status)).size > 1 ||
    new Set(places.map(({ categoryId }) => categoryId)).size > 1;
  return `<div class="min-w-0 px-4 pt-3 low:pt-2 lg:col-start-2 lg:row-start-3 lg:px-0 lg:pt-6"><div class="grid gap-2">
      ${places.length > PLACES_WITHOUT_SEARCH ? '<div class="min-h-12 rounded-field border-[1.5px] border-line-strong bg-surface"></div>' : ''}
      ${chipShapes(isMixed ? 5 : 1)}
      <div class="flex min-h-7 items-center"><h2 class="type-h3 numbers">${escapeHtml(count)}</h2></div></div>
      <ul>${places
        .slice(0, PLACES)
        .map((place) => `<li>${row({ place, list, locale })}</li>`)
        .join('')}</ul></div>
      <div class="hidden h-[calc(100dvh-94px)] rounded-card bg-sunken lg:col-start-3 lg:row-[1/4] lg:mt-4 lg:block"></div>`;
}

function row({ place, list, locale }: { place: SharedPlace; list: SharedList; locale: Locale }): string {
  const { name, status, rating, address, review, line, sourceMemo, customTags, photoId } = place;
  const [area, road] = neighbourhoodAndRoad({ address, neighbourhood: neighbourhoodInBrackets(address) });
  const facts = [
    categoryNameIn({ id: place.categoryId, categories: list.categories, locale }),
    area,
    road,
  ].filter(Boolean);
  const photo =
    photoId &&
    `<img src="${escapeHtml(photoUrl({ photoId, size: 'small', share: list.id }))}" alt="" loading="lazy" decoding="async" class="float-right mb-1 ml-3 size-[72px] rounded-inner bg-sunken object-cover min-[380px]:size-[84px]" />`;
  const state =
    status === '방문 완료'
      ? pill(
          'bg-done-tint text-done-text',
          icon('check', 'size-3.5') + escapeHtml(m.sharing_done({}, { locale })),
        )
      : pill(
          'bg-todo-tint text-todo-text',
          icon('bookmark', 'size-3.5') + escapeHtml(m.sharing_todo({}, { locale })),
        );
  const example =
    place.isExample && pill('bg-sunken text-ink-2', escapeHtml(m.restaurants_example({}, { locale })));
  const stars = rating !== null && `<span class="inline-block align-bottom">${ratingHtml(rating)}</span>`;
  return `<article class="flex items-start gap-3 border-b-2 border-dashed border-perf py-4">
      <span class="size-6 flex-none rounded-[7px] border-[1.5px] border-line-strong bg-surface"></span><div class="min-w-0 flex-1">${photo || ''}
      <h3 class="type-h3 flex flex-wrap items-center gap-x-2 gap-y-1"><span class="truncate">${escapeHtml(name)}</span>${state}${example || ''}</h3>
      <p class="ticket-meta ticket-meta-lines type-caption numbers mt-1 text-ink-2">${stars || ''}${facts.map((fact) => `<span>${withoutBreaks(fact)}</span>`).join('')}</p>
      ${line && `<p class="mt-1.5 font-semibold">${escapeHtml(line)}</p>`}
      ${review && `<p class="mt-1.5 line-clamp-4 whitespace-pre-line">${escapeHtml(review)}</p>`}
      ${sourceMemo && `<p class="type-caption mt-1.5 flex items-center gap-1.5 text-ink-2"><span class="size-4 flex-none"></span><span class="min-w-0">${escapeHtml(sourceMemo)}</span></p>`}
      ${customTags.length > 0 ? `<p class="mt-2 flex flex-wrap gap-1.5">${customTags.map(tag).join('')}</p>` : ''}
      </div><span class="-mt-2 -mr-2 grid size-[44px] flex-none place-items-center">${icon('plus', 'size-6')}</span></article>`;
}

/** Like web/ui/NoWrap.tsx, prevents a line break at a hyphen between digits. */
const withoutBreaks = (text: string): string =>
  text
    .split(/(\S*\d[-–]\d\S*)/)
    .map((part, position) =>
      position % 2 === 0
        ? escapeHtml(part)
        : `<span class="inline-block max-w-full">${escapeHtml(part)}</span>`,
    )
    .join('');

const tag = (name: string): string =>
  `<span class="type-caption inline-flex min-h-[26px] max-w-full items-center truncate rounded-[6px] bg-sunken px-[9px] font-medium text-ink-2">#${escapeHtml(name)}</span>`;
