/** Parts of collections for the screens of other features. */
export { collectionsQuery, refetchCollections } from './collections.documents.ts';
export { OneCollectionChoice } from './OneCollectionChoice.tsx';
