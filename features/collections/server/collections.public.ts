export { addArchivedCollection, placesOfOwnCollection } from './collections.service.ts';
export {
  type OpenCollection,
  openCollections,
  openForRemoval,
  requireCollectable,
} from './collect-several.ts';
export { findOwnCollection, isVisible } from './collections.sql.ts';
export { selectInvitePreview } from './joint-collections.sql.ts';
