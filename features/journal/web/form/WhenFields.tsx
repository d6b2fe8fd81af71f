import { Controller, useFormContext } from 'react-hook-form';
import { dayIn, localZone, parseDay, writtenDay } from '#common/dates.ts';
import { m } from '#messages';
import type { JournalDraft } from '#features/journal/journal.contract.ts';
import { useMinute } from '#web/browser/use-minute.ts';
import { errorCodesOf } from '#web/forms.ts';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';

/** The day and the time of the visit. */
export function WhenFields() {
  const { control, formState } = useFormContext<Pick<JournalDraft, 'visitDate' | 'visitTime'>>();
  const { errors } = formState;
  const lastDay = writtenDay(dayIn(localZone(), useMinute()));
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-3">
      <Controller
        control={control}
        name="visitDate"
        render={({ field }) => (
          <Field label={m.journal_field_date()} error={errorCodesOf(errors.visitDate)}>
            <TextInput
              ref={field.ref}
              type="date"
              max={lastDay}
              value={typeof field.value === 'number' ? writtenDay(field.value) : ''}
              onChange={(event) => field.onChange(parseDay(event.target.value))}
              onBlur={field.onBlur}
            />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="visitTime"
        render={({ field }) => (
          <Field
            label={m.journal_field_time()}
            aside={m.journal_optional()}
            error={errorCodesOf(errors.visitTime)}
          >
            <TextInput
              ref={field.ref}
              type="time"
              value={field.value ?? ''}
              onChange={(event) => field.onChange(event.target.value.slice(0, 5) || null)}
              onBlur={field.onBlur}
            />
          </Field>
        )}
      />
    </div>
  );
}
