import { z } from 'zod';
import type { StoredSubmission as Stored } from './submissions.ts';

/** Schema of a stored submission. Separate from `submissions.ts`, so that the list does not load zod. */
export const StoredSubmission: z.ZodType<Stored> = z
  .object({ words: z.string(), idempotencyKey: z.string() })
  .nullable()
  // If the stored submission is invalid, the draft is kept without it.
  .catch(null);
