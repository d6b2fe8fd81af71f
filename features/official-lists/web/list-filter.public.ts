export { myOfficialListsQuery } from './my-lists.query.ts';
export { OFFICIAL_NAMES } from './official-names.ts';
