/** The database of documents kept for reading offline. */
export const DOCUMENTS_DATABASE = 'momokzi-documents';

/** Caches with data of one account: `momokzi-private-photos-<uid>`. */
export const PRIVATE_CACHES = 'momokzi-private-';
