export { ClosedPill } from './ClosedPill.tsx';
export { PlaceSearch } from './PlaceSearch.tsx';
export { addressQuery, foundAddressesQuery } from './addresses.queries.ts';
export { nearbyQuery, placePhotosQuery, placeStatusQuery } from './places.queries.ts';
