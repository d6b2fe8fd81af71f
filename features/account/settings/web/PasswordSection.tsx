import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { m } from '#messages';
import { ChangePasswordForm, type Me } from '#features/account/account.contract.ts';
import { contractResolver, errorCodesOf, showServerErrors, submitWithShownTexts } from '#web/forms.ts';
import { paths } from '#web/paths.ts';
import { LinkButton } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { UnsavedChangesGuard } from '#web/ui/UnsavedChangesGuard.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import { FormAlert } from '../../web/FormAlert.tsx';
import { NewPasswordFields } from '../../web/NewPasswordFields.tsx';
import { securityQuery } from '../../security/web/security.queries.ts';
import { useCapsLock } from '../../sign-in/web/use-caps-lock.ts';
import { NetworkButton } from '#web/ui/NetworkButton.tsx';
import { SettingsMissing } from './SettingsMissing.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { useChangePassword } from './settings.queries.ts';

/** Members without a password set a password by mail. */
export function PasswordSection({ me }: { me: Me }) {
  const security = useQuery(securityQuery);
  if (!security.data) {
    return (
      <SettingsSection title={m.settings_password()}>
        <SettingsMissing query={security} />
      </SettingsSection>
    );
  }
  if (!security.data.hasPassword) {
    return (
      <SettingsSection title={m.settings_password()} text={m.settings_password_none()}>
        <LinkButton to={paths.passwordReset} look="secondary" size="small" className="justify-self-start">
          {m.settings_password_make()}
        </LinkButton>
      </SettingsSection>
    );
  }
  return (
    <SettingsSection title={m.settings_password()} text={m.settings_password_text()}>
      <PasswordForm email={me.email} />
    </SettingsSection>
  );
}

const EMPTY = { currentPassword: '', newPassword: '', newPasswordConfirm: '' };

function PasswordForm({ email }: { email: string }) {
  const change = useChangePassword();
  const capsLock = useCapsLock();
  const form = useForm({ resolver: contractResolver(ChangePasswordForm), defaultValues: EMPTY });
  const { errors, isDirty } = form.formState;
  const isWrong = change.error?.code === 'account.password_wrong';

  const submit = submitWithShownTexts(form, (values) =>
    change.mutate(values, {
      onSuccess: () => form.reset(EMPTY),
      onError: (problem) => {
        if (problem.code === 'account.password_wrong') {
          form.setError('currentPassword', { type: problem.code }, { shouldFocus: true });
        } else {
          showServerErrors({ problem, form });
        }
      },
    }),
  );

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <UnsavedChangesGuard isUnsaved={() => isDirty} />
      {/* This hidden field lets password managers identify the account. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field
        label={m.settings_password_current()}
        error={errorCodesOf(errors.currentPassword)}
        aside={capsLock.isOn ? m.account_caps_lock() : undefined}
      >
        <PasswordInput
          {...form.register('currentPassword')}
          {...capsLock.watch}
          autoComplete="current-password"
        />
      </Field>
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
        warnsOfCapsLock={false}
      />
      <FormAlert problem={isWrong ? null : change.error} otherwise={m.settings_failed()} warnsAhead={false} />
      <NetworkButton type="submit" look="secondary" isBusy={change.isPending} className="justify-self-start">
        {m.settings_password_save()}
      </NetworkButton>
    </form>
  );
}
