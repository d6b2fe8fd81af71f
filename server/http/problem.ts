import type { FieldError } from '#common/problem.ts';

/** An error with a dotted code. The error handler (problem-answers.ts) sends it as problem+json. */
export class ProblemError extends Error {
  readonly status: number;
  readonly code: string;
  readonly params: Record<string, string | number> | undefined;

  constructor(status: number, code: string, params?: Record<string, string | number>) {
    super(code);
    this.status = status;
    this.code = code;
    this.params = params;
  }
}

/** @example throw problem(restaurantsProblems, 'restaurants.limit_reached', { limit: 10 }) */
export function problem<P extends Record<string, number>, C extends keyof P & string>(
  problems: P,
  code: C,
  params?: Record<string, string | number>,
): ProblemError {
  return new ProblemError(problems[code] as number, code, params);
}

export const hasProblemCode = (error: unknown, code: string): boolean =>
  error instanceof ProblemError && error.code === code;

/**
 * An error for invalid fields that only the server can detect.
 * @example throw new InvalidRequest([{ path: 'categoryId', code: 'restaurants.category_unknown' }])
 */
export class InvalidRequest extends Error {
  readonly errors: FieldError[];

  constructor(errors: FieldError[]) {
    super('request.invalid');
    this.errors = errors;
  }
}
