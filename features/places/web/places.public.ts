export { Marked } from './Marked.tsx';
export { PlaceSearch } from './PlaceSearch.tsx';
export { addressQuery, nearbyQuery, placePhotosQuery } from './places.queries.ts';
