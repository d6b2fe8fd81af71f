import { useQuery } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { m } from '#messages';
import { SignUpForm } from '#features/account/account.contract.ts';
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
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { AccountFrame } from '../../web/AccountFrame.tsx';
import { useSignUp } from '../../web/account.queries.ts';
import { FormAlert } from '../../web/FormAlert.tsx';
import { NewPasswordFields } from '../../web/NewPasswordFields.tsx';
import { greetingOf } from '../../sign-in/web/greeting.ts';
import { useProviderButtons } from '../../providers/web/ProviderButtons.tsx';
import { signInOptionsQuery } from '../../providers/web/providers.queries.ts';
import { useCapsLock } from '../../sign-in/web/use-caps-lock.ts';

/** The route redirects signed-in people. */
export function SignUpPage() {
  const { from } = useSearch({ strict: false });
  const router = useRouter();
  const signUp = useSignUp();
  const capsLock = useCapsLock();
  const otherMethods = useProviderButtons('sign_up');
  // The query is read here, because signing up clears the query cache.
  const options = useQuery(signInOptionsQuery).data;
  const form = useForm({
    resolver: contractResolver(SignUpForm),
    defaultValues: {
      nickname: '',
      email: '',
      password: '',
      passwordConfirm: '',
      // The box is unchecked at first, but the type of the contract allows only true.
      isFourteenOrOlder: false as unknown as true,
    },
  });
  const { errors } = form.formState;
  const forgetTexts = useKeptTexts({ form, key: 'sign-up', keep: ['nickname', 'email'] });
  const isEmailTaken = signUp.error?.code === 'account.email_taken';

  const submit = submitWithShownTexts(form, (values) =>
    signUp.mutate(values, {
      onSuccess: ({ me }) => {
        forgetTexts();
        return router.navigate({
          href: returnPath(from),
          replace: true,
          state: greetingOf({ me, options }),
        });
      },
      onError: (problem) => {
        if (problem.code === 'account.email_taken') {
          form.setError('email', { type: problem.code }, { shouldFocus: true });
        } else {
          showServerErrors({ problem, form });
        }
      },
    }),
  );

  return (
    <AccountFrame
      colour="pink"
      title={m.account_sign_up_title()}
      lead={[m.account_sign_up_lead(), m.account_sign_up_lead_more()]}
      otherMethods={otherMethods}
      footer={<HaveAccount from={from} />}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field
          label={m.account_nickname()}
          hint={m.account_nickname_hint()}
          error={errorCodesOf(errors.nickname)}
        >
          <TextInput {...form.register('nickname')} autoComplete="nickname" />
        </Field>
        <Field label={m.account_email()} error={errorCodesOf(errors.email)}>
          <TextInput
            {...form.register('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <NewPasswordFields
          password={{ label: m.account_password(), field: form.register('password'), error: errors.password }}
          confirm={{
            label: m.account_password_confirm(),
            field: form.register('passwordConfirm'),
            error: errors.passwordConfirm,
          }}
          capsLock={capsLock}
        />
        <Checkbox
          {...form.register('isFourteenOrOlder')}
          label={m.account_is_fourteen()}
          error={errorCodesOf(errors.isFourteenOrOlder)}
        />
        <FormAlert
          problem={isEmailTaken ? null : signUp.error}
          otherwise={m.problem_account_sign_up_failed()}
        />
        <Button type="submit" isBusy={signUp.isPending || signUp.isSuccess} className="w-full">
          {m.account_sign_up_submit()}
        </Button>
        <Agreement />
      </form>
    </AccountFrame>
  );
}

function HaveAccount({ from }: { from: string | undefined }) {
  return (
    <>
      {m.account_have_account()}{' '}
      <Link to={paths.login} search={from ? { from } : {}} className="link">
        {m.account_login_title()}
      </Link>
    </>
  );
}

function Agreement() {
  return (
    <p className="type-caption text-center text-ink-3">
      {m.account_agree_before()}
      <Link to={paths.terms} target="_blank" className="link">
        {m.account_agree_terms()}
      </Link>
      {m.account_agree_between()}
      <Link to={paths.privacy} target="_blank" className="link">
        {m.account_agree_privacy()}
      </Link>
      {m.account_agree_after()}
    </p>
  );
}
