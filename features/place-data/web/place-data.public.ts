export { placeDataQuery } from './place-data.queries.ts';
export { PlaceDataSection } from './PlaceDataSection.tsx';
