/** Operations on share links for other features. */
export { createShare } from './list-shares.service.ts';
