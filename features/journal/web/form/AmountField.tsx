import { useState } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { m } from '#messages';
import { errorCodesOf } from '#web/forms.ts';
import { numberOf } from '#web/number-of.ts';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { amountOf } from './amount-text.rules.ts';
import type { EntryValues } from './entry-draft.ts';

/** 쓴 돈: what the member paid, in won. While the member types, the text stays as it is typed. */
export function AmountField() {
  const { control, formState } = useFormContext<Pick<EntryValues, 'amountWon'>>();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Controller
      control={control}
      name="amountWon"
      render={({ field }) => (
        <Field
          label={m.journal_field_amount()}
          aside={m.journal_optional()}
          hint={m.journal_field_amount_hint()}
          error={errorCodesOf(formState.errors.amountWon)}
        >
          <TextInput
            ref={field.ref}
            inputMode="numeric"
            autoComplete="off"
            placeholder={m.journal_field_amount_placeholder()}
            // A receipt may have changed the value since it was typed.
            value={typed !== null && amountOf(typed) === field.value ? typed : textOf(field.value)}
            onChange={({ target }) => {
              setTyped(target.value);
              field.onChange(amountOf(target.value));
            }}
            onBlur={() => {
              setTyped(null);
              field.onBlur();
            }}
          />
        </Field>
      )}
    />
  );
}

const textOf = (amount: EntryValues['amountWon']): string =>
  typeof amount === 'number' ? numberOf(amount) : (amount ?? '');
