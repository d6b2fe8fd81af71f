import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { m } from '#messages';
import { passSecondFactor, SecondStep } from '#features/account/second-factor/second-factor.contract.ts';
import { call } from '#web/api.ts';
import { contractResolver, errorCodesOf, showServerErrors, submitWithShownTexts } from '#web/forms.ts';
import { paths } from '#web/paths.ts';
import { returnPath } from '#web/return-path.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { FormAlert } from '../../web/FormAlert.tsx';
import { LostSecondFactor } from '../../recovery/web/LostSecondFactor.tsx';
import { setCurrentUser } from '../../web/account.queries.ts';

/** If at most this many recovery codes are left, the screen recommends new codes. */
const FEW_CODES = 3;

export function SecondStepForm() {
  const { from } = useSearch({ strict: false });
  const [by, setBy] = useState<SecondStep['by']>('app');
  const other = by === 'app' ? 'recovery_code' : 'app';
  return (
    <>
      <CodeForm key={by} by={by} from={from} />
      <div className="mt-4 grid justify-items-center">
        <button type="button" className="type-sub link min-h-11" onClick={() => setBy(other)}>
          {by === 'app' ? m.security_use_recovery_code() : m.security_use_app()}
        </button>
        <LostSecondFactor />
        <Link
          to={paths.login}
          search={from ? { from } : {}}
          replace
          className="type-sub link inline-flex min-h-11 items-center"
        >
          {m.security_restart_sign_in()}
        </Link>
      </div>
    </>
  );
}

function CodeForm({ by, from }: { by: SecondStep['by']; from: string | undefined }) {
  const router = useRouter();
  const step = useSecondStep();
  const form = useForm({
    resolver: contractResolver(SecondStep),
    defaultValues: { by, code: '', trustsBrowser: false },
  });
  const { errors } = form.formState;
  const isWrong = step.error?.code === 'account.second_factor_wrong';
  const isApp = by === 'app';
  useEffect(() => form.setFocus('code'), [form]);

  const submit = submitWithShownTexts(form, (values) =>
    step.mutate(values, {
      onSuccess: ({ recoveryCodesLeft }) =>
        router.navigate({ href: returnPath(from), replace: true, state: statusMessageOf(recoveryCodesLeft) }),
      onError: (problem) => {
        if (problem.code === 'account.second_factor_wrong') {
          const type = isApp ? problem.code : 'account.recovery_code_wrong';
          form.setError('code', { type }, { shouldFocus: true });
        } else {
          showServerErrors({ problem, form });
        }
      },
    }),
  );

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-ink-2">
        {isApp ? m.security_second_step_text() : m.security_second_step_recovery_text()}
      </p>
      <Field
        label={isApp ? m.security_app_code() : m.security_recovery_code()}
        error={errorCodesOf(errors.code)}
      >
        <TextInput
          {...form.register('code')}
          inputMode={isApp ? 'numeric' : 'text'}
          autoComplete={isApp ? 'one-time-code' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={isApp ? 9 : 20}
          className="numbers text-[1.375rem] tracking-[.12em]"
        />
      </Field>
      <Checkbox {...form.register('trustsBrowser')} label={m.security_trust_browser()} />
      <FormAlert problem={isWrong ? null : step.error} otherwise={m.problem_account_sign_in_failed()} />
      <Button type="submit" isBusy={step.isPending || step.isSuccess} className="w-full">
        {m.security_second_step_submit()}
      </Button>
    </form>
  );
}

function statusMessageOf(left: number | null): { toast?: string; alert?: string } {
  if (left === null) return {};
  return left <= FEW_CODES
    ? { alert: m.security_recovery_codes_few({ count: left }) }
    : { toast: m.security_recovery_codes_left({ count: left }) };
}

function useSecondStep() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SecondStep) => call(passSecondFactor, { body }),
    onSuccess: ({ me }) => setCurrentUser(queryClient, me),
  });
}
