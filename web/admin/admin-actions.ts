import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiProblem } from '#web/api.ts';
import { showServerErrors } from '#web/forms.ts';
import { messageOf } from '#web/error-messages.ts';
import { showToast } from '#web/ui/Toast.tsx';

/** The first part of the keys of all admin queries. Every action marks these queries as stale. */
export const ADMIN_KEY = ['admin'] as const;

/** Shows the errors next to the fields of the form, or in a toast. */
export function showProblem<Input extends FieldValues>({
  problem,
  form,
}: {
  problem: Error;
  form: Pick<UseFormReturn<Input, unknown, never>, 'setError' | 'getValues'>;
}) {
  if (problem instanceof ApiProblem && showServerErrors({ problem, form })) return;
  showToast(messageOf(problem), { kind: 'alert' });
}
