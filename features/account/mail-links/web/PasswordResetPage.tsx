import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { MailCheck } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { m } from '#messages';
import { NewPasswordForm, PasswordResetRequest } from '#features/account/mail-links/mail-links.contract.ts';
import {
  contractResolver,
  errorCodesOf,
  showServerErrors,
  submitWithShownTexts,
  useKeptTexts,
} from '#web/forms.ts';
import { paths } from '#web/paths.ts';
import { Button, LinkButton } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { AccountFrame } from '../../web/AccountFrame.tsx';
import { FormAlert } from '../../web/FormAlert.tsx';
import { NewPasswordFields } from '../../web/NewPasswordFields.tsx';
import { LinkExpired } from './LinkExpired.tsx';
import { useRequestPasswordReset, useResetPassword } from './mail-links.queries.ts';
import { useCapsLock } from '../../sign-in/web/use-caps-lock.ts';

/** The page that requests the mail. If the mailed link has opened the page, the page sets the new password. */
export function PasswordResetPage() {
  const { token } = useSearch({ strict: false });
  return (
    <AccountFrame
      colour="green"
      title={m.shell_password_reset_title()}
      lead={[m.account_reset_lead(), m.account_reset_lead_more()]}
      footer={
        <Link to={paths.login} className="link">
          {m.account_to_login()}
        </Link>
      }
    >
      {token ? <NewPassword token={token} /> : <RequestMailForm />}
    </AccountFrame>
  );
}

function RequestMailForm() {
  const request = useRequestPasswordReset();
  const form = useForm({ resolver: contractResolver(PasswordResetRequest), defaultValues: { email: '' } });
  const forgetTexts = useKeptTexts({ form, key: 'password-reset', keep: ['email'] });
  const submit = submitWithShownTexts(form, (values) =>
    request.mutate(values, {
      onSuccess: forgetTexts,
      onError: (problem) => void showServerErrors({ problem, form }),
    }),
  );
  if (request.isSuccess) return <MailSentNotice />;
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-ink-2">{m.account_reset_ask()}</p>
      <Field label={m.account_email()} error={errorCodesOf(form.formState.errors.email)}>
        <TextInput
          {...form.register('email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <FormAlert problem={request.error} otherwise={m.account_reset_failed()} />
      <Button type="submit" isBusy={request.isPending} className="w-full">
        {m.account_reset_send()}
      </Button>
    </form>
  );
}

/** The text is the same whether the address has an account or not. */
function MailSentNotice() {
  return (
    <div role="status" className="grid gap-3">
      <p className="flex items-start gap-3 font-bold">
        <MailCheck className="mt-0.5 size-5 flex-none text-brand" aria-hidden="true" />
        {m.account_reset_sent()}
      </p>
      <p className="type-sub text-ink-2">{m.account_reset_sent_more()}</p>
    </div>
  );
}

function NewPassword({ token }: { token: string }) {
  const router = useRouter();
  const reset = useResetPassword();
  const capsLock = useCapsLock();
  const form = useForm({
    resolver: contractResolver(NewPasswordForm),
    defaultValues: { newPassword: '', newPasswordConfirm: '' },
  });
  const { errors } = form.formState;
  const submit = submitWithShownTexts(form, (values) =>
    reset.mutate(
      { token, ...values },
      {
        onSuccess: () => {
          // The message is a toast, because a message in the navigation state is shown for only a second.
          showToast(m.account_reset_done());
          void router.navigate({ to: paths.login, replace: true });
        },
        onError: (problem) => void showServerErrors({ problem, form }),
      },
    ),
  );
  if (reset.error?.code === 'account.link_invalid')
    return (
      <LinkExpired text={m.account_reset_link_expired()}>
        <LinkButton to={paths.passwordReset} search={{}} className="w-full">
          {m.account_reset_again()}
        </LinkButton>
      </LinkExpired>
    );
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <NewPasswordFields
        password={{
          label: m.account_new_password(),
          field: form.register('newPassword'),
          error: errors.newPassword,
        }}
        confirm={{
          label: m.account_new_password_confirm(),
          field: form.register('newPasswordConfirm'),
          error: errors.newPasswordConfirm,
        }}
        capsLock={capsLock}
      />
      <FormAlert problem={reset.error} otherwise={m.account_reset_failed()} />
      <Button type="submit" isBusy={reset.isPending || reset.isSuccess} className="w-full">
        {m.account_reset_submit()}
      </Button>
    </form>
  );
}
