/** The catalogue's interface for other features. Only these functions write it, and never with data from a client. */
export type { CataloguePlace } from './catalogue.sql.ts';
export {
  categoryExists,
  deleteExamplePlacesAddedBy,
  deletePrivatePlaces,
  insertPlace,
  insertPrivatePlace,
  selectCategories,
  selectMovedPlace,
  selectOpeningHours,
  selectPlaceVisibleTo,
  selectPublicPlace,
  updatePrivatePlace,
} from './catalogue.sql.ts';
export {
  incrementProvidedVersion as raiseProvidedVersion,
  selectProvidedMemos as selectProvidedNotes,
} from './provided.sql.ts';
export { type ExampleSource, provideExamples, removeExampleSources } from './provide-examples.ts';
export {
  deleteProviderData as forgetToldFacts,
  recordProviderRequest as noteAsked,
  selectPlacesChangedInRegister,
  selectPlacesToCheck,
  selectPlacesWithExpiredData as selectPlacesToForget,
  updateBusinessStatus,
  updateStatusesFromRegister,
  updateProviderData as updateToldFacts,
} from './provider-data.sql.ts';
