import type { Connection } from '#server/database/database.ts';
import { localIndex } from './search/local-index.ts';
import type { PlacesProvider } from './providers/places-provider.ts';

export { cacheSearchResults, selectCachedPlace } from './providers/kakao/search-result-cache.sql.ts';
export { hasRegisterPlaces } from './import/imports.sql.ts';
export { type MapsService, mapsService } from './providers/maps-service.ts';
export { onPricedSearch, type PricedSearch, searchWithPrice } from './priced-search.ts';
export type { PlacesProvider } from './providers/places-provider.ts';
export { stationsNamed } from './search/regions.ts';
export { indexPointOf } from './search/cells.ts';
export { beginsAddressWord } from './search/address-words.sql.ts';
export { loadExamplePlaces, removeExamplePlaces } from './examples/example-places.ts';

/**
 * The built-in index: the places that are included with the software and the places of the licence register. The
 * index does not depend on the maps service that the settings choose.
 */
export const builtInIndex = (connection: Connection): PlacesProvider => localIndex(connection);
