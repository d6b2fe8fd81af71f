export { ClosedPill } from './ClosedPill.tsx';
export { PlaceSearch } from './PlaceSearch.tsx';
export { addressQuery, nearbyQuery, placePhotosQuery, placeStandingQuery } from './places.queries.ts';
