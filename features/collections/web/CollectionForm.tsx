import { Controller, useForm } from 'react-hook-form';
import { m } from '#messages';
import {
  COLLECTION_COLOURS,
  COLLECTION_ICONS,
  COLLECTION_NOTE_MAXIMUM,
  COLLECTION_SORTS,
  CollectionFields,
  type CollectionSort,
} from '#features/collections/collections.contract.ts';
import type { ApiProblem } from '#web/api.ts';
import { contractResolver, errorCodesOf, showServerErrors } from '#web/forms.ts';
import { Button } from '#web/ui/Button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Field } from '#web/ui/Field.tsx';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { NativeSelect } from '#web/ui/NativeSelect.tsx';
import { StickyActions } from '#web/ui/StickyActions.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { UnsavedChangesGuard } from '#web/ui/UnsavedChangesGuard.tsx';
import { COLOUR_CLASSES, COLOUR_LABELS, ICONS } from './looks.tsx';

type Callbacks = { onSuccess: () => void; onError: (problem: ApiProblem) => void };

export function CollectionForm({
  fields,
  submitLabel,
  isBusy,
  onSubmit,
}: {
  fields: CollectionFields;
  submitLabel: string;
  isBusy: boolean;
  onSubmit: (fields: CollectionFields, callbacks: Callbacks) => void;
}) {
  const form = useForm({ resolver: contractResolver(CollectionFields), defaultValues: fields });
  const { errors, isDirty, isSubmitSuccessful } = form.formState;
  const submit = form.handleSubmit((values) =>
    onSubmit(values, {
      // The saved values become the initial values of the form. Therefore no dialog asks about unsaved changes when the
      // page is left.
      onSuccess: () => form.reset(values),
      onError: (problem) => void showServerErrors({ problem, form }),
    }),
  );
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-6 pt-2">
      <UnsavedChangesGuard isUnsaved={() => isDirty && !isBusy && !isSubmitSuccessful} />
      <Field label={m.collections_field_name()} error={errorCodesOf(errors.name)}>
        <TextInput
          {...form.register('name')}
          autoComplete="off"
          placeholder={m.collections_field_name_example()}
        />
      </Field>
      <Controller
        control={form.control}
        name="colour"
        render={({ field }) => <ColourField value={field.value} onChange={field.onChange} />}
      />
      <Controller
        control={form.control}
        name="icon"
        render={({ field }) => <IconField value={field.value} onChange={field.onChange} />}
      />
      <Field label={m.collections_field_note()} error={errorCodesOf(errors.note)}>
        <TextArea
          {...form.register('note')}
          defaultValue={fields.note}
          maximum={COLLECTION_NOTE_MAXIMUM}
          rows={2}
        />
      </Field>
      <Field label={m.collections_field_sort()} hint={m.collections_field_sort_hint()}>
        <NativeSelect
          {...form.register('sort')}
          options={COLLECTION_SORTS.map((sort) => ({ value: sort, label: SORT_LABELS[sort]() }))}
        />
      </Field>
      <StickyActions>
        <Button type="submit" isBusy={isBusy} className="w-full lg:w-auto lg:min-w-48">
          {submitLabel}
        </Button>
      </StickyActions>
    </form>
  );
}

type Choice<Value> = { value: Value; onChange: (value: Value) => void };

function ColourField({ value, onChange }: Choice<CollectionFields['colour']>) {
  return (
    <FieldGroup legend={m.collections_field_colour()}>
      <div className="flex flex-wrap gap-2">
        {COLLECTION_COLOURS.map((colour) => (
          <button
            key={colour}
            type="button"
            aria-label={COLOUR_LABELS[colour]()}
            aria-pressed={value === colour}
            className={classes(
              'size-12 rounded-field',
              COLOUR_CLASSES[colour],
              value === colour && 'outline-3 outline-offset-2 outline-ink',
            )}
            onClick={() => onChange(colour)}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

function IconField({ value, onChange }: Choice<CollectionFields['icon']>) {
  return (
    <FieldGroup legend={m.collections_field_icon()}>
      <div className="grid max-w-[23rem] grid-cols-[repeat(auto-fill,minmax(3rem,1fr))] gap-2">
        {COLLECTION_ICONS.map((name) => {
          const { icon: Icon, label } = ICONS[name];
          const isChosen = value === name;
          return (
            <button
              key={name}
              type="button"
              aria-label={label()}
              aria-pressed={isChosen}
              className={classes(
                'grid h-12 place-items-center rounded-field bg-surface',
                isChosen ? 'inset-ring-2 inset-ring-ink' : 'inset-ring-[1.5px] inset-ring-line',
              )}
              onClick={() => onChange(name)}
            >
              <Icon className="size-6" aria-hidden="true" />
            </button>
          );
        })}
      </div>
    </FieldGroup>
  );
}

export const SORT_LABELS: Record<CollectionSort, () => string> = {
  manual: m.collections_sort_manual,
  recent: m.restaurants_sort_recent,
  distance: m.restaurants_sort_distance,
  rating: m.restaurants_sort_rating,
  name: m.restaurants_sort_name,
};
