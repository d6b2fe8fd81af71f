export const DOCUMENTS_DATABASE = 'momokzi-documents';

/** Prefix of caches with data of one account: `momokzi-private-photos-small-<uid>`, `momokzi-private-tiles`. */
export const PRIVATE_CACHES = 'momokzi-private-';
