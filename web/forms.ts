import { toNestErrors } from '@hookform/resolvers';
import { type FormEvent, useEffect } from 'react';
import type {
  FieldError as FormError,
  FieldErrors,
  FieldValues,
  Path,
  PathValue,
  Resolver,
  UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';
import { fieldErrors } from '#common/field-errors.ts';
import type { FieldError } from '#common/problem.ts';
import type { ApiProblem } from './api.ts';
import { tabStorage } from './storage/browser-storage.ts';
import type { ErrorCode } from './form/field-messages.ts';

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

/**
 * Returns the submit handler of a form. It reads the fields themselves, because some password managers and keyboards fill
 * them without an event.
 */
export const submitWithShownTexts =
  <Input extends FieldValues, Output>(
    form: Pick<UseFormReturn<Input, unknown, Output>, 'getValues' | 'setValue' | 'handleSubmit'>,
    send: (values: Output) => unknown,
  ) =>
  (event: FormEvent<HTMLFormElement>) => {
    const known: Record<string, unknown> = form.getValues();
    for (const [name, text] of new FormData(event.currentTarget))
      if (typeof known[name] === 'string' && known[name] !== text)
        form.setValue(name as Path<Input>, text as PathValue<Input, Path<Input>>);
    return form.handleSubmit((values) => void send(values))(event);
  };

/**
 * Keeps the texts of a form in this tab, so that a reload loses nothing that was typed. `keep` must not name passwords.
 * @returns a function that forgets the texts; call it when the form was sent
 */
export function useKeptTexts<Input extends FieldValues>({
  form,
  key,
  keep,
}: {
  form: Pick<UseFormReturn<Input, unknown, never>, 'subscribe' | 'setValue'>;
  key: string;
  keep: readonly Path<Input>[];
}): () => void {
  const { subscribe, setValue } = form;
  const name = storageName(key);
  const fields = keep.join(' ');
  useEffect(() => {
    const names = fields.split(' ') as Path<Input>[];
    const kept = tabStorage.readJson(name) as Record<string, unknown> | null;
    for (const field of names) {
      const text = kept?.[field];
      if (typeof text === 'string') setValue(field, text as PathValue<Input, Path<Input>>);
    }
    return subscribe({
      formState: { values: true },
      callback: ({ values }) =>
        tabStorage.write(
          name,
          JSON.stringify(Object.fromEntries(names.map((field) => [field, values[field]]))),
        ),
    });
  }, [subscribe, setValue, name, fields]);
  return () => tabStorage.write(name, null);
}

/** Returns the texts that `useKeptTexts` has stored for a form. A field without a text is ''. */
export function keptTexts({ key, keep }: { key: string; keep: readonly string[] }): string[] {
  const kept = tabStorage.readJson(storageName(key)) as Record<string, unknown> | null;
  return keep.map((field) => (typeof kept?.[field] === 'string' ? kept[field] : ''));
}

const storageName = (key: string) => `momokzi.form.${key}`;
