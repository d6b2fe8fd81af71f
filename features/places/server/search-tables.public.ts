/** The lock on the index of places. Backups use it without the search, whose code takes a fifth of their start. */
export { INDEX_LOCK } from './index.sql.ts';
