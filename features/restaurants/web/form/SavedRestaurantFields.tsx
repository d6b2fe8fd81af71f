import { BookOpen, Pencil, Tv, Users } from 'lucide-react';
import type { ComponentType } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { m } from '#messages';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import {
  type RestaurantChanges,
  REVIEW_MAXIMUM,
  SOURCE_MEMO_MAXIMUM,
  type SourceKind,
  TAG_MAXIMUM,
  TAGS_MAXIMUM,
} from '#features/restaurants/restaurants.contract.ts';
import type { FormValues } from '#features/restaurants/restaurants.rules.ts';
import { errorCodesOf } from '#web/forms.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { ChoiceTiles } from '#web/ui/ChoiceTiles.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { NativeSelect } from '#web/ui/NativeSelect.tsx';
import { RatingInput } from '#web/ui/RatingInput.tsx';
import { StatusToggle } from '#web/ui/StatusToggle.tsx';
import { TagInput } from '#web/ui/TagInput.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';

/**
 * The fields of a member's record: status, source, category, tags; and after a visit, rating, review and sharing. For
 * any form whose values contain these fields.
 * @param catalogueCategoryId the category of the place without the member's own choice; null: unknown
 */
export function SavedRestaurantFields({ catalogueCategoryId }: { catalogueCategoryId: string | null }) {
  const { watch } = useFormContext<RestaurantChanges>();
  const isVisited = watch('status') === '방문 완료';
  return [...new Set(Object.values(PARTS))].map((Part, position) => (
    <Part key={position} catalogueCategoryId={catalogueCategoryId} isVisited={isVisited} />
  ));
}

type PartProps = { catalogueCategoryId: string | null; isVisited: boolean };

/** In the order of the form; a field without a part is a type error. */
const PARTS: Record<keyof FormValues, ComponentType<PartProps>> = {
  status: StatusField,
  rating: FieldsAfterVisit,
  review: FieldsAfterVisit,
  isShared: FieldsAfterVisit,
  isAnonymous: FieldsAfterVisit,
  sourceKind: SourceFields,
  sourceMemo: SourceFields,
  categoryId: CategoryField,
  customTags: TagsField,
};

function FieldsAfterVisit({ isVisited }: PartProps) {
  return isVisited && <VisitFields />;
}

/** The fields that can be set for several restaurants together. */
export function StatusSourceAndTags() {
  return (
    <>
      <StatusField />
      <SourceFields />
      <TagsField />
    </>
  );
}

function StatusField() {
  const { control } = useFormContext<RestaurantChanges>();
  return (
    <FieldGroup legend={m.restaurants_field_status()}>
      <Controller
        control={control}
        name="status"
        render={({ field }) => (
          <StatusToggle
            value={field.value ?? '방문 예정'}
            onChange={field.onChange}
            label={m.restaurants_field_status()}
          />
        )}
      />
    </FieldGroup>
  );
}

/** Rating, one-line review, and who may see them. */
export function VisitFields() {
  const { control, register, watch, formState } = useFormContext<RestaurantChanges>();
  const isShared = watch('isShared') ?? false;
  const isAnonymous = watch('isAnonymous') ?? false;
  return (
    <>
      <FieldGroup legend={m.restaurants_field_rating()}>
        <Controller
          control={control}
          name="rating"
          render={({ field }) => (
            <RatingInput
              label={m.restaurants_field_rating()}
              value={field.value ?? null}
              onChange={field.onChange}
            />
          )}
        />
      </FieldGroup>
      <Field label={m.restaurants_field_review()} error={errorCodesOf(formState.errors.review)}>
        <TextArea
          {...register('review')}
          defaultValue={watch('review') ?? ''}
          maximum={REVIEW_MAXIMUM}
          placeholder={m.restaurants_field_review_placeholder()}
        />
      </Field>
      <div>
        <Checkbox {...register('isShared')} label={m.restaurants_field_shared()} />
        {isShared && (
          <Checkbox {...register('isAnonymous')} label={m.restaurants_field_anonymous()} className="pl-9" />
        )}
        <p className="type-caption pl-9 text-ink-3" role="status">
          {!isShared
            ? m.restaurants_field_shared_nobody()
            : isAnonymous
              ? m.restaurants_field_shared_anonymously()
              : m.restaurants_field_shared_everyone()}
        </p>
      </div>
    </>
  );
}

