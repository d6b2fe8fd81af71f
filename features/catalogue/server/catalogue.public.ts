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
export { raiseProvidedVersion, selectProvidedNotes } from './provided.sql.ts';
export { type ExampleSource, provideExamples, removeExampleSources } from './provide-examples.ts';
export {
  forgetToldFacts,
  noteAsked,
  selectPlacesChangedInRegister,
  selectPlacesToCheck,
  selectPlacesToForget,
  updateBusinessStatus,
  updateStatusesFromRegister,
  updateToldFacts,
} from './told-facts.sql.ts';
