export const DOCUMENTS_DATABASE = 'momokzi-documents';
export const SHARED_PICTURES_DATABASE = 'momokzi-shared-pictures';

/** Prefix of caches with data of one account: `momokzi-private-photos-small-<uid>`, `momokzi-private-tiles`. */
export const PRIVATE_CACHES = 'momokzi-private-';
