import { z } from 'zod';

/** An invalid field. `path` is a dotted JSON path (`customTags.2`), and `code` is a dotted message code. */
export const FieldError = z.object({
  path: z.string(),
  code: z.string(),
  /** Values for the message, such as `{ maximum: 20 }`. */
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type FieldError = z.infer<typeof FieldError>;

/**
 * An error response by RFC 9457. Screens depend on `code` (dotted, `feature.what_happened`), never on a text.
 * `params` are the values for the message of `code`.
 */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.string(),
  instance: z.string().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  errors: z.array(FieldError).optional(),
});
export type Problem = z.infer<typeof Problem>;

const statuses = new Map<string, number>();

/** Declares the codes of a contract and their HTTP statuses. Each code is declared once. */
export function defineProblems<const P extends Record<string, number>>(problems: P): P {
  for (const [code, status] of Object.entries(problems)) {
    if ((statuses.get(code) ?? status) !== status) throw new Error(`${code} is declared with two statuses.`);
    statuses.set(code, status);
  }
  return problems;
}

/** Returns the HTTP status of the code, or undefined for an unknown code. */
export const problemStatus = (code: string): number | undefined => statuses.get(code);

/** The problems that any endpoint may return. */
export const commonProblems = defineProblems({
  'request.invalid': 400,
  'request.malformed': 400,
  'request.foreign_origin': 403,
  'request.not_found': 404,
  'request.method_not_allowed': 405,
  'request.timed_out': 408,
  'request.too_large': 413,
  'request.unsupported_media_type': 415,
  'request.headers_too_large': 431,
  'request.idempotency_key_missing': 400,
  'request.idempotency_key_reused': 422,
  'request.idempotency_in_progress': 409,
  'request.too_many': 429,
  'account.sign_in_required': 401,
  /** The token is unknown or revoked. */
  'account.token_invalid': 401,
  /** A write was sent with a token of scope `read`. */
  'account.token_read_only': 403,
  /** Only a browser session may send this request. */
  'account.token_refused': 403,
  'server.failed': 500,
  'server.unavailable': 503,
  /** The disk has no space for uploads and imports. */
  'server.storage_full': 507,
});
