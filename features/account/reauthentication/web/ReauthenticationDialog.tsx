import { type UseMutationResult, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { m } from '#messages';
import { Reauthentication } from '#features/account/second-factor/second-factor.contract.ts';
import type { ApiProblem } from '#web/api.ts';
import { contractResolver, errorCodesOf, submitWithShownTexts } from '#web/forms.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { FormAlert } from '../../web/FormAlert.tsx';
import { OtherReauthenticationMethods } from './OtherReauthenticationMethods.tsx';
import { type Reauthentication as Given, securityQuery } from '../../security/web/security.queries.ts';

/**
 * Asks the member to re-authenticate. A member with a password enters the password. A member without a password needs
 * another method only if the sign-in is old.
 */
export function ReauthenticationDialog<Answer>({
  isOpen,
  onClose,
  title,
  text,
  confirmLabel,
  isDangerous = false,
  change,
  onDone,
}: {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  text: string;
  confirmLabel: string;
  isDangerous?: boolean;
  change: UseMutationResult<Answer, ApiProblem, Given>;
  onDone: (answer: Answer) => void;
}) {
  const close = () => {
    change.reset();
    onClose();
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={title} text={text}>
      <Question
        confirmLabel={confirmLabel}
        isDangerous={isDangerous}
        change={change}
        onClose={close}
        onDone={(answer) => {
          onClose();
          onDone(answer);
        }}
      />
    </Dialog>
  );
}

function Question<Answer>({
  confirmLabel,
  isDangerous,
  change,
  onClose,
  onDone,
}: {
  confirmLabel: string;
  isDangerous: boolean;
  change: UseMutationResult<Answer, ApiProblem, Given>;
  onClose: () => void;
  onDone: (answer: Answer) => void;
}) {
  const hasPassword = useQuery(securityQuery).data?.hasPassword ?? false;
  const form = useForm({ resolver: contractResolver(Reauthentication), defaultValues: { password: '' } });
  const isWrong = change.error?.code === 'account.password_wrong';
  const requiresReauthentication = change.error?.code === 'account.reauthentication_required';

  const submit = submitWithShownTexts(form, ({ password = '' }) =>
    change.mutate(hasPassword ? { password } : {}, {
      onSuccess: onDone,
      onError: ({ code }) => {
        if (code === 'account.password_wrong')
          form.setError('password', { type: code }, { shouldFocus: true });
      },
    }),
  );

  return (
    <form noValidate onSubmit={submit} className="mt-4 grid gap-4">
      {hasPassword && (
        <Field
          label={m.account_password()}
          hint={m.security_reauthenticate_password_hint()}
          error={errorCodesOf(form.formState.errors.password)}
        >
          <PasswordInput {...form.register('password')} autoComplete="current-password" />
        </Field>
      )}
      <FormAlert problem={isWrong ? null : change.error} otherwise={m.security_failed()} />
      {requiresReauthentication ? (
        <OtherReauthenticationMethods page="settings" onReauthenticated={() => change.reset()} />
      ) : (
        <div className="grid grid-cols-2 gap-2">
          <Button look="secondary" onClick={onClose}>
            {m.kit_cancel()}
          </Button>
          <Button type="submit" look={isDangerous ? 'danger' : 'primary'} isBusy={change.isPending}>
            {confirmLabel}
          </Button>
        </div>
      )}
    </form>
  );
}
