import { z } from 'zod';
import type { StoredSubmission as Stored } from './submissions.ts';

/** The schema of a submission in a draft. It is separate from `submissions.ts`, so that the list does not load zod. */
export const StoredSubmission: z.ZodType<Stored> = z
  .object({ words: z.string(), idempotencyKey: z.string() })
  .nullable()
  // If the submission is invalid, the rest of the draft is kept.
  .catch(null);
