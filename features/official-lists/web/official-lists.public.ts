export { OfficialBadges, RowBadge } from './OfficialBadges.tsx';
