/** Parts of my list for the screens of other features. */
export type { PasteProps, Prefill } from './add/paste-parts.ts';
export type { Source } from './from-source/recent-sources.rules.ts';
export { StatusSourceAndTags, VisitFields } from './form/SavedRestaurantFields.tsx';
export {
  applyResponse,
  applyResponses,
  myListQuery,
  refetchMyList,
  restaurantQuery,
  useChangeRestaurant,
} from './restaurants.queries.ts';
export { reasonSentence } from './today/reason-sentence.ts';
export { RestaurantUnavailable } from './RestaurantUnavailable.tsx';
export { SourceCards } from './sources/SourceCards.tsx';
export { TodayDialog, type TodayProps } from './today/TodayDialog.tsx';
export { SourceStrip } from './from-source/SourceStrip.tsx';
export { usedSlots } from './slots.rules.ts';
export { useListView } from './home/use-list-view.ts';
export { useMyRestaurant } from './use-my-restaurant.ts';
export { useDistanceOrigin } from './use-distance-origin.ts';
export { useConvert } from './use-convert.tsx';
export { useMedia } from './use-media.ts';
