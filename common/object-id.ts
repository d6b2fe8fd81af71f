import { v5 } from 'uuid';

const NAMESPACE = '5b3b1c0e-6c55-4d0b-9f0c-2f6f3f0b9c41';

/**
 * Returns the id of an object. The id depends on the owner, so that a member can neither use the id of another member's
 * object nor find out whether it exists.
 * The browser can compute the id before the server creates the object.
 */
export const objectIdOf = ({ userId, id }: { userId: string; id: string }): string =>
  v5(`${userId} ${id}`, NAMESPACE);
