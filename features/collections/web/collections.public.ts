export { collectionsQuery, refetchCollections } from './collections.documents.ts';
export { OneCollectionChoice } from './OneCollectionChoice.tsx';
