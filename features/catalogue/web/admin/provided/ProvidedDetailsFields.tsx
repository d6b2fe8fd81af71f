import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Controller, useFormContext } from 'react-hook-form';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import { SOURCE_MEMO_MAXIMUM, TAG_MAXIMUM, TAGS_MAXIMUM } from '#features/catalogue/catalogue.limits.ts';
import { errorCodesOf } from '#web/forms.ts';
import { Field } from '#web/ui/Field.tsx';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { NativeSelect } from '#web/ui/NativeSelect.tsx';
import { TagInput } from '#web/ui/TagInput.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { episodeNames } from './episode-names.ts';
import { sourcesQuery } from './provided-admin.queries.ts';

type ProvidedDetails = { memo: string; tags: string[]; episodeIds: string[]; categoryId: string | null };

export function ProvidedDetailsFields() {
  const { control, register, formState } = useFormContext<ProvidedDetails>();
  const { errors } = formState;
  const { list } = useCategories();
  return (
    <>
      <Controller
        control={control}
        name="categoryId"
        render={({ field }) => (
          <Field label={m.admin_field_category()} error={errorCodesOf(errors.categoryId)}>
            <NativeSelect
              name={field.name}
              ref={field.ref}
              value={field.value ?? ''}
              onChange={(event) => field.onChange(event.target.value || null)}
              options={[
                { value: '', label: m.catalogue_uncategorised() },
                ...list.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="episodeIds"
        render={({ field }) => <EpisodesField value={field.value} onChange={field.onChange} />}
      />
      <Field label={m.admin_field_memo()} hint={m.admin_memo_hint()} error={errorCodesOf(errors.memo)}>
        <TextInput {...register('memo')} autoComplete="off" maxLength={SOURCE_MEMO_MAXIMUM} />
      </Field>
      <Controller
        control={control}
        name="tags"
        render={({ field }) => (
          <Field label={m.admin_field_tags()}>
            <TagInput
              value={field.value}
              onChange={field.onChange}
              maximum={TAGS_MAXIMUM}
              maximumLength={TAG_MAXIMUM}
            />
          </Field>
        )}
      />
    </>
  );
}

function EpisodesField({ value, onChange }: { value: string[]; onChange: (ids: string[]) => void }) {
  const { data: names } = useQuery({ ...sourcesQuery, select: episodeNames });
  const left = [...(names ?? [])].filter(([id]) => !value.includes(id));
  return (
    <FieldGroup legend={m.admin_field_episodes()}>
      {value.length > 0 && (
        <ul className="grid gap-1">
          {value.map((id) => {
            const name = names?.get(id) ?? '';
            return (
              <li key={id} className="flex items-center rounded-inner bg-prov-tint pl-3 text-prov-text">
                <span className="type-sub min-w-0 flex-1">{name}</span>
                <IconButton
                  label={m.admin_episode_take_off({ name })}
                  onClick={() => onChange(value.filter((each) => each !== id))}
                >
                  <X className="size-4!" aria-hidden="true" />
                </IconButton>
              </li>
            );
          })}
        </ul>
      )}
      <NativeSelect
        aria-label={m.admin_episode_add()}
        value=""
        onChange={(event) => event.target.value && onChange([...value, event.target.value])}
        options={[
          { value: '', label: m.admin_episode_add() },
          ...left.map(([id, name]) => ({ value: id, label: name })),
        ]}
      />
    </FieldGroup>
  );
}
