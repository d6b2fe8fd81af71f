/** Other features write the catalogue only through these functions. */
export type { CataloguePlace } from './catalogue.sql.ts';
export {
  categoryExists,
  deleteExamplePlacesAddedBy,
  deletePrivatePlaces,
  insertPlace,
  selectCategories,
  selectPlaceVisibleTo,
  selectPublicPlace,
  updatePrivatePlace,
} from './catalogue.sql.ts';
export { findPlaceToAdd, type FoundPlace, insertFoundPlace } from './find-place-to-add.ts';
export { announcePlaceChanges, onPlaceChange } from './place-changes.ts';
export { provideSeveral, withdrawSeveral } from './provide-several.ts';
export { needsGeocoding, resolveManualLocation } from './resolve-manual-location.ts';
export { incrementProvidedVersion, selectProvidedMemos } from './provided.sql.ts';
export { listedPlaceColumns, visitColumns, visitFactsOf } from './listed-place.sql.ts';
export { type ExampleSource, provideExamples, removeExampleSources } from './provide-examples.ts';
export {
  deleteProviderData,
  recordFailedCheck,
  recordProviderRequest,
  selectClosedPlaces,
  selectPlacesChangedInRegister,
  selectPlacesToCheck,
  selectPlacesWithExpiredData,
  updateBusinessStatus,
  updateStatusesFromRegister,
  updateProviderData,
} from './provider-data.sql.ts';
