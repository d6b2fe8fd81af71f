import { z } from 'zod';
import type { StoredSubmission as Stored } from './submissions.ts';

/** Reads a stored submission. Apart from `submissions.ts`, so that the list does not load zod. */
export const StoredSubmission: z.ZodType<Stored> = z
  .object({ words: z.string(), idempotencyKey: z.string() })
  .nullable()
  // A draft is worth more than the key of its last attempt.
  .catch(null);
