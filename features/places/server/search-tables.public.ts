/**
 * The parts of the index that backups use. This file does not import the search, because loading the search takes a
 * fifth of the start of a backup command.
 */
export { REBUILD_TABLES } from './import/build-search-tables.ts';
export { INDEX_LOCK } from './index.sql.ts';
