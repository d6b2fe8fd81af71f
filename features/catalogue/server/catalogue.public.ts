/** What other features may do with the catalogue. Only these write it, and never what a client claims. */
export {
  type CataloguePlace,
  categoryExists,
  deletePrivatePlaces,
  insertPlace,
  insertPrivatePlace,
  type PublicNote,
  selectPlaceVisibleTo,
  updatePrivatePlace,
} from './catalogue.sql.ts';