function SourceFields() {
  const { control, register, watch, formState } = useFormContext<RestaurantChanges>();
  const kind = watch('sourceKind') ?? null;
  return (
    <FieldGroup legend={m.restaurants_field_source()}>
      <Controller
        control={control}
        name="sourceKind"
        render={({ field }) => (
          <ChoiceTiles
            label={m.restaurants_field_source()}
            options={sourceOptions()}
            value={field.value ?? null}
            onChange={field.onChange}
          />
        )}
      />
      <Field label={m.restaurants_field_memo()} error={errorCodesOf(formState.errors.sourceMemo)}>
        <TextInput
          {...register('sourceMemo')}
          maxLength={SOURCE_MEMO_MAXIMUM}
          placeholder={memoPlaceholder(kind)}
          autoComplete="off"
        />
      </Field>
    </FieldGroup>
  );
}

const sourceOptions = () => [
  { value: 'tv' as const, label: m.restaurants_source_tv(), icon: <Tv aria-hidden="true" /> },
  {
    value: 'magazine' as const,
    label: m.restaurants_source_magazine(),
    icon: <BookOpen aria-hidden="true" />,
  },
  { value: 'person' as const, label: m.restaurants_source_person(), icon: <Users aria-hidden="true" /> },
  { value: 'own' as const, label: m.restaurants_source_own(), icon: <Pencil aria-hidden="true" /> },
];

/** An example of a memo that fits the source. */
function memoPlaceholder(kind: SourceKind | null): string {
  if (kind === 'magazine') return m.restaurants_field_memo_magazine();
  if (kind === 'person') return m.restaurants_field_memo_person();
  if (kind === 'own') return m.restaurants_field_memo_own();
  return m.restaurants_field_memo_tv();
}

/** Without a choice of their own, the member sees the catalogue's category. */
function CategoryField({ catalogueCategoryId }: { catalogueCategoryId: string | null }) {
  const { control, formState } = useFormContext<RestaurantChanges>();
  const { list, nameOf, error } = useCategories();
  const fromCatalogue =
    catalogueCategoryId === null
      ? nameOf(null)
      : m.restaurants_field_category_default({ category: nameOf(catalogueCategoryId) });
  const options = [
    { value: '', label: fromCatalogue },
    ...list.map(({ id }) => ({ value: id, label: nameOf(id) })),
  ];
  return (
    <Field
      label={m.restaurants_field_category()}
      error={errorCodesOf(formState.errors.categoryId)}
      hint={error ? m.catalogue_load_failed() : undefined}
    >
      <Controller
        control={control}
        name="categoryId"
        render={({ field }) => (
          <NativeSelect
            ref={field.ref}
            options={options}
            value={field.value ?? ''}
            onChange={(event) => field.onChange(event.target.value || null)}
            onBlur={field.onBlur}
          />
        )}
      />
    </Field>
  );
}

function TagsField() {
  const { control, formState } = useFormContext<RestaurantChanges>();
  const { errors } = formState;
  return (
    <Controller
      control={control}
      name="customTags"
      render={({ field }) => (
        <Field
          label={m.restaurants_field_tags()}
          hint={m.restaurants_field_tags_hint({ length: TAG_MAXIMUM })}
          aside={`${field.value?.length ?? 0}/${TAGS_MAXIMUM}`}
          error={errorCodesOf(
            Array.isArray(errors.customTags) ? errors.customTags.find(Boolean) : errors.customTags,
          )}
        >
          <TagInput
            value={field.value ?? []}
            onChange={field.onChange}
            maximum={TAGS_MAXIMUM}
            maximumLength={TAG_MAXIMUM}
          />
        </Field>
      )}
    />
  );
}
