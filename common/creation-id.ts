import { z } from 'zod';

/**
 * The id that the client generates for the object to create.
 * A repeated request with the same id, however late, creates nothing and returns the current state of the object.
 */
export const CreationId = z.uuid().optional();
