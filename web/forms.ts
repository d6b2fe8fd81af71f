import { toNestErrors } from '@hookform/resolvers';
import type {
  FieldError as FormError,
  FieldErrors,
  FieldValues,
  Path,
  Resolver,
  UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';
import { fieldErrors } from '#common/field-errors.ts';
import type { FieldError } from '#common/problem.ts';
import type { ApiProblem } from './api.ts';
import type { ErrorCode } from './field-messages.ts';

/**
 * Validates a form with the schema of the contract. The browser then applies the same rules and messages as the server.
 */
export function contractResolver<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
): Resolver<Input, unknown, Output> {
  return (values, _context, options) => {
    const checked = schema.safeParse(values);
    if (checked.success) return { values: checked.data, errors: {} };
    const errors = fieldErrors(checked.error.issues, values).map(({ path, ...coded }) => [
      path,
      formError(coded),
    ]);
    return { values: {}, errors: toNestErrors(Object.fromEntries(errors) as FieldErrors<Input>, options) };
  };
}

/** Converts an error of react-hook-form to the error of a Field. */
export function errorCodesOf(error: { type?: unknown; types?: unknown } | undefined): ErrorCode | undefined {
  if (typeof error?.type !== 'string') return undefined;
  return { code: error.type, params: (error.types ?? {}) as Record<string, string> };
}

/**
 * Shows the server's errors at their fields and focuses the first invalid field.
 * @returns false if the problem names no field of this form; the caller must then show the problem
 */
export function showServerErrors<Input extends FieldValues>({
  problem,
  form,
}: {
  problem: ApiProblem;
  form: Pick<UseFormReturn<Input, unknown, never>, 'setError' | 'getValues'>;
}): boolean {
  const fields = new Set(Object.keys(form.getValues()));
  const shown = problem.errors.filter(({ path }) => fields.has(path.split('.')[0] ?? ''));
  shown.forEach(({ path, ...coded }, position) => {
    form.setError(path as Path<Input>, formError(coded), { shouldFocus: position === 0 });
  });
  return shown.length > 0;
}

const formError = ({ code, params = {} }: Omit<FieldError, 'path'>): FormError => ({
  type: code,
  types: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
});
