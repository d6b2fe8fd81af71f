/** Operations on share links for other features. */
export { createShare as makeShare } from './list-shares.service.ts';
