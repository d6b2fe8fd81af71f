import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { m } from '#messages';
import { errorCodesOf } from '#web/forms.ts';
import { Field } from '#web/ui/Field.tsx';
import { PasswordInput } from '#web/ui/PasswordInput.tsx';
import type { useCapsLock } from '../sign-in/web/use-caps-lock.ts';

type Input = { label: string; field: UseFormRegisterReturn; error: FieldError | undefined };

/** The fields for a new password and its repetition. */
export function NewPasswordFields({
  password,
  confirm,
  capsLock,
  warnsOfCapsLock = true,
}: {
  password: Input;
  confirm: Input;
  capsLock: ReturnType<typeof useCapsLock>;
  /** False if another field of the form warns of Caps Lock. */
  warnsOfCapsLock?: boolean;
}) {
  return (
    <>
      <Field
        label={password.label}
        hint={m.account_password_hint()}
        error={errorCodesOf(password.error)}
        aside={warnsOfCapsLock && capsLock.isOn ? m.account_caps_lock() : undefined}
      >
        <PasswordInput {...password.field} {...capsLock.watch} autoComplete="new-password" />
      </Field>
      <Field label={confirm.label} error={errorCodesOf(confirm.error)}>
        <PasswordInput {...confirm.field} {...capsLock.watch} autoComplete="new-password" />
      </Field>
    </>
  );
}
