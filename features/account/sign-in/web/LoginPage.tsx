import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { m } from '#messages';
import { SignInForm } from '#features/account/account.contract.ts';
import {
  contractResolver,
  errorCodesOf,
  showServerErrors,
  submitWithShownTexts,
  useKeptTexts,
} from '#web/forms.ts';
import { paths } from '#web/paths.ts';
import { returnPath } from '#web/return-path.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { AccountFrame } from '../../web/AccountFrame.tsx';
import { useSignIn } from '../../web/account.queries.ts';
import { FormAlert } from '../../web/FormAlert.tsx';
import { PasskeySignIn } from '../../passkeys/web/PasskeySignIn.tsx';
import { useProviderButtons } from '../../providers/web/ProviderButtons.tsx';
import { SecondStepForm } from './SecondStepForm.tsx';
import { signInReasonMessage } from './sign-in-reason.ts';
import { useCapsLock } from './use-caps-lock.ts';

/** The route redirects signed-in people. */
export function LoginPage() {
  const { from, step } = useSearch({ strict: false });
  const providerButtons = useProviderButtons('sign_in');
  const isSecondStep = step === 'second_factor';
  return (
    <AccountFrame
      colour="green"
      title={isSecondStep ? m.security_second_step_title() : m.account_login_title()}
      lead={[m.account_login_lead(), m.account_login_lead_more()]}
      reason={isSecondStep ? null : signInReasonMessage(from)}
      otherMethods={
        isSecondStep ? undefined : (
          <>
            {providerButtons}
            <PasskeySignIn />
          </>
        )
      }
      footer={
        !isSecondStep && (
          <>
            {m.account_no_account()}{' '}
            <Link to={paths.signUp} search={from ? { from } : {}} className="link">
              {m.account_sign_up_title()}
            </Link>
          </>
        )
      }
    >
      {isSecondStep ? <SecondStepForm /> : <LoginForm from={from} />}
    </AccountFrame>
  );
}

function LoginForm({ from }: { from: string | undefined }) {
  const router = useRouter();
  const signIn = useSignIn();
  const capsLock = useCapsLock();
  const form = useForm({
    resolver: contractResolver(SignInForm),
    defaultValues: { email: '', password: '' },
  });
  const { errors } = form.formState;
  const forgetTexts = useKeptTexts({ form, key: 'login', keep: ['email'] });

  const submit = submitWithShownTexts(form, (values) =>
    signIn.mutate(values, {
      onSuccess: ({ needsSecondFactor }) => {
        forgetTexts();
        return needsSecondFactor
          ? router.navigate({ to: paths.login, search: { ...(from && { from }), step: 'second_factor' } })
          : router.navigate({ href: returnPath(from), replace: true });
      },
      onError: (problem) => {
        if (!showServerErrors({ problem, form })) form.setFocus('password', { shouldSelect: true });
      },
    }),
  );

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label={m.account_email()} error={errorCodesOf(errors.email)}>
        <TextInput
          {...form.register('email')}
          type="email"
          inputMode="email"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field
        label={m.account_password()}
        error={errorCodesOf(errors.password)}
        aside={capsLock.isOn ? m.account_caps_lock() : undefined}
      >
        <PasswordInput {...form.register('password')} {...capsLock.watch} autoComplete="current-password" />
      </Field>
      <Link
        to={paths.passwordReset}
        className="type-sub link -my-2 inline-flex min-h-11 items-center justify-self-end"
      >
        {m.account_forgot_password()}
      </Link>
      <FormAlert problem={signIn.error} otherwise={m.problem_account_sign_in_failed()} />
      <Button type="submit" isBusy={signIn.isPending || signIn.isSuccess} className="w-full">
        {m.account_login_submit()}
      </Button>
    </form>
  );
}
