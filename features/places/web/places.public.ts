export { Marked } from './Marked.tsx';
export { PlaceSearch } from './PlaceSearch.tsx';
export { addressQuery } from './places.queries.ts';
