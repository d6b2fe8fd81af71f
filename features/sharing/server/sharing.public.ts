export { ownerLabel } from '../owner-label.ts';
export { createShare } from './list-shares.service.ts';
