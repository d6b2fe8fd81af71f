export { addArchivedCollection, placesOfOwnCollection, readCollection } from './collections.service.ts';
export {
  type OpenCollection,
  openCollections,
  openForRemoval,
  requireCollectable,
} from './collect-several.ts';
export { findCollection, findOwnCollection, isVisible, selectCollections } from './collections.sql.ts';
export { selectInvitePreview } from './joint-collections.sql.ts';
