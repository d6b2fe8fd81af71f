/** What other features may do with link shares. */
export { makeShare } from './list-shares.service.ts';
