export { useUnreadCount } from './notifications.queries.ts';
