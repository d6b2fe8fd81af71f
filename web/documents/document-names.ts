export const DOCUMENTS_DATABASE = 'momokzi-documents';

/** Data of one account: `momokzi-private-photos-<uid>`. */
export const PRIVATE_CACHES = 'momokzi-private-';
