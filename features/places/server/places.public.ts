import type { Connection } from '#server/database/database.ts';
import { localIndex } from './local-index.ts';
import type { PlacesProvider } from './places-provider.ts';

export { mapsService } from './maps-service.ts';
export type { PlacesProvider } from './places-provider.ts';
export { loadExamplePlaces, removeExamplePlaces } from './examples/example-places.ts';

/** The places that come with the software and those of the licence register, whichever maps service is chosen. */
export const builtInIndex = (connection: Connection): PlacesProvider => localIndex(connection);
