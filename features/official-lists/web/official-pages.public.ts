export { officialIndexQuery, officialPlacesQuery } from './official-pages.queries.ts';
export { RegionSelects } from './RegionSelects.tsx';
