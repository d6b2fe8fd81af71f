import { z } from 'zod';

/**
 * The id that the client generates for the object to create.
 * A repeated request with the same id creates nothing, even after a long time. It returns the current state of the
 * object.
 */
export const CreationId = z.uuid().optional();
