export { ClosedPill } from './ClosedPill.tsx';
export { PlaceSearch } from './PlaceSearch.tsx';
export { addressQuery, nearbyQuery, placePhotosQuery, placeStatusQuery } from './places.queries.ts';
