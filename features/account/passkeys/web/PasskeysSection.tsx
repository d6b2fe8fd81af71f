import { useQuery } from '@tanstack/react-query';
import { Fingerprint, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { m } from '#messages';
import { localZone } from '#common/dates.ts';
import { type Passkey, PasskeyNameForm } from '#features/account/passkeys/passkeys.contract.ts';
import { errorCodesOf, contractResolver, showServerErrors } from '#web/forms.ts';
import { useOnline } from '#web/online.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Pill } from '#web/ui/Pill.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { relativeTime } from '#web/format/relative-time.ts';
import { FormAlert } from '../../web/FormAlert.tsx';
import { supportsPasskeys } from './passkey-support.ts';
import { NetworkButton } from '#web/ui/NetworkButton.tsx';
import { SettingsList, SettingsRow } from '../../settings/web/SettingsList.tsx';
import { SettingsSection } from '../../settings/web/SettingsSection.tsx';
import { ReauthenticationDialog } from '../../reauthentication/web/ReauthenticationDialog.tsx';
import {
  securityQuery,
  useAddPasskey,
  useRemovePasskey,
  useRenamePasskey,
  useStartPasskey,
} from '../../security/web/security.queries.ts';

export function PasskeysSection() {
  const query = useQuery({ ...securityQuery, select: ({ passkeys }) => passkeys });
  return (
    <SettingsSection title={m.security_passkeys()} text={m.security_passkeys_text()}>
      {query.data?.length === 0 ? (
        <p className="type-sub text-ink-2">{m.security_passkeys_none()}</p>
      ) : (
        <SettingsList query={query}>
          {(passkeys) => passkeys.map((passkey) => <PasskeyRow key={passkey.id} passkey={passkey} />)}
        </SettingsList>
      )}
      {supportsPasskeys() ? (
        <AddPasskey />
      ) : (
        <p className="type-sub text-ink-3">{m.security_passkeys_unsupported()}</p>
      )}
    </SettingsSection>
  );
}

const FAILURES = {
  cancelled: m.security_passkey_not_added,
  is_there: m.security_passkey_is_there,
  impossible: m.security_passkey_add_impossible,
} as const;

function AddPasskey() {
  const [isAsking, setAsking] = useState(false);
  const start = useStartPasskey();
  const add = useAddPasskey();
  const make = async ({ options }: { options: { challenge: string } }) => {
    const { createPasskey } = await import('./ceremonies.ts');
    const outcome = await createPasskey(options);
    if ('failure' in outcome) {
      showToast(FAILURES[outcome.failure](), { kind: 'alert' });
      return;
    }
    add.mutate(outcome.answer);
  };
  return (
    <>
      <NetworkButton
        look="secondary"
        className="justify-self-start"
        isBusy={add.isPending}
        onClick={() => setAsking(true)}
      >
        {m.security_passkey_add()}
      </NetworkButton>
      <ReauthenticationDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={m.security_passkey_add_title()}
        text={m.security_passkey_add_text()}
        confirmLabel={m.security_second_step_submit()}
        change={start}
        onDone={(begun) => void make(begun)}
      />
    </>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { id, name, createdAt, lastUsedAt, isSynced } = passkey;
  const [asked, setAsked] = useState<'rename' | 'remove' | null>(null);
  const [now] = useState(Date.now);
  const remove = useRemovePasskey(id);
  const isOnline = useOnline();
  const close = () => setAsked(null);
  return (
    <SettingsRow
      icon={<Fingerprint aria-hidden="true" />}
      title={name}
      mark={isSynced && <Pill kind="plain">{m.security_passkey_synced()}</Pill>}
      facts={[
        m.security_passkey_created({ when: relativeTime({ at: createdAt, now, zone: localZone() }) }),
        lastUsedAt === null
          ? m.security_passkey_unused()
          : m.security_passkey_used({ when: relativeTime({ at: lastUsedAt, now, zone: localZone() }) }),
      ]}
    >
      <IconButton
        label={m.security_passkey_rename_label({ name })}
        disabled={!isOnline}
        className="disabled:opacity-50"
        onClick={() => setAsked('rename')}
      >
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton
        label={m.security_passkey_remove_label({ name })}
        disabled={!isOnline}
        className="disabled:opacity-50"
        onClick={() => setAsked('remove')}
      >
        <Trash2 aria-hidden="true" />
      </IconButton>
      <Dialog isOpen={asked === 'rename'} onClose={close} title={m.security_passkey_rename()}>
        <Rename passkey={passkey} onClose={close} />
      </Dialog>
      <ReauthenticationDialog
        isOpen={asked === 'remove'}
        onClose={close}
        title={m.security_passkey_remove_title({ name })}
        text={m.security_passkey_remove_text()}
        confirmLabel={m.security_passkey_remove()}
        isDangerous
        change={remove}
        onDone={() => showToast(m.security_passkey_removed())}
      />
    </SettingsRow>
  );
}

function Rename({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useRenamePasskey(id);
  const form = useForm({ resolver: contractResolver(PasskeyNameForm), defaultValues: { name } });
  const submit = form.handleSubmit((values) =>
    rename.mutate(values, {
      onSuccess: onClose,
      onError: (problem) => void showServerErrors({ problem, form }),
    }),
  );
  return (
    <form noValidate onSubmit={submit} className="mt-4 grid gap-4">
      <Field label={m.security_passkey_name()} error={errorCodesOf(form.formState.errors.name)}>
        <TextInput {...form.register('name')} autoComplete="off" />
      </Field>
      <FormAlert problem={rename.error} otherwise={m.security_failed()} />
      <div className="grid grid-cols-2 gap-2">
        <Button look="secondary" onClick={onClose}>
          {m.kit_cancel()}
        </Button>
        <Button type="submit" isBusy={rename.isPending}>
          {m.security_passkey_name_save()}
        </Button>
      </div>
    </form>
  );
}
