import { BadgeCheck } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { m } from '#messages';
import type { Me } from '#features/account/account.contract.ts';
import { NicknameForm } from '#features/account/settings/settings.contract.ts';
import { errorCodesOf, contractResolver, showServerErrors } from '#web/forms.ts';
import { Field } from '#web/ui/Field.tsx';
import { UnsavedChangesGuard } from '#web/ui/UnsavedChangesGuard.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { FormAlert } from '../../web/FormAlert.tsx';
import { NetworkButton } from '#web/ui/NetworkButton.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { useRequestVerification, useChangeNickname } from './settings.queries.ts';

export function ProfileSection({ me }: { me: Me }) {
  return (
    <SettingsSection title={m.settings_profile()}>
      <Nickname me={me} />
      <Email me={me} />
    </SettingsSection>
  );
}

function Nickname({ me }: { me: Me }) {
  const change = useChangeNickname();
  const form = useForm({
    resolver: contractResolver(NicknameForm),
    values: { nickname: me.displayName },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isDirty } = form.formState;

  const submit = form.handleSubmit((values) => {
    if (values.nickname === me.displayName) {
      form.setError('nickname', { type: 'account.nickname_same' }, { shouldFocus: true });
      return;
    }
    change.mutate(values, {
      onSuccess: ({ me: { displayName } }) => {
        form.reset({ nickname: displayName });
      },
      onError: (problem) => showServerErrors({ problem, form }),
    });
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <UnsavedChangesGuard isUnsaved={() => isDirty} />
      <Field
        label={m.account_nickname()}
        hint={m.account_nickname_hint()}
        error={errorCodesOf(errors.nickname)}
      >
        <TextInput {...form.register('nickname')} autoComplete="nickname" />
      </Field>
      <FormAlert problem={change.error} otherwise={m.settings_failed()} warnsAhead={false} />
      <NetworkButton type="submit" look="secondary" isBusy={change.isPending} className="justify-self-start">
        {m.settings_nickname_save()}
      </NetworkButton>
    </form>
  );
}

function Email({ me }: { me: Me }) {
  const ask = useRequestVerification();
  const [local, host] = me.email.split(/@(?=[^@]*$)/);
  return (
    <div className="mt-2 grid gap-1.5">
      <h3 className="type-sub font-bold">{m.settings_email()}</h3>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0">
          {local}@<wbr />
          {host}
        </span>
        <Pill kind={me.emailVerified ? 'done' : 'plain'}>
          {me.emailVerified && <BadgeCheck aria-hidden="true" />}
          {me.emailVerified ? m.settings_email_verified() : m.settings_email_unverified()}
        </Pill>
      </p>
      {!me.emailVerified && (
        <>
          <p className="type-caption text-ink-3">{m.settings_email_ask()}</p>
          <NetworkButton
            look="secondary"
            size="small"
            isBusy={ask.isPending}
            className="mt-1 justify-self-start"
            onClick={() => ask.mutate()}
          >
            {m.settings_email_send()}
          </NetworkButton>
        </>
      )}
    </div>
  );
}
