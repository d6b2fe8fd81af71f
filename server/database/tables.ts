/** Generated from the migrated database by `npm run database:types`. */
// biome-ignore lint: generated
export interface DB {}
