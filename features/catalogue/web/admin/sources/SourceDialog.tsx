import { Plus, X } from 'lucide-react';
import { Controller, type FieldErrors, useFieldArray, useForm, type UseFormReturn } from 'react-hook-form';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { m } from '#messages';
import { SourceForm } from '#features/catalogue/provided-admin.contract.ts';
import type { ProvidedSource, ProvidedSourceKind } from '#features/catalogue/provided.contract.ts';
import { errorCodesOf, contractResolver } from '#web/forms.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { NativeSelect } from '#web/ui/NativeSelect.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { showToast } from '#web/ui/Toast.tsx';
import { showProblem } from '#web/admin/admin-actions.ts';
import { usePutSource } from './sources.queries.ts';

export const KINDS: Record<ProvidedSourceKind, () => string> = {
  tv: m.provided_kind_tv,
  web: m.provided_kind_web,
  magazine: m.provided_kind_magazine,
  guide: m.provided_kind_guide,
};

export const EPISODE_COUNTS: Record<ProvidedSourceKind, (inputs: { count: number }) => string> = {
  tv: m.provided_episode_count,
  web: m.provided_episode_count,
  magazine: m.provided_edition_count,
  guide: m.provided_edition_count,
};

export function SourceDialog({ source, onClose }: { source: ProvidedSource | null; onClose: () => void }) {
  return (
    <Dialog
      isOpen={source !== null}
      onClose={onClose}
      title={source?.title ? m.admin_edit_of({ name: source.title }) : m.admin_source_add()}
    >
      {source && <Editor key={source.id} source={source} onDone={onClose} />}
    </Dialog>
  );
}

function Editor({ source, onDone }: { source: ProvidedSource; onDone: () => void }) {
  // The values when this dialog opened. Later refetches do not change them.
  const [{ id, ...values }] = useState(source);
  const form = useForm({ resolver: contractResolver(SourceForm), defaultValues: values });
  const { control, register, formState } = form;
  const { errors } = formState;
  const { fields, prepend, remove } = useFieldArray({ control, name: 'episodes', keyName: 'key' });
  const { mutate, isPending } = usePutSource();
  const send = form.handleSubmit((written) =>
    mutate(
      { sourceId: id, form: written, seen: values.title === '' ? null : { id, ...values } },
      {
        onSuccess: () => {
          showToast(m.admin_saved());
          onDone();
        },
        onError: (problem) => showProblem({ problem, form }),
      },
    ),
  );
  return (
    <form noValidate className="mt-4 grid gap-4" onSubmit={(event) => void send(event)}>
      <Field label={m.admin_field_title()} error={errorCodesOf(errors.title)}>
        <TextInput {...register('title')} autoComplete="off" />
      </Field>
      <Field label={m.admin_field_kind()}>
        <NativeSelect
          {...register('kind')}
          options={Object.entries(KINDS).map(([value, label]) => ({ value, label: label() }))}
        />
      </Field>
      <Controller
        control={control}
        name="link"
        render={({ field }) => (
          <Field label={m.admin_field_link()} error={errorCodesOf(errors.link)}>
            <LinkInput field={field} />
          </Field>
        )}
      />
      <FieldGroup legend={m.admin_field_episodes()} hint={m.admin_episodes_hint()} error={formError(errors)}>
        <Button
          size="small"
          look="secondary"
          onClick={() => prepend({ id: uuidv7(), name: '', publishedOn: null, link: null })}
        >
          <Plus aria-hidden="true" />
          {m.admin_episode_new()}
        </Button>
        {fields.map(({ key }, at) => (
          <EpisodeFields key={key} form={form} at={at} onRemove={() => remove(at)} />
        ))}
      </FieldGroup>
      {/* The negative margins cover the padding of the dialog, so that no content is visible below the button. */}
      <div className="sticky bottom-0 z-10 -mx-[22px] -mb-5 grid border-t border-line bg-raised px-[22px] pt-3 pb-5">
        <Button type="submit" isBusy={isPending}>
          {m.admin_save()}
        </Button>
      </div>
    </form>
  );
}

function EpisodeFields({
  form: { control, register, formState },
  at,
  onRemove,
}: {
  form: UseFormReturn<z.input<typeof SourceForm>, unknown, SourceForm>;
  at: number;
  onRemove: () => void;
}) {
  const errors = formState.errors.episodes?.[at];
  return (
    <div className="grid gap-2 rounded-field bg-sunken p-2.5">
      <div className="flex items-start gap-1">
        <Field label={m.admin_episode_name()} error={errorCodesOf(errors?.name)} className="min-w-0 flex-1">
          <TextInput {...register(`episodes.${at}.name`)} autoComplete="off" />
        </Field>
        <IconButton className="mt-7" label={m.admin_episode_remove({ position: at + 1 })} onClick={onRemove}>
          <X className="size-5!" aria-hidden="true" />
        </IconButton>
      </div>
      <Controller
        control={control}
        name={`episodes.${at}.publishedOn`}
        render={({ field }) => (
          <Field label={m.admin_episode_day()} error={errorCodesOf(errors?.publishedOn)}>
            <TextInput
              type="date"
              name={field.name}
              ref={field.ref}
              value={field.value ?? ''}
              onChange={(event) => field.onChange(event.currentTarget.value || null)}
            />
          </Field>
        )}
      />
      <Controller
        control={control}
        name={`episodes.${at}.link`}
        render={({ field }) => (
          <Field label={m.admin_field_link()} error={errorCodesOf(errors?.link)}>
            <LinkInput field={field} />
          </Field>
        )}
      />
    </div>
  );
}

/** A field for a URL. An empty field means that there is no URL. */
function LinkInput({
  field: { name, ref, value, onChange },
}: {
  field: {
    name: string;
    ref: (element: HTMLInputElement | null) => void;
    value: string | null;
    onChange: (value: string | null) => void;
  };
}) {
  return (
    <TextInput
      type="url"
      inputMode="url"
      name={name}
      ref={ref}
      placeholder="https://"
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value.trim() || null)}
    />
  );
}

/** Returns the error of the list of episodes. react-hook-form stores an error of the whole list under `root`. */
const formError = ({ episodes }: FieldErrors<SourceForm>) => errorCodesOf(episodes?.root ?? episodes);
