/** Operations on collections for other features. */
export { addPastCollection } from './collections.service.ts';
