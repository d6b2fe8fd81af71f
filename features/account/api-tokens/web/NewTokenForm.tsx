import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { m } from '#messages';
import { NewApiToken } from '#features/account/api-tokens/api-tokens.contract.ts';
import { errorCodesOf, contractResolver, showServerErrors } from '#web/forms.ts';
import { copyText } from '#web/browser/copy-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { UnsavedChangesGuard } from '#web/ui/UnsavedChangesGuard.tsx';
import { NativeSelect } from '#web/ui/NativeSelect.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { NetworkButton } from '#web/ui/NetworkButton.tsx';
import { FormAlert } from '../../web/FormAlert.tsx';
import { useCreateApiToken } from '../../settings/web/settings.queries.ts';

type Made = { name: string; secret: string };

export function NewTokenForm() {
  const [made, setMade] = useState<Made | null>(null);
  const make = useCreateApiToken();
  const form = useForm({
    resolver: contractResolver(NewApiToken),
    defaultValues: { name: '', scope: 'read' as const },
  });
  const { errors, dirtyFields } = form.formState;
  const isNameTaken = make.error?.code === 'account.token_name_taken';

  const submit = form.handleSubmit((values) =>
    make.mutate(values, {
      onSuccess: ({ token, secret }) => {
        form.reset();
        make.reset();
        setMade({ name: token.name, secret });
      },
      onError: (problem) => {
        if (problem.code === 'account.token_name_taken') {
          form.setError('name', { type: problem.code }, { shouldFocus: true });
        } else {
          showServerErrors({ problem, form });
        }
      },
    }),
  );

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <UnsavedChangesGuard isUnsaved={() => dirtyFields.name === true || made !== null} />
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_160px]">
        <Field
          label={m.settings_token_name()}
          hint={m.settings_token_name_hint()}
          error={errorCodesOf(errors.name)}
        >
          <TextInput {...form.register('name')} autoComplete="off" />
        </Field>
        <Field label={m.settings_token_scope()} error={errorCodesOf(errors.scope)}>
          <NativeSelect
            {...form.register('scope')}
            options={[
              { value: 'read', label: m.settings_token_scope_read() },
              { value: 'read-write', label: m.settings_token_scope_read_write() },
            ]}
          />
        </Field>
      </div>
      <FormAlert
        problem={isNameTaken ? null : make.error}
        otherwise={m.settings_failed()}
        warnsAhead={false}
      />
      <NetworkButton type="submit" look="secondary" isBusy={make.isPending} className="justify-self-start">
        {m.settings_token_make()}
      </NetworkButton>
      <Dialog
        isOpen={made !== null}
        onClose={() => setMade(null)}
        title={m.settings_token_made_title()}
        text={m.settings_token_made_text()}
      >
        {made && <Secret made={made} onDone={() => setMade(null)} />}
      </Dialog>
    </form>
  );
}

function Secret({ made: { name, secret }, onDone }: { made: Made; onDone: () => void }) {
  const copy = () =>
    copyText(secret, { copied: m.settings_token_copied(), failed: m.settings_token_copy_failed() });
  return (
    <div className="mt-4 grid gap-4">
      <TextInput
        aria-label={m.settings_token_made_label({ name })}
        value={secret}
        readOnly
        className="font-mono"
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="grid grid-cols-2 gap-2">
        <Button look="secondary" onClick={onDone}>
          {m.settings_token_done()}
        </Button>
        <Button onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          {m.settings_token_copy()}
        </Button>
      </div>
    </div>
  );
}
