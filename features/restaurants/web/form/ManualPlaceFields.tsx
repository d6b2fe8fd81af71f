import { useFormContext } from 'react-hook-form';
import { m } from '#messages';
import { errorCodesOf } from '#web/forms.ts';
import { Field } from '#web/ui/Field.tsx';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { LocationFields } from './LocationFields.tsx';
import type { ManualPlaceForm } from './use-pin.ts';

/**
 * The fields for the facts of a manual place: the name, the location (a pin, an address, or both) and the telephone
 * number.
 */
export function ManualPlaceFields() {
  const { register, formState } = useFormContext<ManualPlaceForm>();
  const errors = formState.errors.place;
  return (
    <>
      <Field label={m.restaurants_field_name()} error={errorCodesOf(errors?.name)}>
        <TextInput {...register('place.name')} autoComplete="off" maxLength={100} />
      </Field>
      <FieldGroup legend={m.restaurants_field_where()}>
        <LocationFields />
      </FieldGroup>
      <Field
        label={m.restaurants_field_phone()}
        error={errorCodesOf(errors?.phoneNumber)}
        aside={m.restaurants_optional()}
      >
        <TextInput
          {...register('place.phoneNumber')}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          placeholder="02-123-4567"
          className="numbers"
        />
      </Field>
    </>
  );
}
