/** What other features may do with the catalogue. Only these write it, and never what a client claims. */
export {
  type CataloguePlace,
  categoryExists,
  deleteExamplePlacesAddedBy,
  deletePrivatePlaces,
  insertPlace,
  insertPrivatePlace,
  type PublicNote,
  selectPlaceVisibleTo,
  updatePrivatePlace,
} from './catalogue.sql.ts';
