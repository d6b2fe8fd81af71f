import { m } from '#messages';
import { formatNumber } from '#common/numbers.ts';
import type { Category } from '#features/catalogue/catalogue.contract.ts';
import { categoryNameIn } from '#features/catalogue/category-names.public.ts';
import { photoUrl } from '#features/photos/photos.rules.ts';
import { knownSpans } from '#features/places/open-now.rules.ts';
import { neighbourhoodAndRoad } from '#features/places/short-address.rules.ts';
import type { MyRestaurant } from '#features/restaurants/restaurants.contract.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import { chipShapes, icon, logo, pill, ratingHtml } from '#server/http/first-view-parts.ts';
import type { Locale } from '#server/http/locale.ts';

/** Number of tickets that the first view shows. They fill the first screen of a desktop. */
const TICKETS = 8;

/**
 * Returns the HTML that a member sees until the application has started. It shows the first tickets of the list, in the
 * layout of web/HomePage.tsx. It contains no controls, no map, and nothing that depends on the time.
 */
export function homeFirstView({
  restaurants,
  categories,
  isFree,
  locale,
}: {
  restaurants: readonly MyRestaurant[];
  categories: readonly Category[];
  /** Whether the screen shows the ten slots of a free member. */
  isFree: boolean;
  locale: Locale;
}): string {
  const count = formatNumber(restaurants.length, locale);
  const tickets = restaurants
    .slice(0, TICKETS)
    .map((restaurant) => `<li>${ticket({ restaurant, categories, locale })}</li>`);
  return `<main class="fixed inset-0 overflow-hidden bg-sunken lg:left-[76px] lg:[--panel:460px] [--panel:380px]"><h1 class="sr-only">${escapeHtml(m.restaurants_home_title({}, { locale }))}</h1>
      <div class="contents beside-map:absolute beside-map:inset-y-0 beside-map:left-0 beside-map:flex beside-map:w-(--panel) beside-map:flex-col beside-map:bg-bg">
      <div class="absolute inset-x-3 top-[10px] z-10 beside-map:static beside-map:px-5 beside-map:pt-4"><div class="flex h-[52px] items-center rounded-card bg-raised pl-2.5 shadow-2 lg:bg-surface lg:shadow-none">
      ${logo('mr-2.5 border-r border-line pr-2.5 text-[20px]')}<span class="truncate text-[1rem] text-ink-3">${escapeHtml(m.restaurants_search_placeholder({}, { locale }))}</span></div></div>
      <div class="sheet top-[48%] beside-map:static beside-map:rounded-none beside-map:shadow-none"><div class="h-7 flex-none beside-map:h-2"></div>
      <div class="flex min-w-0 flex-col gap-2 px-4 pb-2.5 beside-map:px-5 beside-map:pb-3"><div class="flex min-h-7 items-center"><h2 class="type-h2 numbers">${escapeHtml(m.restaurants_my_count({ count }, { locale }))}</h2></div>
      ${isFree ? '<div class="h-[1.125rem]"></div>' : ''}
      ${chipShapes(4)}</div>
      <ul class="grid grid-cols-1 gap-2.5 px-3 pt-0.5 min-[600px]:grid-cols-2 beside-map:grid-cols-1 beside-map:px-5">${tickets.join('')}</ul></div></div>
      <div class="fixed inset-x-0 bottom-0 z-30 h-[60px] bg-surface lg:inset-y-0 lg:right-auto lg:h-auto lg:w-[76px]"></div></main>`;
}

function ticket({
  restaurant,
  categories,
  locale,
}: {
  restaurant: MyRestaurant;
  categories: readonly Category[];
  locale: Locale;
}): string {
  const { name, status, isExample, businessStatus, sourceMemo } = restaurant;
  const [photoId] = restaurant.userPhotoFilenames;
  const isDone = status === '방문 완료';
  const isClosed = businessStatus === 'closed_permanently';
  const facts = [
    categoryNameIn({ id: restaurant.categoryId, categories, locale }),
    ...neighbourhoodAndRoad(restaurant),
  ].filter(Boolean);
  const example =
    isExample &&
    `<span class="flex flex-wrap gap-x-2">${pill('bg-sunken text-ink-2', escapeHtml(m.restaurants_example({}, { locale })))}</span>`;
  const text = `<span class="flex flex-wrap items-center gap-x-2"><h3 class="type-h3 max-w-full truncate">${escapeHtml(name)}</h3>${example || ''}</span>
      <p class="ticket-meta ${photoId === undefined ? 'ticket-line' : 'ticket-line ticket-line-beside-photo'} type-caption numbers leading-5 text-ink-2">${restaurant.rating ? `<span>${ratingHtml(restaurant.rating)}</span>` : ''}${facts.map((fact) => `<span>${escapeHtml(fact)}</span>`).join('')}</p>
      ${knownSpans(restaurant) ? '<p class="h-5"></p>' : ''}
      ${isClosed ? `<p class="type-caption mt-2 truncate font-semibold text-danger">${escapeHtml(m.restaurants_closed({}, { locale }))}</p>` : ''}
      ${sourceMemo && !isClosed ? `<p class="type-caption mt-2 flex items-center gap-1.5 text-ink-2"><span class="size-4 flex-none"></span><span class="truncate">${escapeHtml(sourceMemo)}</span></p>` : ''}`;
  return `<article class="ticket" data-kind="${isDone ? 'done' : 'todo'}"><div class="ticket-paper"><div class="ticket-body">${withPhoto(text, restaurant)}</div>
      <div class="ticket-stub type-stub">${isDone ? '' : icon('bookmark', 'size-5') + escapeHtml(m.kit_status_todo({}, { locale }))}</div></div></article>`;
}

function withPhoto(text: string, { userPhotoFilenames: [photoId] }: MyRestaurant): string {
  if (photoId === undefined) return text;
  const url = escapeHtml(photoUrl({ photoId, size: 'small' }));
  return `<span class="flex flex-wrap items-center gap-x-3 gap-y-2"><span class="min-w-0 flex-[1_1_6.5rem]">${text}</span>
      <img src="${url}" alt="" loading="lazy" decoding="async" class="size-14 flex-none rounded-inner bg-sunken object-cover" /></span>`;
}
