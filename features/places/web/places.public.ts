export { ClosedPill } from './ClosedPill.tsx';
export { PlaceSearch } from './PlaceSearch.tsx';
export { addressQuery, foundAddressesQuery } from './addresses.queries.ts';
export { rememberPlaces, seenPlacesQuery } from './seen-places.ts';
export { nearbyQuery, placePhotosQuery, placeStatusQuery } from './places.queries.ts';
