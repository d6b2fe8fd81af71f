import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Controller, useFormContext } from 'react-hook-form';
import { TO_VISIT, VISITED } from '#common/visit-status.ts';
import { m } from '#messages';
import { useMe } from '#features/account/web/account.public.ts';
import { useCategories } from '#features/catalogue/web/catalogue.public.ts';
import { type RestaurantChanges, REVIEW_MAXIMUM } from '#features/restaurants/restaurants.contract.ts';
import { SOURCE_MEMO_MAXIMUM, TAG_MAXIMUM, TAGS_MAXIMUM } from '#features/catalogue/catalogue.limits.ts';
import { errorCodesOf } from '#web/forms.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Chip, ChipRow } from '#web/ui/Chip.tsx';
import { ChoiceTiles } from '#web/ui/ChoiceTiles.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FieldGroup } from '#web/ui/FieldGroup.tsx';
import { NativeSelect } from '#web/ui/NativeSelect.tsx';
import { RatingInput } from '#web/ui/RatingInput.tsx';
import { StatusToggle } from '#web/ui/StatusToggle.tsx';
import { TagInput } from '#web/ui/TagInput.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { isSameSource, recentSources } from '../from-source/recent-sources.rules.ts';
import { readSource } from '../from-source/remembered-source.ts';
import { myListQuery } from '../my-list.query.ts';
import { memoPlaceholder, sourceOptions } from './source-options.tsx';

/**
 * The fields of a member's record: status, source, category and tags. After a visit they also include rating, review
 * and sharing. The component works in every form whose values contain these fields.
 * @param catalogueCategoryId the category of the place in the catalogue; null if unknown
 * @param isPrivate whether only the member can see the place, so that a review cannot be shared
 * @param folded other optional fields; if present, they are folded behind one line together with category and tags
 */
export function SavedRestaurantFields({
  catalogueCategoryId,
  isPrivate,
  folded,
}: {
  catalogueCategoryId: string | null;
  isPrivate: boolean;
  folded?: ReactNode;
}) {
  const { watch } = useFormContext<RestaurantChanges>();
  const isVisited = watch('status') === VISITED;
  const categoryAndTags = (
    <>
      <CategoryField catalogueCategoryId={catalogueCategoryId} />
      <TagsField />
    </>
  );
  return (
    <>
      <StatusField />
      {isVisited && <VisitFields isPrivate={isPrivate} />}
      <SourceFields />
      {folded === undefined ? (
        categoryAndTags
      ) : (
        <MoreFields>
          {categoryAndTags}
          {folded}
        </MoreFields>
      )}
    </>
  );
}

/** Optional fields that are folded behind one line. They are unfolded if one of them is filled in or has an error. */
function MoreFields({ children }: { children: ReactNode }) {
  const { getValues, formState } = useFormContext<RestaurantChanges>();
  const { categoryId, customTags = [] } = getValues();
  const [isOpen, setOpen] = useState(Boolean(categoryId) || customTags.length > 0);
  const { errors } = formState;
  return (
    <details
      open={isOpen || Boolean(errors.categoryId ?? errors.customTags)}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group rounded-card bg-surface px-4 shadow-1"
    >
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-2 font-bold [&::-webkit-details-marker]:hidden">
        {m.restaurants_field_more()}
        <ChevronDown
          className="size-5 flex-none transition-transform group-open:rotate-180"
          aria-hidden="true"
        />
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-[22px] pt-1 pb-5">{children}</div>
    </details>
  );
}

/** The fields whose values can be set for several restaurants at the same time. */
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
            value={field.value ?? TO_VISIT}
            onChange={field.onChange}
            label={m.restaurants_field_status()}
          />
        )}
      />
    </FieldGroup>
  );
}

/**
 * The fields for the rating, the one-line review, and the choice of people who may see them.
 * @param isPrivate whether only the member can see the place. The choice is then absent, except to undo it.
 */
export function VisitFields({ isPrivate }: { isPrivate: boolean }) {
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
      {(!isPrivate || isShared) && (
        <div>
          <Checkbox {...register('isShared')} label={m.restaurants_field_shared()} />
          {isShared && (
            <Checkbox {...register('isAnonymous')} label={m.restaurants_field_anonymous()} className="pl-9" />
          )}
          <p className="type-caption pl-9 text-ink-3" role="status">
            {sharedWithText({ isShared, isAnonymous })}
          </p>
        </div>
      )}
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
      <RecentSources />
    </FieldGroup>
  );
}

/**
 * Offers sources while the source memo is empty: the source of 방금 TV에서 봤어요 and recent sources of the chosen kind. One
 * tap fills in the kind and the memo.
 */
function RecentSources() {
  const { setValue, watch } = useFormContext<RestaurantChanges>();
  const { data: recent = [] } = useQuery({
    ...myListQuery,
    select: ({ restaurants }) => recentSources(restaurants, { maximum: RECENT_SOURCES_MAXIMUM }),
  });
  const me = useMe();
  const current = me ? readSource(me.uid).current : null;
  const chosenKind = watch('sourceKind') ?? null;
  const offered = (current ? [current, ...recent.filter((source) => !isSameSource(source, current))] : recent)
    .filter(({ kind }) => chosenKind === null || kind === chosenKind)
    .slice(0, RECENT_SOURCES_MAXIMUM);
  if ((watch('sourceMemo') ?? '') !== '' || offered.length === 0) return null;
  return (
    <ChipRow label={m.from_source_recent()}>
      {offered.map(({ kind, memo }) => (
        <Chip
          key={`${kind} ${memo}`}
          isSelected={false}
          onClick={() => {
            setValue('sourceKind', kind, { shouldDirty: true });
            setValue('sourceMemo', memo, { shouldDirty: true });
          }}
        >
          <span className="max-w-[60vw] truncate">{memo}</span>
        </Chip>
      ))}
    </ChipRow>
  );
}

const RECENT_SOURCES_MAXIMUM = 3;

/** The field shows the category of the catalogue until the member chooses a category. */
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

function sharedWithText({ isShared, isAnonymous }: { isShared: boolean; isAnonymous: boolean }): string {
  if (!isShared) return m.restaurants_field_shared_nobody();
  return isAnonymous ? m.restaurants_field_shared_anonymously() : m.restaurants_field_shared_everyone();
}
