export { selectMyBadges } from './badges.sql.ts';
export { importOfficialList, matchOfficialLists } from './official-lists.service.ts';
export { selectListRows } from './official-lists.sql.ts';
export { type OfficialListFile, readOfficialList } from './read-official-list.ts';
