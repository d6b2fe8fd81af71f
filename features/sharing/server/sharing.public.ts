/** Operations on share links for other features. */
export { makeShare } from './list-shares.service.ts';
