import type { z } from 'zod';
import type { FieldError } from './problem.ts';

/** Matches a code that a contract passes as zod's message, such as `account.nickname_too_short`. */
const DOTTED_CODE = /^[a-z][a-z0-9_]*(\.[a-z0-9_]+)+$/;

/**
 * Converts zod's issues to one code per field, in schema order.
 * The code is the contract's dotted code if there is one. If not, it is `required`, `too_short`, `too_long` or
 * `invalid`.
 * @param input the value that was checked; a field that it does not contain is `required`
 */
export function fieldErrors(issues: readonly z.core.$ZodIssue[], input: unknown): FieldError[] {
  const errors = new Map<string, FieldError>();
  for (const issue of issues) {
    const path = issue.path.map(String).join('.');
    if (!errors.has(path)) errors.set(path, { path, ...codeOf(issue, valueAt(input, issue.path)) });
  }
  return [...errors.values()];
}

function codeOf(issue: z.core.$ZodIssue, value: unknown): Omit<FieldError, 'path'> {
  const limits = limitsOf(issue);
  const withLimits = limits && { params: limits };
  if (DOTTED_CODE.test(issue.message)) return { code: issue.message, ...withLimits };
  if (value === undefined || (value === '' && issue.code === 'too_small')) return { code: 'required' };
  if (issue.code === 'too_small' && hasLength(issue.origin)) return { code: 'too_short', ...withLimits };
  if (issue.code === 'too_big' && hasLength(issue.origin)) return { code: 'too_long', ...withLimits };
  return { code: 'invalid', ...withLimits };
}

const hasLength = (origin: string) =>
  origin !== 'number' && origin !== 'int' && origin !== 'bigint' && origin !== 'date';

function limitsOf(issue: z.core.$ZodIssue): Record<string, number> | undefined {
  if (issue.code === 'too_small') return { minimum: Number(issue.minimum) };
  if (issue.code === 'too_big') return { maximum: Number(issue.maximum) };
  return undefined;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}
