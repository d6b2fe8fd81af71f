import { z } from 'zod';
import type { StoredSubmission as Stored } from './submissions.ts';

/** Separate from `submissions.ts`, so that the list does not load zod. */
export const StoredSubmission: z.ZodType<Stored> = z
  .object({ words: z.string(), idempotencyKey: z.string() })
  .nullable()
  // An invalid submission must not discard the draft.
  .catch(null);
