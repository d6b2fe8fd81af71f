import type { PlacesProvider } from '#features/places/server/places-provider.ts';
import type { Connection } from '#server/database/database.ts';
import { localIndex } from './local-index.ts';

export type { PlacesProvider } from './places-provider.ts';
export { loadExamplePlaces, removeExamplePlaces } from './examples/example-places.ts';

/** The maps service of this installation: the built-in index, on a database or within a transaction. */
export const mapsService = (connection: Connection): PlacesProvider => localIndex(connection);
