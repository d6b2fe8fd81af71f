/** Parts of my list that the screens of other features use. */
export type { AddPageParts, PasteProps, Prefill } from './add/paste-parts.ts';
export type { Source } from './from-source/recent-sources.rules.ts';
export { additionsText, leftOutText } from './additions-text.ts';
export { StatusSourceAndTags, VisitFields } from './form/SavedRestaurantFields.tsx';
export { useTextConflict } from './form/use-text-conflict.tsx';
export { CategoryChips } from './home/CategoryChips.tsx';
export { clearLabel } from './home/clear-label.ts';
export { useShortcuts } from './filters/shortcuts.ts';
export { activeFilters, hasFilters, NO_FILTERS } from './filters/filters.ts';
export { viewEntries } from '#features/restaurants/view-entries.rules.ts';
export { ticketTexts } from './home/ticket-texts.tsx';
export { closureText } from './closure-text.ts';
export { openingText } from './opening-text.ts';
export { formatCalendarStamp, formatStampDay } from './stamp-day.ts';
export { restaurantErrorMessage } from './restaurant-messages.ts';
export { useShowTaken } from './provided/use-show-taken.ts';
export { homeAround } from './home-around.ts';
export { useLimitDialog } from './use-limit-dialog.tsx';
export { useStatusChange } from './use-status-change.ts';
export {
  applyResponse,
  type Change,
  changeRestaurant,
  refetchMyList,
  restaurantQuery,
  useChangeRestaurant,
} from './restaurants.queries.ts';
export { applyResponses, useAddRestaurant } from './restaurants.writes.ts';
export { myListQuery } from './my-list.query.ts';
export { lastMapApp, MAP_APP_NAMES, MAP_APPS, type MapApp, mapAppLink, rememberMapApp } from './map-apps.ts';
export { reasonSentence } from './today/reason-sentence.ts';
export { RestaurantUnavailable } from './RestaurantUnavailable.tsx';
export { OfficialListCards } from './official/OfficialListCards.tsx';
export { SourceCards } from './sources/SourceCards.tsx';
export type { TodayProps } from './today/TodayDialog.tsx';
export { SourceStrip } from './from-source/SourceStrip.tsx';
export { usedSlots } from './slots.rules.ts';
export { useListView } from './home/use-list-view.ts';
export { useMyRestaurant } from './use-my-restaurant.ts';
export { type DistanceOrigin, useDistanceOrigin } from './use-distance-origin.ts';
export { useConvert } from './use-convert.tsx';
export { useMedia } from './use-media.ts';
export { useFoundEntries } from './use-found-entries.ts';
export { recordVisit, type VisitToRecord } from './visit-to-record.ts';
