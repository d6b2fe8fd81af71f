import { z } from 'zod';

// Values in the answers of other services, which change without notice. `z.coerce` does not fit: it turns null into the
// text 'null' and into the number 0.

/** A text; '' for every other value. A number becomes its digits. */
export const textOrEmpty = z.union([z.string(), z.number().transform(String)]).catch('');

/** A number, also one that is written as text; null for every other value. */
export const numberOrNull = z
  .union([z.number(), z.string().trim().min(1).transform(Number).pipe(z.number())])
  .nullable()
  .catch(null);
