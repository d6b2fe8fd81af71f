export { listNameOf, menuText, sourceNameOf } from './official-texts.ts';
export { OfficialBadges, RowBadge } from './OfficialBadges.tsx';
