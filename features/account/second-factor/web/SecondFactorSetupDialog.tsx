import { Copy } from 'lucide-react';
import encodeQR from 'qr';
import { useForm } from 'react-hook-form';
import { m } from '#messages';
import { AppCodeForm } from '#features/account/second-factor/second-factor.contract.ts';
import { errorCodesOf, contractResolver, showServerErrors } from '#web/forms.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { FormAlert } from '../../web/FormAlert.tsx';
import { copySecret } from './copy-secret.ts';
import { useConfirmSecondFactor } from '../../security/web/security.queries.ts';

export function SecondFactorSetupDialog({
  begun: { uri, key },
  onClose,
  onDone,
}: {
  begun: { uri: string; key: string };
  onClose: () => void;
  onDone: (recoveryCodes: readonly string[]) => void;
}) {
  const confirm = useConfirmSecondFactor();
  const form = useForm({ resolver: contractResolver(AppCodeForm), defaultValues: { code: '' } });
  const isWrong = confirm.error?.code === 'account.second_factor_wrong';
  const submit = form.handleSubmit((values) =>
    confirm.mutate(values, {
      onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
      onError: (problem) => {
        if (problem.code === 'account.second_factor_wrong')
          form.setError('code', { type: problem.code }, { shouldFocus: true });
        else showServerErrors({ problem, form });
      },
    }),
  );

  return (
    <Dialog isOpen onClose={onClose} title={m.security_set_up_title()} text={m.security_set_up_text()}>
      <div className="mt-4 grid justify-items-center gap-2">
        <img
          src={pictureOf(uri)}
          alt={m.security_set_up_qr()}
          width={184}
          height={184}
          className="rounded-[12px] bg-[#fff] p-2"
        />
        <a href={uri} className="type-sub link inline-flex min-h-11 items-center">
          {m.security_set_up_open()}
        </a>
      </div>
      <p className="type-caption text-ink-2">{m.security_set_up_key()}</p>
      <div className="mt-1 flex items-center gap-2">
        <code className="numbers min-w-0 flex-1 rounded-field bg-sunken px-3 py-2 text-[.875rem] break-all">
          {key.match(/.{1,4}/g)?.join(' ')}
        </code>
        <Button
          look="soft"
          size="small"
          aria-label={m.security_set_up_copy_key()}
          onClick={() => void copySecret(key)}
        >
          <Copy aria-hidden="true" />
        </Button>
      </div>
      <form noValidate onSubmit={submit} className="mt-4 grid gap-4">
        <Field label={m.security_app_code()} error={errorCodesOf(form.formState.errors.code)}>
          <TextInput
            {...form.register('code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={9}
            className="numbers text-[1.375rem] tracking-[.12em]"
          />
        </Field>
        <FormAlert problem={isWrong ? null : confirm.error} otherwise={m.security_failed()} />
        <div className="grid grid-cols-2 gap-2">
          <Button look="secondary" onClick={onClose}>
            {m.kit_cancel()}
          </Button>
          <Button type="submit" isBusy={confirm.isPending}>
            {m.security_set_up_submit()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const pictureOf = (uri: string) =>
  `data:image/svg+xml,${encodeURIComponent(encodeQR(uri, 'svg', { ecc: 'medium', border: 2 }))}`;
