import { useQuery } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { Mail } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { m } from '#messages';
import { SignUpForm } from '#features/account/account.contract.ts';
import {
  contractResolver,
  errorCodesOf,
  keptTexts,
  showServerErrors,
  submitWithShownTexts,
  useKeptTexts,
} from '#web/forms.ts';
import { paths } from '#web/paths.ts';
import { returnPath } from '#web/return-path.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { AccountFrame } from '../../web/AccountFrame.tsx';
import { useSignUp } from '../../web/account.queries.ts';
import { FormAlert } from '../../web/FormAlert.tsx';
import { NewPasswordFields } from '../../web/NewPasswordFields.tsx';
import { greetingOf } from '../../sign-in/web/greeting.ts';
import { useProviderButtons } from '../../providers/web/ProviderButtons.tsx';
import { signInOptionsQuery } from '../../providers/web/providers.queries.ts';
import { useCapsLock } from '../../sign-in/web/use-caps-lock.ts';

/**
 * The providers are visible at once. The form for an email address unfolds, unless it is the only way to sign up or the
 * person has already typed something. The route redirects signed-in people.
 */
export function SignUpPage() {
  const { from } = useSearch({ strict: false });
  const otherMethods = useProviderButtons('sign_up');
  const options = useQuery(signInOptionsQuery);
  const [isUnfolded, setUnfolded] = useState(false);
  const [hasTexts] = useState(hasKeptTexts);
  const isOnlyMethod = options.data?.providers.length === 0;
  const isFormShown = isUnfolded || hasTexts || isOnlyMethod;
  return (
    <AccountFrame
      colour="pink"
      title={m.account_sign_up_title()}
      lead={[m.account_sign_up_lead(), m.account_sign_up_lead_more()]}
      otherMethods={options.isPending ? <ProviderPlaceholders /> : otherMethods}
      footer={<HaveAccount from={from} />}
    >
      {isFormShown ? (
        <EmailForm from={from} focusesFirst={isUnfolded} />
      ) : (
        <Button look="secondary" className="w-full" onClick={() => setUnfolded(true)}>
          <Mail aria-hidden="true" />
          {m.account_sign_up_by_email()}
        </Button>
      )}
    </AccountFrame>
  );
}

/** Reserves the space of `ProviderButtons` while the server is asked which providers there are. */
function ProviderPlaceholders() {
  return (
    <>
      {['kakao', 'naver', 'google'].map((provider) => (
        <Skeleton key={provider} className="h-12 w-full rounded-field" />
      ))}
      <p className="type-caption text-center text-ink-3">{m.account_provider_agree()}</p>
    </>
  );
}

const FORM = { key: 'sign-up', keep: ['nickname', 'email'] } as const;

const hasKeptTexts = () => keptTexts(FORM).some((text) => text !== '');

/** Milliseconds without a key press after which a field says what is missing. */
const MISSING_DELAY_MS = 700;

function EmailForm({ from, focusesFirst }: { from: string | undefined; focusesFirst: boolean }) {
  const router = useRouter();
  const signUp = useSignUp();
  const capsLock = useCapsLock();
  // The query is read here, because signing up clears the query cache.
  const options = useQuery(signInOptionsQuery).data;
  const form = useForm({
    resolver: contractResolver(SignUpForm),
    mode: 'onChange',
    delayError: MISSING_DELAY_MS,
    defaultValues: {
      nickname: '',
      email: '',
      password: '',
      passwordConfirm: '',
      // The box is unchecked at first, but the type of the contract allows only true.
      isFourteenOrOlder: false as unknown as true,
    },
  });
  const { errors, dirtyFields } = form.formState;
  const forgetTexts = useKeptTexts({ form, ...FORM });
  const { setFocus } = form;
  useEffect(() => {
    if (focusesFirst) setFocus('nickname');
  }, [focusesFirst, setFocus]);
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
        password={{
          label: m.account_password(),
          // A change of the password also decides whether its repetition is equal.
          field: form.register('password', { deps: dirtyFields.passwordConfirm ? ['passwordConfirm'] : [] }),
          error: errors.password,
        }}
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
